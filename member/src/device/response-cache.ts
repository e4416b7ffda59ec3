/**
 * Keeps what one member read, so that a page opened without a network can show it: compressed,
 * bounded, of this build only, and gone with the member.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { BUILD_ID } from "./platform.ts";
import { removeEntry, writeEntry, entryKeys, readEntry } from "./storage.ts";

const INDEX = "read-index";
const PREFIX = "read:";
/** Orders already seen by their number; those by a receipt belong to whoever holds it. */
const SEEN_ORDER = /^order:\d+$/;
/** As long as orders already seen are kept. */
const CACHE_MS = 14 * 86_400_000;
/** The storage of a site is some 5 MB; half a megabyte packs into about a tenth of it. */
const RESPONSES_MAX = 24;
const RESPONSE_CHARS_MAX = 60_000;

/** Whose answers these are, and when each was read, in ms, by its name. */
type Index = {
  readonly owner: string;
  readonly build: string;
  readonly at: Readonly<Record<string, number>>;
};
/** An answer as it was read at `at`, in ms. */
export type CachedResponse = { readonly at: number; readonly data: unknown };

const isIndex = (value: unknown): value is Index =>
  typeof value === "object" &&
  value !== null &&
  "owner" in value &&
  "build" in value &&
  "at" in value &&
  typeof value.at === "object";
const isCachedData = (value: unknown): value is { readonly data: unknown } =>
  typeof value === "object" && value !== null && "data" in value;

const readIndex = (): Index | undefined => readEntry(INDEX, isIndex);

function clearResponses(): void {
  const names = entryKeys().filter((key) => key === INDEX || key.startsWith(PREFIX));
  names.forEach(removeEntry);
}

/** Forgets what another member read, or another build kept; `uid` is null without a login. */
export function clearOtherOwners(uid: string | null, build = BUILD_ID): void {
  const index = readIndex();
  if (!index || uid === null) return;
  if (index.owner === uid && index.build === build) return;
  clearResponses();
  if (index.owner !== uid) {
    for (const key of entryKeys()) if (SEEN_ORDER.test(key)) removeEntry(key);
  }
}

/** Keeps an answer of this member; the longest read ones make room. One too large is not kept. */
export function cacheResponse(owner: string, name: string, { at, data }: CachedResponse): void {
  clearOtherOwners(owner);
  if (JSON.stringify(data).length > RESPONSE_CHARS_MAX) return;
  const newestFirst = Object.entries({ ...readIndex()?.at, [name]: at }).sort(
    ([, one], [, other]) => other - one,
  );
  for (const [old] of newestFirst.slice(RESPONSES_MAX)) removeEntry(PREFIX + old);
  const expiresAt = at + CACHE_MS;
  writeEntry(PREFIX + name, { data }, expiresAt);
  const index: Index = {
    owner,
    build: BUILD_ID,
    at: Object.fromEntries(newestFirst.slice(0, RESPONSES_MAX)),
  };
  writeEntry(INDEX, index, expiresAt);
}

/** What this member read under a name, if this build kept it. */
export function cachedResponse(owner: string, name: string): CachedResponse | undefined {
  const index = readIndex();
  const at = ownValue(index?.at, name);
  if (index?.owner !== owner || index.build !== BUILD_ID || at === undefined) return undefined;
  const boxed = readEntry(PREFIX + name, isCachedData);
  return boxed && { at, data: boxed.data };
}
