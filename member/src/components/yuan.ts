/** Parses amounts that a member types: yuan with at most two decimals, returned as fen. */

/** Enough digits for every limit of the shop, and few enough that fen stay exact integers. */
const YUAN_DIGITS = 7;

/**
 * Returns what a yuan field may contain: digits, one point, two decimals; a comma becomes a point.
 */
export function normalizeYuanInput(typed: string): string {
  const [whole = "", ...rest] = typed.replace(/[,，。]/g, ".").split(".");
  const yuan = whole
    .replace(/\D/g, "")
    .replace(/^0+(?=\d)/, "")
    .slice(0, YUAN_DIGITS);
  if (rest.length === 0) return yuan;
  const decimals = rest.join("").replace(/\D/g, "").slice(0, 2);
  return `${yuan === "" ? "0" : yuan}.${decimals}`;
}

/** Returns the fen of a typed amount; undefined when it contains no number. */
export function parseYuan(typed: string): number | undefined {
  const [, whole, decimals = ""] = /^(\d+)(?:\.(\d{0,2}))?$/.exec(typed) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
}

/** Returns an amount as typed text: 5000 is "50", 5050 is "50.5". */
export const yuanInputText = (amountFen: number): string => `${amountFen / 100}`;
