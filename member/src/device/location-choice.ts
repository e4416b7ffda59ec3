/**
 * Keeps where the member wants things: the chosen city, the last few cities, and a store or an
 * address handed from the choosing page to the page that asked for it.
 */
import { removeEntry, writeEntry, readEntry } from "./storage.ts";

export type City = { readonly code: string; readonly name: string };
/** What a page that sent the member to choose a store gets back. */
export type PickedStore = { readonly storeId: string; readonly name: string };

/** An address that was chosen: its id for the server, and its words for the page. */
export type PickedAddress = {
  readonly addressId: string;
  readonly name: string;
  readonly phone: string;
  readonly text: string;
};

const CITY_KEY = "city";
const RECENT_KEY = "recent-cities";
const PICKED_KEY = "picked-store";
const ADDRESS_KEY = "picked-address";
const RECENT_MAX = 6;
const PICKED_MS = 10 * 60_000;
/** Where nobody has chosen yet: the city with the most stores. */
const FIRST_CITY: City = { code: "310100", name: "上海" };

const isCity = (value: unknown): value is City =>
  typeof value === "object" &&
  value !== null &&
  "code" in value &&
  typeof value.code === "string" &&
  "name" in value &&
  typeof value.name === "string";
const areCities = (value: unknown): value is City[] => Array.isArray(value) && value.every(isCity);
const isPicked = (value: unknown): value is PickedStore & { readonly brand: string } =>
  typeof value === "object" &&
  value !== null &&
  "storeId" in value &&
  typeof value.storeId === "string" &&
  "brand" in value &&
  typeof value.brand === "string" &&
  "name" in value &&
  typeof value.name === "string";
const isPickedAddress = (value: unknown): value is PickedAddress =>
  typeof value === "object" &&
  value !== null &&
  ["addressId", "name", "phone", "text"].every(
    (field) => typeof Object.getOwnPropertyDescriptor(value, field)?.value === "string",
  );

const listeners = new Set<() => void>();
let known: City | undefined;

/** "上海市" is read as 上海 in a chip; a name of two characters keeps its last one. */
export const shortCityName = (name: string): string =>
  name.length > 2 ? name.replace(/市$/, "") : name;

/** The chosen city; the same object until it changes, so that it may be a React snapshot. */
export function chosenCity(): City {
  known ??= readEntry(CITY_KEY, isCity) ?? FIRST_CITY;
  return known;
}

/** True once the member has chosen a city or let the device find it. */
export const hasChosenCity = (): boolean => readEntry(CITY_KEY, isCity) !== undefined;

/** Keeps the choice, puts it first among the recent ones, and tells who listens. */
export function chooseCity(city: City): void {
  known = { code: city.code, name: shortCityName(city.name) };
  writeEntry(CITY_KEY, known);
  const others = recentCities().filter((recent) => recent.code !== city.code);
  writeEntry(RECENT_KEY, [known, ...others].slice(0, RECENT_MAX));
  for (const tell of listeners) tell();
}

/** The last cities chosen, newest first; at most six. */
export const recentCities = (): readonly City[] => readEntry(RECENT_KEY, areCities) ?? [];

/** Hears every change of the chosen city; answers how to stop. */
export function onCityChange(tell: () => void): () => void {
  listeners.add(tell);
  return () => {
    listeners.delete(tell);
  };
}

/** Leaves a store for the page that asked; it waits ten minutes at most. */
export const storePickedStore = (brand: string, store: PickedStore): void =>
  writeEntry(PICKED_KEY, { brand, ...store }, Date.now() + PICKED_MS);

/** Takes the store left for a brand, once; without a brand, any store. */
export function takePickedStore(brand: string | undefined): PickedStore | undefined {
  const picked = readEntry(PICKED_KEY, isPicked);
  if (!picked || (brand !== undefined && picked.brand !== brand)) return undefined;
  removeEntry(PICKED_KEY);
  return { storeId: picked.storeId, name: picked.name };
}

/** Leaves an address for the page that asked; it waits ten minutes at most. */
export const storePickedAddress = (address: PickedAddress): void =>
  writeEntry(ADDRESS_KEY, address, Date.now() + PICKED_MS);

/** Takes the address that was left, once. */
export function takePickedAddress(): PickedAddress | undefined {
  const picked = readEntry(ADDRESS_KEY, isPickedAddress);
  if (picked) removeEntry(ADDRESS_KEY);
  return picked;
}
