/**
 * Writes the rows of an export as CSV: UTF-8 with a byte order mark, CRLF, and no cell that a
 * spreadsheet takes for a formula.
 */

/** A text, a whole number, or a number as it is written: `{ number: "-12.30" }`. */
export type Cell = string | number | { readonly number: string } | undefined;

/** Excel reads a file without it in the encoding of the system. */
export const BYTE_ORDER_MARK = "\uFEFF";

/** A cell that begins so is a formula to a spreadsheet, in full width too (OWASP). */
const FORMULA = /^[=+\-@\t\r\n＝＋－＠]/u;
/** A spreadsheet keeps 15 digits of a number; what is longer is a number of ours, such as an order's. */
const LONG_DIGITS = /^\d{16,}$/;
const NUMBER = /^-?\d+(\.\d+)?$/;
const NEEDS_QUOTES = /[",\r\n\t]|^\s|\s$/;

const quoted = (text: string): string =>
  NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** Returns a cell as it stands in the file; a text that could be a formula begins with `'`. */
export function cellText(cell: Cell): string {
  if (cell === undefined) return "";
  if (typeof cell === "number") return String(cell);
  if (typeof cell === "object" && NUMBER.test(cell.number)) return cell.number;
  const text = typeof cell === "object" ? cell.number : cell;
  return quoted(FORMULA.test(text) || LONG_DIGITS.test(text) ? `'${text}` : text);
}

/** Returns one line with its end. */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(cellText).join(",")}\r\n`;

/** Returns fen as a cell in yuan with two decimals. */
export const yuan = (fen: number): Cell => {
  const whole = Math.abs(fen);
  const rest = String(whole % 100).padStart(2, "0");
  return { number: `${fen < 0 ? "-" : ""}${Math.floor(whole / 100)}.${rest}` };
};
