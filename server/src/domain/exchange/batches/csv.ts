/**
 * Parses a CSV file of codes issued elsewhere: the first column of every row, normalised for
 * comparison.
 */
import { parse } from "csv-parse/sync";
import { foldCode, lastFour } from "../model.ts";

export type ImportRow = {
  /** The line number in the file, starting at 1. */
  readonly row: number;
  readonly last4: string;
  /** `undefined` where the text cannot be a code. */
  readonly folded: string | undefined;
};

const HEADINGS: ReadonlySet<string> = new Set(["CODE", "兑换码", "卡密", "券码"]);

/**
 * Removes quotes here and not in the parser, so that a stray quote makes one row invalid and not
 * the whole file.
 */
const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^"+|"+$/g, "")
    .trim();

/**
 * Returns the rows of the file without the heading. Text that cannot be parsed becomes a row of bad
 * form, never an error.
 */
export function rowsOf(file: string): ImportRow[] {
  const lines = parse<{ row: number; text: string }, { code?: string }>(file, {
    bom: true,
    columns: ["code"],
    on_record: ({ code = "" }, { lines: row }) => ({ row, text: unquoted(code) }),
    quote: null,
    record_delimiter: ["\r\n", "\n", "\r"],
    relax_column_count: true,
    skip_empty_lines: true,
  });
  const first = lines[0]?.text.toUpperCase() ?? "";
  return lines.slice(HEADINGS.has(first) ? 1 : 0).map(({ row, text }) => {
    const folded = foldCode(text);
    return { row, last4: lastFour(folded ?? text), folded };
  });
}
