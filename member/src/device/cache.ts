/** The size and the clearing of the cached data on the device. */
import { lastViewBytes, removeLastViews } from "./last-views.ts";
import { removeEntry, entryKeys } from "./storage.ts";
import { attempt } from "./attempt.ts";

/**
 * Seen orders with their codes, cached responses, recent cities and the last views of pages: everything that the server or the
 * member can provide again.
 */
const CACHED = /^(?:order:|read:|read-index$|recent-cities$)/;

const cachedKeys = (): string[] => entryKeys().filter((key) => CACHED.test(key));

/** Returns the size in bytes; a character of the storage takes two. */
export const cacheBytes = (): number =>
  cachedKeys().reduce((sum, key) => {
    const text = attempt(() => localStorage.getItem(key)) ?? "";
    return sum + 2 * (key.length + text.length);
  }, lastViewBytes());

/** Clears the cache; the login, the chosen city and an unfinished exchange stay. */
export function clearCache(): void {
  cachedKeys().forEach(removeEntry);
  void removeLastViews();
}
