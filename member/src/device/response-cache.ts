/**
 * Caches responses read by one member, so that a page can show them offline: sealed, limited in number
 * and size, for this build only, and removed with the member's login.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { BUILD_ID } from "./platform.ts";
import { readSealed, removeUnsealed, writeSealed } from "./sealed-entries.ts";
import { removeEntry, writeEntry, entryKeys, readEntry } from "./storage.ts";

const INDEX = "read-index";
const PREFIX = "read:";
/** Seen orders by their number; those by a receipt belong to the holder of the receipt. */
const SEEN_ORDER = /^order:\d+$/;
/** Milliseconds; the same as for seen orders. */
const CACHE_MS = 14 * 86_400_000;
/**
 * A site has some 5 MB of storage; half a megabyte of responses compresses to about a tenth of it.
 */
const RESPONSES_MAX = 24;
const RESPONSE_CHARS_MAX = 60_000;

/** The member to whom the responses belong, and when each was read, in ms, by name. */
type Index = {
  readonly owner: string;
  readonly build: string;
  readonly at: Readonly<Record<string, number>>;
};
/** A response that was read at `at`, in ms. */
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

/** Removes what another member read or another build stored; `uid` is null without a login. */
export function clearOtherOwners(uid: string | null, build = BUILD_ID): void {
  const index = readIndex();
  if (!index || uid === null) return;
  if (index.owner === uid && index.build === build) return;
  clearResponses();
  if (index.owner !== uid) {
    for (const key of entryKeys()) if (SEEN_ORDER.test(key)) removeEntry(key);
  }
}

/**
 * Stores a response of this member and removes the oldest ones beyond the limit. A response that is
 * too large is not stored.
 */
export async function cacheResponse(
  owner: string,
  name: string,
  { at, data }: CachedResponse,
): Promise<void> {
  clearOtherOwners(owner);
  if (JSON.stringify(data).length > RESPONSE_CHARS_MAX) return;
  const expiresAt = at + CACHE_MS;
  if (!(await writeSealed(PREFIX + name, { data }, expiresAt))) return;
  const newestFirst = Object.entries({ ...readIndex()?.at, [name]: at }).sort(
    ([, one], [, other]) => other - one,
  );
  for (const [old] of newestFirst.slice(RESPONSES_MAX)) removeEntry(PREFIX + old);
  const index: Index = {
    owner,
    build: BUILD_ID,
    at: Object.fromEntries(newestFirst.slice(0, RESPONSES_MAX)),
  };
  writeEntry(INDEX, index, expiresAt);
}

/** Returns this member's response of that name, if this build stored it. */
export async function cachedResponse(
  owner: string,
  name: string,
): Promise<CachedResponse | undefined> {
  const index = readIndex();
  const at = ownValue(index?.at, name);
  if (index?.owner !== owner || index.build !== BUILD_ID || at === undefined) return undefined;
  const boxed = await readSealed(PREFIX + name, isCachedData);
  return boxed && { at, data: boxed.data };
}

/** Removes what an earlier version stored of a member without sealing it. */
export const removeUnsealedCopies = (): void => removeUnsealed(/^(?:order|read):/);
