/**
 * Types of stores, menus, slots and meal lines.
 *
 * store a place of one brand, identified by `brand-supplierCode` in lower case menu what a store
 * serves for one eat type at one instant; its hash identifies exactly that content class a heading
 * of the menu, served all day or in a part of it slot a quarter of an hour in which a meal is
 * picked up, or "now" line a product, its options and its quantity set meal lines with one price,
 * which a meal code stands for
 */
import { ownValue } from "@yunjing/contract/own-value";
import type { EatType, Store } from "@yunjing/contract/schemas/dining";
import { metresBetween } from "./distance.ts";
import { hoursText, isOpenAt, opensText } from "./hours.ts";
import type { SourceHours } from "./port.ts";

/** A supplier's code that already begins with the brand is used unchanged. */
export function storeIdOf(brand: string, supplierCode: string): string {
  const code = supplierCode.toLowerCase();
  return code.startsWith(`${brand}-`) ? code : `${brand}-${code}`;
}

/** A store row. */
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
  /** In the supplier's list. */
  readonly isOn: boolean;
  /** Switched off by an operator. */
  readonly isPaused: boolean;
};

export type Position = { readonly lat: number; readonly lng: number };

/** Builds the view of a store at `now`, with its distance from the member's position. */
export function storeView(store: StoreRow, now: number, position?: Position): Store {
  const { hours, supplierId: _, supplierCode: __, soldOut: ___, isOn, isPaused, ...shown } = store;
  const opens = opensText(hours, now);
  return {
    ...shown,
    hoursText: hoursText(hours),
    isOpen: isOn && !isPaused && isOpenAt(hours, now),
    ...(opens === undefined ? {} : { opensText: opens }),
    ...(position ? { distanceMetres: metresBetween(position, store) } : {}),
  };
}

/** Sorts favourites first; then by distance where a position is given; otherwise open stores first, then by name. */
export function sortStores(stores: readonly Store[]): Store[] {
  return stores.toSorted(
    (left, right) =>
      Number(right.isFavourite ?? false) - Number(left.isFavourite ?? false) ||
      (left.distanceMetres ?? 0) - (right.distanceMetres ?? 0) ||
      Number(right.isOpen) - Number(left.isOpen) ||
      left.name.localeCompare(right.name, "zh-CN") ||
      (left.storeId < right.storeId ? -1 : 1),
  );
}

/** Display data of known brands; another brand is shown by its code until an operator names it. */
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
