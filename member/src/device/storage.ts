/**
 * Keeps entries on the device: payload and expiry, compressed, behind a marker (U01). It never
 * throws: what is corrupt,
 * foreign, expired or forbidden reads as absent.
 */
import { compressToUTF16, decompressFromUTF16 } from "lz-string";
import { attempt } from "./attempt.ts";

const MARKER = "yj2!";
/** Spec §9: expired entries are swept every 18 s. */
export const CLEANUP_INTERVAL_MS = 18_000;

type Stored = { readonly v: unknown; readonly e: number };

const pack = (stored: Stored): string => MARKER + compressToUTF16(JSON.stringify(stored));

/** The entry behind a text, or undefined when the text is not one of ours. */
function unpack(text: string | null | undefined): Stored | undefined {
  if (!text?.startsWith(MARKER)) return undefined;
  const stored = attempt<unknown>(() => JSON.parse(decompressFromUTF16(text.slice(MARKER.length))));
  if (typeof stored !== "object" || stored === null) return undefined;
  if (!("e" in stored) || typeof stored.e !== "number" || !("v" in stored)) return undefined;
  return { v: stored.v, e: stored.e };
}

const isExpired = (stored: Stored, now: number): boolean => stored.e !== 0 && stored.e <= now;

/**
 * Keeps a value under a key; `expiresAt` in ms, 0 = never. A full or forbidden storage keeps
 * nothing.
 */
export function writeEntry(key: string, value: unknown, expiresAt = 0): void {
  attempt(() => localStorage.setItem(key, pack({ v: value, e: expiresAt })));
}

/**
 * The value kept under a key, unchecked: the caller says how it tells its own shape, else
 * undefined.
 */
export function readEntry<T>(key: string, isOurs: (value: unknown) => value is T): T | undefined {
  const stored = unpack(attempt(() => localStorage.getItem(key)));
  if (!stored || isExpired(stored, Date.now()) || !isOurs(stored.v)) return undefined;
  return stored.v;
}

/** An entry of ours as it lies there, `expiresAt` in ms and 0 = never; undefined for a foreign one. */
export function readRawEntry(key: string): { value: unknown; expiresAt: number } | undefined {
  const stored = unpack(attempt(() => localStorage.getItem(key)));
  return stored && { value: stored.v, expiresAt: stored.e };
}

/** Forgets one key. */
export function removeEntry(key: string): void {
  attempt(() => localStorage.removeItem(key));
}

/** The keys of our own entries, live or not; foreign ones are not named. */
export function entryKeys(): string[] {
  const keys = attempt(() => Object.keys(localStorage)) ?? [];
  return keys.filter((key) => attempt(() => localStorage.getItem(key))?.startsWith(MARKER));
}

/** Removes expired and corrupt entries of ours; foreign ones are left alone. */
export function removeExpiredEntries(now = Date.now()): void {
  for (const key of entryKeys()) {
    const stored = unpack(attempt(() => localStorage.getItem(key)));
    if (!stored || isExpired(stored, now)) removeEntry(key);
  }
}

/** Forgets everything of ours, as logging out does. */
export function removeAllEntries(): void {
  for (const key of entryKeys()) removeEntry(key);
}

/** Sweeps every 18 s until the answer is called. */
export function startExpiryCleanup(): () => void {
  const timer = setInterval(removeExpiredEntries, CLEANUP_INTERVAL_MS);
  return () => clearInterval(timer);
}

export const isString = (value: unknown): value is string => typeof value === "string";
export const isBoolean = (value: unknown): value is boolean => typeof value === "boolean";
