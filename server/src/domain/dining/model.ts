/**
 * Where a meal is chosen and when it is fetched.
 *
 *   store     a place of one brand, known by `brand-supplierCode` in lower case
 *   menu      what a store serves one way of eating at one instant; its hash names exactly that content
 *   class     a heading of the menu, served all day or in a part of it
 *   slot      a quarter of an hour in which a meal is fetched, or "now"
 *   line      a product, its options and how many of it
 *   set meal  lines with one price, which a meal code stands for
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { EatType, Store } from "@yunjing/contract/schemas/dining";
import { metresBetween } from "./distance.ts";
import { hoursText, isOpenAt, opensText } from "./hours.ts";
import type { SourceHours } from "./port.ts";

/** A supplier's code that begins with the brand stands as it is. */
export function storeIdOf(brand: string, supplierCode: string): string {
  const code = supplierCode.toLowerCase();
  return code.startsWith(`${brand}-`) ? code : `${brand}-${code}`;
}

/** A store as we keep it. */
export type StoreRow = {
  readonly storeId: string;
  readonly brand: string;
  readonly brandName: string;
  readonly supplierId: string;
  readonly supplierCode: string;
  readonly name: string;
  readonly cityCode: string;
  readonly address: string;
  readonly lat: number;
  readonly lng: number;
  readonly phone: string;
  readonly hours: SourceHours[];
  readonly services: EatType[];
  readonly leadMinutes: number;
  readonly soldOut: string[];
  readonly isOn: boolean;
};

export type Position = { readonly lat: number; readonly lng: number };

/** A store as it is shown at `now`, with its distance from where the member is. */
export function storeView(store: StoreRow, now: number, position?: Position): Store {
  const { hours, supplierId: _, supplierCode: __, soldOut: ___, isOn, ...shown } = store;
  const opens = opensText(hours, now);
  return {
    ...shown,
    hoursText: hoursText(hours),
    isOpen: isOn && isOpenAt(hours, now),
    ...(opens === undefined ? {} : { opensText: opens }),
    ...(position ? { distanceMetres: metresBetween(position, store) } : {}),
  };
}

/** Nearest first where a position is known; otherwise open ones first, then by name. */
export function sortStores(stores: readonly Store[]): Store[] {
  return stores.toSorted(
    (left, right) =>
      (left.distanceMetres ?? 0) - (right.distanceMetres ?? 0) ||
      Number(right.isOpen) - Number(left.isOpen) ||
      left.name.localeCompare(right.name, "zh-CN") ||
      (left.storeId < right.storeId ? -1 : 1),
  );
}

/** The brands we know by sight; another brand is shown under its code until an operator names it. */
const brands: Readonly<Record<string, { name: string; artwork: string; tint: string }>> = {
  kfc: { name: "肯德基", artwork: "bucket", tint: "peach" },
  mcdonalds: { name: "麦当劳", artwork: "burger", tint: "sand" },
  luckin: { name: "瑞幸咖啡", artwork: "coffee", tint: "sea" },
  heytea: { name: "喜茶", artwork: "tea", tint: "plum" },
  starbucks: { name: "星巴克", artwork: "coffee", tint: "green" },
  nayuki: { name: "奈雪的茶", artwork: "tea", tint: "teal" },
  cotti: { name: "库迪咖啡", artwork: "coffee", tint: "ice" },
};

export const brandOf = (code: string) => ({
  code,
  ...(ownValue(brands, code) ?? { name: code, artwork: "bag", tint: "ice" }),
});
