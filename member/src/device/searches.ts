/** The words this phone last searched the shop by, newest first; they are nobody else's. */
import { forget, keep, recall } from "./storage.ts";

const KEY = "searches";
const KEPT_MAX = 10;
const KEPT_MS = 90 * 86_400_000;

const areWords = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((each) => typeof each === "string");

export const searches = (): readonly string[] => recall(KEY, areWords) ?? [];

/** Puts the words first, once. */
export function keepSearch(words: string): void {
  const others = searches().filter((each) => each !== words);
  keep(KEY, [words, ...others].slice(0, KEPT_MAX), Date.now() + KEPT_MS);
}

export const forgetSearches = (): void => forget(KEY);
