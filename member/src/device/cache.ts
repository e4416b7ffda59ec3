/** What was read before and is kept for later: how much it is, and how it is cleared. */
import { clearEarlyUrls } from "./early-response.ts";
import { removeEntry, entryKeys } from "./storage.ts";
import { attempt } from "./attempt.ts";

/** Seen orders with their codes, answers read, recent cities: whatever the server or the member can give again. */
const CACHED = /^(?:order:|read:|read-index$|recent-cities$)/;

const cachedKeys = (): string[] => entryKeys().filter((key) => CACHED.test(key));

/** In bytes; a character of the storage takes two. */
export const cacheBytes = (): number =>
  cachedKeys().reduce((sum, key) => {
    const text = attempt(() => localStorage.getItem(key)) ?? "";
    return sum + 2 * (key.length + text.length);
  }, 0);

/** Clears it; the login, the chosen city and an unfinished exchange stay. */
export function clearCache(): void {
  cachedKeys().forEach(removeEntry);
  clearEarlyUrls();
}
