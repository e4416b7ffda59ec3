/** What a pretend supplier charges: by the price list agreed with it, else by what the order itself says it is worth. */
import type { Journal } from "../journal.ts";
import type { SupplierId } from "./faults.ts";

/** Fen for one of each product. */
export type PriceList = Readonly<Record<string, number>>;

export type PriceLists = {
  of(id: SupplierId): PriceList;
  /** Adds to what was agreed before. */
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

/** Fen for the whole order: a meal costs what its menu said, a top-up without a price what it is worth. */
export function priceFenOf(wanted: object, prices: PriceList): number {
  const order: Readonly<Record<string, unknown>> = { ...wanted };
  const { product, quantity, faceFen, totalFen } = order;
  const agreed =
    typeof product === "string" && Object.hasOwn(prices, product) ? prices[product] : undefined;
  if (agreed !== undefined) return agreed * figure(quantity);
  return totalFen === undefined ? figure(faceFen) * figure(quantity) : figure(totalFen);
}
