/** Parses a supplier's price list: a product a line and, after a comma or a tab, its cost in yuan. */

export type ListedPrice = {
  /** From 1, as the operator counts lines. */
  readonly line: number;
  readonly product: string;
  readonly costFen: number;
};
export type PriceFault = { readonly line: number; readonly why: string };

const PRODUCT = /^[A-Za-z0-9_-]{2,64}$/;
const YUAN = /^(\d{1,7})(?:\.(\d{1,2}))?$/;

/** Returns the fen of `12`, `12.5` or `12.50`; undefined for another text. */
function fenOf(typed: string): number | undefined {
  const [, yuan, fraction = ""] = YUAN.exec(typed.replace(/^¥/, "")) ?? [];
  return yuan === undefined ? undefined : Number(yuan) * 100 + Number(fraction.padEnd(2, "0"));
}

/** Skips empty lines and a head line without figures. */
export function readPrices(text: string): { prices: ListedPrice[]; faults: PriceFault[] } {
  const prices: ListedPrice[] = [];
  const faults: PriceFault[] = [];
  const seen = new Set<string>();
  for (const [index, raw] of text
    .replace(/^\uFEFF/, "")
    .split(/\r\n|\r|\n/)
    .entries()) {
    const line = index + 1;
    const [product = "", typed = "", ...rest] = raw.split(/[,，\t]/).map((cell) => cell.trim());
    const isHead = line === 1 && !/\d/.test(typed);
    if (raw.trim() === "" || isHead) continue;
    const costFen = fenOf(typed);
    if (rest.some((cell) => cell !== "")) faults.push({ line, why: "一行只能有商品编号和成本" });
    else if (!PRODUCT.test(product)) faults.push({ line, why: "商品编号格式不正确" });
    else if (costFen === undefined) faults.push({ line, why: "成本要是元，最多两位小数" });
    else if (seen.has(product)) faults.push({ line, why: "与前面的行重复" });
    else {
      seen.add(product);
      prices.push({ line, product, costFen });
    }
  }
  return { prices, faults };
}
