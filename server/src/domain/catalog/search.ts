/**
 * Matches benefits with a search text: Chinese, letters, pinyin or initials, complete or as a
 * prefix. Pure; returns ranks, does not sort.
 */
import { syllablesOf } from "./pinyin.ts";

/** A text prepared for search. */
export type IndexedText = {
  /** Lower case, without spaces and punctuation. */
  readonly text: string;
  /** 肯德基 → kendeji; ndeji does not match as a beginning: each entry starts at a syllable. */
  readonly readings: readonly string[];
  /** kdj, dj, j. */
  readonly initials: readonly string[];
};

/**
 * Converts full-width characters to half-width and lower case; keeps only letters of any script and
 * digits.
 */
export const normalizeText = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const tails = (parts: readonly string[]): string[] =>
  parts.map((_, start) => parts.slice(start).join(""));

/** The catalogue cache is renewed every few seconds; its texts rarely change. */
const indexedTexts = new Map<string, IndexedText>();
const KEPT_MAX = 100_000;

export function indexText(text: string): IndexedText {
  const known = indexedTexts.get(text);
  if (known) return known;
  if (indexedTexts.size >= KEPT_MAX) indexedTexts.clear();
  const made = index(text);
  indexedTexts.set(text, made);
  return made;
}

function index(text: string): IndexedText {
  const syllables = syllablesOf(text.normalize("NFKC"));
  const initial = syllables.map((syllable) => syllable.slice(0, 1));
  return { text: normalizeText(text), readings: tails(syllables), initials: tails(initial) };
}

/** Returns how well a word matches a text; lower is better, undefined for no match. */
export function matchScore(
  word: string,
  { text, readings, initials }: IndexedText,
): number | undefined {
  if (word === "") return undefined;
  if (text === word) return 0;
  if (text.startsWith(word)) return 1;
  if (text.includes(word)) return 2;
  if (!/^[a-z0-9]+$/.test(word)) return undefined;
  if (readings[0]?.startsWith(word)) return readings[0] === word ? 1 : 2;
  if (initials[0]?.startsWith(word)) return 3;
  // A single letter occurs in too many words to match in the middle of a text.
  if (word.length === 1) return undefined;
  if (readings.some((reading) => reading.startsWith(word))) return 3;
  return initials.some((initial) => initial.startsWith(word)) ? 4 : undefined;
}

/** The searchable texts of a benefit, the most important first. */
export type SearchFields = {
  readonly title: IndexedText;
  readonly brand: readonly IndexedText[];
  readonly category: readonly IndexedText[];
  /** Tags, the operator's search words and the SKUs. */
  readonly words: readonly IndexedText[];
};

const TITLE = 0;
const BRAND = 1;
const CATEGORY = 3;
const WORDS = 5;

const best = (word: string, texts: readonly IndexedText[], weight: number): number[] =>
  texts.flatMap((text) => {
    const found = matchScore(word, text);
    return found === undefined ? [] : [found * 2 + weight];
  });

/** Returns the words of a keyword, split at spaces; each must match. */
export const wordsOf = (keyword: string): string[] =>
  keyword
    .split(/\s+/u)
    .map(normalizeText)
    .filter((word) => word !== "");

/**
 * Returns how well a keyword matches: the sum over its words, lower is better; undefined when one
 * word does not match.
 */
export function rankOf(words: readonly string[], findable: SearchFields): number | undefined {
  let sum = 0;
  for (const word of words) {
    const found = [
      ...best(word, [findable.title], TITLE),
      ...best(word, findable.brand, BRAND),
      ...best(word, findable.category, CATEGORY),
      ...best(word, findable.words, WORDS),
    ];
    if (found.length === 0) return undefined;
    sum += Math.min(...found);
  }
  return sum;
}
