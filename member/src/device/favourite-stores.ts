/** The favourite stores of a device without a login; a login moves them to the member. */
import { FAVOURITE_STORES_MAX } from "@yunjing/contract/limits";
import { readEntry, removeEntry, writeEntry } from "./storage.ts";

const FAVOURITES_KEY = "favourite-stores";

const areIds = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

/** Returns the ids, the newest first. */
export const deviceFavourites = (): readonly string[] => readEntry(FAVOURITES_KEY, areIds) ?? [];

/** Marks a store, or no longer; beyond the limit the oldest is dropped. */
export function setDeviceFavourite(storeId: string, isFavourite: boolean): void {
  const others = deviceFavourites().filter((id) => id !== storeId);
  const next = isFavourite ? [storeId, ...others].slice(0, FAVOURITE_STORES_MAX) : others;
  if (next.length === 0) removeEntry(FAVOURITES_KEY);
  else writeEntry(FAVOURITES_KEY, next);
}
