/**
 * Stores the member's location choices: the chosen city, the recent cities, and a store or an
 * address passed from the selection page to the page that requested it.
 */
import { CITY_COOKIE, type FirstViewCity } from "@yunjing/contract/first-view";
import { attempt } from "./attempt.ts";
import { isServer } from "./platform.ts";
import { removeEntry, writeEntry, readEntry } from "./storage.ts";

export type City = { readonly code: string; readonly name: string };
/** The result for a page that sent the member to choose a store. */
export type PickedStore = { readonly storeId: string; readonly name: string };

/** A chosen address: its id for the server, and its text for the page. */
export type PickedAddress = {
  readonly addressId: string;
  readonly name: string;
  readonly phone: string;
  readonly text: string;
};

export const CITY_KEY = "city";
const RECENT_KEY = "recent-cities";
const PICKED_KEY = "picked-store";
const ADDRESS_KEY = "picked-address";
const RECENT_MAX = 6;
const PICKED_MS = 10 * 60_000;
const COOKIE_SECONDS = 365 * 86_400;
/** The default city before any choice: the one with the most stores. */
export const FIRST_CITY: City = { code: "310100", name: "上海" };

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
/** On the server: whether the visitor of the render has chosen. */
let isRenderedForChoice = false;

/** "上海市" is shown as 上海 in a chip; a name of two characters keeps its last one. */
export const shortCityName = (name: string): string =>
  name.length > 2 ? name.replace(/市$/, "") : name;

/** Sets the city for which the server renders next; null is none chosen. */
export function renderForCity(city: FirstViewCity | null): void {
  known = city ? { code: city.code, name: shortCityName(city.name) } : FIRST_CITY;
  isRenderedForChoice = city !== null;
}

/** Tells the server the city for which it renders pages (decision 0160); it gets the code alone. */
function storeCityCookie(city: City | undefined): void {
  const age = city ? COOKIE_SECONDS : 0;
  const secure = location.protocol === "https:" ? "; Secure" : "";
  attempt(() => {
    document.cookie = `${CITY_COOKIE}=${city?.code ?? ""}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
  });
}

/**
 * Returns the chosen city; the same object until it changes, so that it can be a React snapshot.
 */
export function chosenCity(): City {
  if (!known) {
    const stored = readEntry(CITY_KEY, isCity);
    // The server renders the short name too.
    known = stored ? { code: stored.code, name: shortCityName(stored.name) } : FIRST_CITY;
    storeCityCookie(stored);
  }
  return known;
}

/** Returns true once the member has chosen a city or let the device find it. */
export const hasChosenCity = (): boolean =>
  isServer ? isRenderedForChoice : readEntry(CITY_KEY, isCity) !== undefined;

/** Returns whether the page was rendered for this city's code; null is none chosen. */
export const isChosenCity = (code: string | null): boolean =>
  code === (hasChosenCity() ? chosenCity().code : null);

/** Stores the choice, puts it first among the recent cities, and notifies the listeners. */
export function chooseCity(city: City): void {
  known = { code: city.code, name: shortCityName(city.name) };
  writeEntry(CITY_KEY, known);
  storeCityCookie(known);
  const others = recentCities().filter((recent) => recent.code !== city.code);
  writeEntry(RECENT_KEY, [known, ...others].slice(0, RECENT_MAX));
  for (const listener of listeners) listener();
}

/** Returns the last chosen cities, newest first; at most six. */
export const recentCities = (): readonly City[] => readEntry(RECENT_KEY, areCities) ?? [];

/** Subscribes to changes of the chosen city; returns a function that unsubscribes. */
export function onCityChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/** Stores a store for the page that requested it, for ten minutes at most. */
export const storePickedStore = (brand: string, store: PickedStore): void =>
  writeEntry(PICKED_KEY, { brand, ...store }, Date.now() + PICKED_MS);

/** Returns and removes the store left for a brand; without a brand, any store. */
export function takePickedStore(brand: string | undefined): PickedStore | undefined {
  const picked = readEntry(PICKED_KEY, isPicked);
  if (!picked || (brand !== undefined && picked.brand !== brand)) return undefined;
  removeEntry(PICKED_KEY);
  return { storeId: picked.storeId, name: picked.name };
}

/** Stores an address for the page that requested it, for ten minutes at most. */
export const storePickedAddress = (address: PickedAddress): void =>
  writeEntry(ADDRESS_KEY, address, Date.now() + PICKED_MS);

/** Returns and removes the stored address. */
export function takePickedAddress(): PickedAddress | undefined {
  const picked = readEntry(ADDRESS_KEY, isPickedAddress);
  if (picked) removeEntry(ADDRESS_KEY);
  return picked;
}
