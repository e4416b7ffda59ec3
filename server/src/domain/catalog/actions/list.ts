/**
 * The list of benefits: those available in the city first, then by match, sales or price; paged
 * without gaps or repeats.
 */
import { PAGE_SIZE } from "@yunjing/contract/limits";
import type { Input, Output } from "@yunjing/contract/operations";
import type { BenefitSort } from "@yunjing/contract/schemas/home";
import { Refusal } from "../../../platform/refusal.ts";
import { cardOf, cashFenOf, type CatalogEntry } from "../card.ts";
import { cityFor } from "../city.ts";
import { isAvailableInCity, stripControlCharacters } from "../model.ts";
import { rankOf, wordsOf } from "../search.ts";
import type { Shop } from "../catalog-cache.ts";

/** Sort key of an entry; compared part by part, the id last. */
type SortKey = readonly [group: number, key: number, sort: number, id: string];

const MINUTE_MS = 60_000;
/** Maximum number of best sellers shown when nothing was found. */
const SUGGESTIONS_MAX = 6;

function keyOf(entry: CatalogEntry, sort: BenefitSort, rank: number): number {
  switch (sort) {
    case "best":
      return rank;
    case "sold":
      return -entry.benefit.shownExchanged;
    case "price_up":
      return cashFenOf(entry.shown);
    case "price_down":
      return -cashFenOf(entry.shown);
    case "new":
      return -Math.floor(entry.benefit.listedAt / MINUTE_MS);
  }
}

function compare(left: SortKey, right: SortKey): number {
  for (const at of [0, 1, 2] as const) if (left[at] !== right[at]) return left[at] - right[at];
  if (left[3] === right[3]) return 0;
  return left[3] < right[3] ? -1 : 1;
}

/**
 * Sorted by sales or age, benefits for points are mixed with the others; in other orders their
 * prices cannot be compared.
 */
const MIXES_POINTS: ReadonlySet<BenefitSort> = new Set(["sold", "new"]);

/**
 * Groups 0 and 1 are available in the city, 2 and 3 are not; the second of each pair is for points.
 */
function groupOf({ benefit, shown }: CatalogEntry, sort: BenefitSort, city: string): number {
  const isForPoints = shown.price.pointsPrice !== undefined && !MIXES_POINTS.has(sort);
  return (isAvailableInCity(benefit, city) ? 0 : 2) + (isForPoints ? 1 : 0);
}

const cursorOf = (place: SortKey): string => Buffer.from(place.join(":")).toString("base64url");

/** Refuses BAD_REQUEST for a cursor that this server did not create. */
function readCursor(cursor: string): SortKey {
  const text = Buffer.from(cursor, "base64url").toString();
  const found = /^([0-3]):(-?\d{1,12}):(-?\d{1,9}):([\w-]{1,64})$/.exec(text);
  const [, group, key, sort, id] = found ?? [];
  if (id === undefined) throw new Refusal("BAD_REQUEST");
  return [Number(group), Number(key), Number(sort), id];
}

type Placed = { readonly entry: CatalogEntry; readonly place: SortKey };

function sortedMatches(
  entries: readonly CatalogEntry[],
  input: Input<"home", "benefits">,
  city: string,
) {
  const { category, brand, keyword = "", sort = "best" } = input;
  const wantedCategory = category && stripControlCharacters(category).trim();
  const wantedBrand = brand && stripControlCharacters(brand).trim();
  const isSearch = stripControlCharacters(keyword).trim() !== "";
  const words = wordsOf(stripControlCharacters(keyword));
  const found = entries.flatMap((entry): Placed[] => {
    const { benefit, searchFields } = entry;
    if (wantedCategory && benefit.categoryCode !== wantedCategory) return [];
    if (wantedBrand && benefit.brandCode !== wantedBrand) return [];
    // A keyword that contains only punctuation matches nothing.
    const rank = isSearch ? (words.length === 0 ? undefined : rankOf(words, searchFields)) : 0;
    if (rank === undefined) return [];
    const group = groupOf(entry, sort, city);
    const place: SortKey = [group, keyOf(entry, sort, rank), benefit.sort, benefit.benefitId];
    return [{ entry, place }];
  });
  return found.toSorted((left, right) => compare(left.place, right.place));
}

/** Returns the best sellers available in the city, without regard to the query. */
const bestSellers = (entries: readonly CatalogEntry[], city: string): CatalogEntry[] =>
  entries
    .filter((entry) => isAvailableInCity(entry.benefit, city) && !entry.isSoldOut)
    .toSorted((left, right) => right.benefit.shownExchanged - left.benefit.shownExchanged)
    .slice(0, SUGGESTIONS_MAX);

/**
 * Returns a page of benefits for a grade. A cursor continues where the previous page ended, even
 * when benefits were added or removed meanwhile.
 */
export async function benefitPage(
  shop: Shop,
  input: Input<"home", "benefits">,
  grade: number,
): Promise<Output<"home", "benefits">> {
  const { page = 1, pageSize = PAGE_SIZE, cursor } = input;
  const after = cursor === undefined ? undefined : readCursor(cursor);
  const { entries } = await shop.catalog();
  const city = cityFor(shop.cityOf, input.regionCode);
  const all = sortedMatches(entries, input, city.code);
  const rest = after ? all.filter(({ place }) => compare(place, after) > 0) : all;
  const start = after ? 0 : (page - 1) * pageSize;
  const shown = rest.slice(start, start + pageSize);
  const hasMore = rest.length > start + pageSize;
  const last = shown.at(-1);
  const cards = (some: readonly CatalogEntry[]) => some.map((entry) => cardOf(entry, city, grade));
  return {
    list: cards(shown.map(({ entry }) => entry)),
    total: all.length,
    page,
    pageSize,
    hasMore,
    ...(hasMore && last ? { nextCursor: cursorOf(last.place) } : {}),
    ...(all.length === 0 ? { instead: cards(bestSellers(entries, city.code)) } : {}),
  };
}
