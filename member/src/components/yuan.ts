/** Amounts that a member types: yuan with at most two decimals, read as fen. */

/** Enough for any limit of ours, and few enough that fen stay whole. */
const YUAN_DIGITS = 7;

/** What may stand in a field for yuan: figures, one point, two decimals; a comma is a point. */
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

/** The fen of what was typed; undefined when nothing that counts stands there. */
export function parseYuan(typed: string): number | undefined {
  const [, whole, decimals = ""] = /^(\d+)(?:\.(\d{0,2}))?$/.exec(typed) ?? [];
  return whole === undefined ? undefined : Number(whole) * 100 + Number(decimals.padEnd(2, "0"));
}

/** An amount as one would type it: 5000 is "50", 5050 is "50.5". */
export const yuanInputText = (amountFen: number): string => `${amountFen / 100}`;
