/** Lists categories and brands with the number of benefits they offer. */
import type { Output } from "@yunjing/contract/operations";
import type { CatalogEntry } from "../card.ts";
import type { Shop } from "../catalog-cache.ts";
import type { NamedRow } from "../store.ts";

/** Counts the benefits on sale for each key. */
export function countBy(
  entries: readonly CatalogEntry[],
  keyOf: (entry: CatalogEntry) => string,
): Map<string, number> {
  const counts = new Map<string, number>();
  for (const entry of entries) counts.set(keyOf(entry), (counts.get(keyOf(entry)) ?? 0) + 1);
  return counts;
}

const named = ({ code, name, artwork, tint, photo }: NamedRow, counts: Map<string, number>) => ({
  code,
  name,
  picture: { artwork, tint, ...(photo === null ? {} : { photo }) },
  count: counts.get(code) ?? 0,
});

/** Returns every category in its order, including those without benefits at present. */
export async function categories(shop: Shop): Promise<Output<"home", "categories">> {
  const { entries, categories: rows } = await shop.catalog();
  const counts = countBy(entries, ({ benefit }) => benefit.categoryCode);
  return { list: rows.map((row) => named(row, counts)) };
}

/** Returns the brands with benefits on sale, in their order. */
export async function brands(shop: Shop): Promise<Output<"home", "brands">> {
  const { entries, brands: rows } = await shop.catalog();
  const counts = countBy(entries, ({ benefit }) => benefit.brandCode);
  return { list: rows.filter(({ code }) => counts.has(code)).map((row) => named(row, counts)) };
}
