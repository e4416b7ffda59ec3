/** Amounts as operators read them. */

/** `¥1,234.50`; a minus sign precedes the currency sign. */
export const yuanText = (fen: number): string => {
  const [whole = "0", rest = "00"] = (Math.abs(fen) / 100).toFixed(2).split(".");
  return `${fen < 0 ? "−" : ""}¥${whole.replace(/\B(?=(\d{3})+$)/g, ",")}.${rest}`;
};

/** `2,000`. */
export const countText = (count: number): string => String(count).replace(/\B(?=(\d{3})+$)/g, ",");
