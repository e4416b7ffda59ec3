/**
 * Stores entries on the device: payload and expiry, compressed, with a marker (U01). It never
 * throws: corrupt, foreign, expired and forbidden entries read as absent.
 */
import { compressToUTF16, decompressFromUTF16 } from "lz-string";
import { attempt } from "./attempt.ts";

const MARKER = "yj2!";
/** Spec §9: expired entries are removed every 18 s. */
export const CLEANUP_INTERVAL_MS = 18_000;

type Stored = { readonly v: unknown; readonly e: number };

/** Follows the marker where the text is JSON as it is; no compressed text begins with it. */
const AS_IS = "\u0001";

const pack = (stored: Stored): string => MARKER + compressToUTF16(JSON.stringify(stored));
const textOf = (packed: string): string =>
  packed.startsWith(AS_IS) ? packed.slice(AS_IS.length) : decompressFromUTF16(packed);

/** Returns the entry of a text, or undefined when the app did not write the text. */
function unpack(text: string | null | undefined): Stored | undefined {
  if (!text?.startsWith(MARKER)) return undefined;
  const stored = attempt<unknown>(() => JSON.parse(textOf(text.slice(MARKER.length))));
  if (typeof stored !== "object" || stored === null) return undefined;
  if (!("e" in stored) || typeof stored.e !== "number" || !("v" in stored)) return undefined;
  return { v: stored.v, e: stored.e };
}

const isExpired = (stored: Stored, now: number): boolean => stored.e !== 0 && stored.e <= now;

/**
 * Stores a value under a key; `expiresAt` in ms, 0 = never. A full or forbidden storage stores
 * nothing.
 */
export function writeEntry(key: string, value: unknown, expiresAt = 0): void {
  attempt(() => localStorage.setItem(key, pack({ v: value, e: expiresAt })));
}

/**
 * The same for a value that does not become smaller, because it is compressed already: compressing
 * takes longer than all else that is done to store it.
 */
export function writeEntryAsIs(key: string, value: unknown, expiresAt = 0): void {
  const stored: Stored = { v: value, e: expiresAt };
  attempt(() => localStorage.setItem(key, MARKER + AS_IS + JSON.stringify(stored)));
}

/** Returns the value stored under a key if it passes the caller's type guard, else undefined. */
export function readEntry<T>(key: string, isOurs: (value: unknown) => value is T): T | undefined {
  const stored = unpack(attempt(() => localStorage.getItem(key)));
  if (!stored || isExpired(stored, Date.now()) || !isOurs(stored.v)) return undefined;
  return stored.v;
}

/**
 * Returns an entry of the app as stored, `expiresAt` in ms and 0 = never; undefined for a foreign
 * one.
 */
export function readRawEntry(key: string): { value: unknown; expiresAt: number } | undefined {
  const stored = unpack(attempt(() => localStorage.getItem(key)));
  return stored && { value: stored.v, expiresAt: stored.e };
}

/** Removes one entry. */
export function removeEntry(key: string): void {
  attempt(() => localStorage.removeItem(key));
}

/** Returns the keys of the app's own entries, expired or not; foreign ones are omitted. */
export function entryKeys(): string[] {
  const keys = attempt(() => Object.keys(localStorage)) ?? [];
  return keys.filter((key) => attempt(() => localStorage.getItem(key))?.startsWith(MARKER));
}

/** Removes expired and corrupt entries of the app; foreign ones stay. */
export function removeExpiredEntries(now = Date.now()): void {
  for (const key of entryKeys()) {
    const stored = unpack(attempt(() => localStorage.getItem(key)));
    if (!stored || isExpired(stored, now)) removeEntry(key);
  }
}

/** Removes all entries of the app, as a logout does. */
export function removeAllEntries(): void {
  for (const key of entryKeys()) removeEntry(key);
}

/** Removes expired entries every 18 s until the returned function is called. */
export function startExpiryCleanup(): () => void {
  const timer = setInterval(removeExpiredEntries, CLEANUP_INTERVAL_MS);
  return () => clearInterval(timer);
}

export const isString = (value: unknown): value is string => typeof value === "string";
export const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
