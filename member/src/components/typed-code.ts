/**
 * How a typed exchange code is stored, shown and counted; pure functions, so that the field only
 * draws.
 */
import { CODE_SYMBOLS, normalizeOwnCode, parseCode } from "@yunjing/contract/exchange-code";

/** A code issued elsewhere may have 6 to 64 characters. */
const FOREIGN_LENGTH_MIN = 6;
const CODE_LENGTH_MAX = 64;
const OUR_GROUPS = /^[0-9A-Z]{0,18}$/;

/**
 * Returns the stored form of a typed or pasted code: upper case, no spaces, at most 64 characters.
 * Hyphens stay, because they may be part of a code issued elsewhere; only a complete code of our
 * own format with correct check symbols loses them.
 */
export function normalizeTypedCode(typed: string): string {
  const code = typed.toUpperCase().replace(/\s/g, "").slice(0, CODE_LENGTH_MAX);
  const reading = parseCode(code);
  return reading.form === "own" ? reading.code : code;
}

/**
 * Returns what the field shows: 4-4-4-4-2 with spaces, or unchanged when it cannot be our own
 * format.
 */
export const formatTypedCode = (code: string): string =>
  OUR_GROUPS.test(code) ? (code.match(/.{1,4}/g) ?? []).join(" ") : code;

/** Returns the missing symbols of our own format, drawn after the typed text: "_ ____ __". */
export function remainingPlaces(code: string): string {
  if (!OUR_GROUPS.test(code)) return "";
  let places = "";
  for (let at = code.length; at < CODE_SYMBOLS; at += 1)
    places += at % 4 === 0 && at > 0 ? " _" : "_";
  return places;
}

/**
 * Returns the caret position in the reformatted text: after the same number of symbols as before.
 */
export function caretAfter(shown: string, symbols: number): number {
  let seen = 0;
  for (let at = 0; at < shown.length; at += 1) {
    if (seen === symbols) return at;
    if (shown[at] !== " ") seen += 1;
  }
  return shown.length;
}

export interface CodeProgress {
  /** "10 / 18", or the plain length of a code that is not of our own format. */
  readonly countText: string;
  /** Why the code cannot be looked up yet; absent when it can. */
  readonly reason?: string;
  /** Our own format with a wrong check symbol, so probably a typo. The code may still be sent. */
  readonly isTypoLikely: boolean;
}

/** Any code of 6 to 64 characters may be looked up; our own format only gets extra help. */
export function codeProgress(code: string): CodeProgress {
  const form = parseCode(code).form;
  const length = normalizeOwnCode(code).length;
  const isTypoLikely = form === "typo";
  const countText = OUR_GROUPS.test(code) ? `${length} / ${CODE_SYMBOLS}` : `${code.length} 位`;
  if (code === "") return { countText, reason: "请输入兑换码", isTypoLikely };
  if (code.length < FOREIGN_LENGTH_MIN) {
    return { countText, reason: `还差 ${CODE_SYMBOLS - length} 位`, isTypoLikely };
  }
  if (form === "none") return { countText, reason: "只能有字母、数字和短横", isTypoLikely };
  return { countText, isTypoLikely };
}
