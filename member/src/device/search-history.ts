/** The last texts searched on this phone, newest first; stored only on the device. */
import { removeEntry, writeEntry, readEntry } from "./storage.ts";

export const HISTORY_KEY = "searches";
const ENTRIES_MAX = 10;
const RETENTION_MS = 90 * 86_400_000;

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

export const searchHistory = (): readonly string[] => readEntry(HISTORY_KEY, isTexts) ?? [];

/** Puts the text first, without duplicates. */
export function addSearch(text: string): void {
  const others = searchHistory().filter((each) => each !== text);
  writeEntry(HISTORY_KEY, [text, ...others].slice(0, ENTRIES_MAX), Date.now() + RETENTION_MS);
}

export const clearSearchHistory = (): void => removeEntry(HISTORY_KEY);
