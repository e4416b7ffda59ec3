/** Reads a CSV of codes issued elsewhere: the first column of every row, kept as codes are compared. */
import { parse } from "csv-parse/sync";
import { foldCode, lastFour } from "../model.ts";

export type ImportRow = {
  /** The line of the file, from 1. */
  readonly row: number;
  readonly last4: string;
  /** Undefined where the text can be no code. */
  readonly folded: string | undefined;
};

const HEADINGS: ReadonlySet<string> = new Set(["CODE", "兑换码", "卡密", "券码"]);

/** Quotes are taken off by hand, so that a stray one spoils one row and not the file. */
const unquoted = (text: string): string =>
  text
    .trim()
    .replace(/^"+|"+$/g, "")
    .trim();

/** The rows of the file without a heading. Text that no parser likes is a row of bad form, never an error. */
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
