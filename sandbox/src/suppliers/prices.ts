/**
 * The prices of a sandbox supplier: from the agreed price list, otherwise from the order itself.
 */
import type { Journal } from "../journal.ts";
import type { SupplierId } from "./registry.ts";

/** Fen per unit, by product. */
export type PriceList = Readonly<Record<string, number>>;

export type PriceLists = {
  of(id: SupplierId): PriceList;
  /** Adds to the prices agreed before. */
  set(id: SupplierId, prices: PriceList): PriceList;
};

export function createPriceLists(journal: Journal<PriceList>): PriceLists {
  const of = (id: SupplierId) => journal.get(id) ?? {};
  return {
    of,
    set(id, prices) {
      const next = { ...of(id), ...prices };
      journal.put(id, next);
      return next;
    },
  };
}

const figure = (value: unknown): number => (typeof value === "number" ? value : 0);

/**
 * Returns the price of the whole order in fen: a meal costs its menu total; a top-up without an
 * agreed price costs its face value.
 */
export function priceFenOf(wanted: object, prices: PriceList): number {
  const order: Readonly<Record<string, unknown>> = { ...wanted };
  const { product, quantity, faceFen, totalFen } = order;
  const agreed =
    typeof product === "string" && Object.hasOwn(prices, product) ? prices[product] : undefined;
  if (agreed !== undefined) return agreed * figure(quantity);
  return totalFen === undefined ? figure(faceFen) * figure(quantity) : figure(totalFen);
}
