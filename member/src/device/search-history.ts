/** The last texts searched on this phone, newest first; stored only on the device. */
import { removeEntry, writeEntry, readEntry } from "./storage.ts";

const KEY = "searches";
const KEPT_MAX = 10;
const KEPT_MS = 90 * 86_400_000;

const areWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

export const searchHistory = (): readonly string[] => readEntry(KEY, areWords) ?? [];

/** Puts the text first, without duplicates. */
export function addSearch(words: string): void {
  const others = searchHistory().filter((each) => each !== words);
  writeEntry(KEY, [words, ...others].slice(0, KEPT_MAX), Date.now() + KEPT_MS);
}

export const clearSearchHistory = (): void => removeEntry(KEY);
