/** Finds benefits by what people type: Chinese, letters, pinyin or initials, whole or begun. Pure; ranks, never sorts. */
import { syllablesOf } from "./pinyin.ts";

/** A text as search sees it. */
export type IndexedText = {
  /** Lower case, without spaces and signs. */
  readonly text: string;
  /** 肯德基 → kendeji, ndeji is no beginning: each entry starts at a syllable. */
  readonly readings: readonly string[];
  /** kdj, dj, j. */
  readonly initials: readonly string[];
};

/** Full width to half, lower case; only letters of any script and digits remain. */
export const normalizeText = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");

const tails = (parts: readonly string[]): string[] =>
  parts.map((_, start) => parts.slice(start).join(""));

/** The shelf is renewed every few seconds, its words hardly ever. */
const kept = new Map<string, IndexedText>();
const KEPT_MAX = 100_000;

export function indexText(text: string): IndexedText {
  const known = kept.get(text);
  if (known) return known;
  if (kept.size >= KEPT_MAX) kept.clear();
  const made = index(text);
  kept.set(text, made);
  return made;
}

function index(text: string): IndexedText {
  const syllables = syllablesOf(text.normalize("NFKC"));
  const letters = syllables.map((syllable) => syllable.slice(0, 1));
  return { text: normalizeText(text), readings: tails(syllables), initials: tails(letters) };
}

/** How well a word fits a text; the lower the better, undefined when it does not. */
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
  // One letter alone begins too many words to mean one in the middle.
  if (word.length === 1) return undefined;
  if (readings.some((reading) => reading.startsWith(word))) return 3;
  return initials.some((letters) => letters.startsWith(word)) ? 4 : undefined;
}

/** What a benefit can be found by, the weightier first. */
export type SearchFields = {
  readonly title: IndexedText;
  readonly brand: readonly IndexedText[];
  readonly category: IndexedText;
  /** Tags, the operator's own words and the SKUs. */
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

/** Parts of a keyword: spaces part them, and each must be found. */
export const wordsOf = (keyword: string): string[] =>
  keyword
    .split(/\s+/u)
    .map(normalizeText)
    .filter((word) => word !== "");

/** How well a keyword fits: the sum over its parts, the lower the better; undefined when one part is nowhere. */
export function rankOf(words: readonly string[], findable: SearchFields): number | undefined {
  let sum = 0;
  for (const word of words) {
    const found = [
      ...best(word, [findable.title], TITLE),
      ...best(word, findable.brand, BRAND),
      ...best(word, [findable.category], CATEGORY),
      ...best(word, findable.words, WORDS),
    ];
    if (found.length === 0) return undefined;
    sum += Math.min(...found);
  }
  return sum;
}
