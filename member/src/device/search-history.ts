/** The words this phone last searched the shop by, newest first; they are nobody else's. */
import { removeEntry, writeEntry, readEntry } from "./storage.ts";

const KEY = "searches";
const KEPT_MAX = 10;
const KEPT_MS = 90 * 86_400_000;

const areWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

export const searchHistory = (): readonly string[] => readEntry(KEY, areWords) ?? [];

/** Puts the words first, once. */
export function addSearch(words: string): void {
  const others = searchHistory().filter((each) => each !== words);
  writeEntry(KEY, [words, ...others].slice(0, KEPT_MAX), Date.now() + KEPT_MS);
}

export const clearSearchHistory = (): void => removeEntry(KEY);
