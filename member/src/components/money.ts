/** Formats fen for display: pieces for a drawn price, and one line for sentences. */

/** `shop` drops empty decimals (¥9.9, ¥82); `exact` always has two (¥9.90). */
export type MoneyStyle = "shop" | "exact";

export interface MoneyPieces {
  /** "−" (the true minus sign) for a negative amount, else empty. */
  readonly sign: string;
  /** Yuan with thousands separators. */
  readonly yuan: string;
  /** "." and one or two digits, or empty. */
  readonly decimals: string;
}

const groupThousands = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ",");

/**
 * Returns the pieces of a whole number of fen; throws a RangeError for any other number, which is a
 * defect.
 */
export function moneyPieces(amountFen: number, style: MoneyStyle = "shop"): MoneyPieces {
  if (!Number.isSafeInteger(amountFen))
    throw new RangeError(`not a whole number of fen: ${amountFen}`);
  const digits = `${Math.abs(amountFen)}`.padStart(3, "0");
  const cents = digits.slice(-2);
  const shownCents = style === "exact" ? cents : cents.replace(/0+$/, "");
  return {
    sign: amountFen < 0 ? "−" : "",
    yuan: groupThousands(digits.slice(0, -2)),
    decimals: shownCents === "" ? "" : `.${shownCents}`,
  };
}

/** Returns one line with the currency sign: "¥9.90", "−¥45.00". */
export function moneyText(amountFen: number, style: MoneyStyle = "exact"): string {
  const { sign, yuan, decimals } = moneyPieces(amountFen, style);
  return `${sign}¥${yuan}${decimals}`;
}

/** Returns a whole number with thousands separators: points, growth, stock. */
export const countText = (count: number): string =>
  `${count < 0 ? "−" : ""}${groupThousands(`${Math.abs(Math.trunc(count))}`)}`;

/** Returns the number of exchanges, shortened from ten thousand on: "6,530", "2.4万". */
export function shortCountText(count: number): string {
  if (count < 10_000) return countText(count);
  return `${(Math.floor(count / 1000) / 10).toString()}万`;
}
