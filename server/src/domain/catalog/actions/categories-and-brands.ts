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

/** Returns the picture of a brand or category: its drawing, and the uploaded one over it. */
export const pictureOf = ({ artwork, tint, photo }: NamedRow) => ({
  artwork,
  tint,
  ...(photo === null ? {} : { photo }),
});

const named = (row: NamedRow, counts: Map<string, number>) => ({
  code: row.code,
  name: row.name,
  picture: pictureOf(row),
  count: counts.get(row.code) ?? 0,
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
