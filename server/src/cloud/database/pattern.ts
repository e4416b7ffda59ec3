/**
 * Supports regular expressions that are plain text with optional anchors: `^abc`, `abc$`, `abc`,
 * with or without case. They become a LIKE with escaped text; a client's regular expression is
 * never executed.
 */
import { syntaxFault } from "./fault.ts";

export type Pattern = {
  readonly text: string;
  readonly isAnchoredAtStart: boolean;
  readonly isAnchoredAtEnd: boolean;
  readonly isCaseInsensitive: boolean;
};

/** Every character is literal, or is a sign after a backslash. */
const PLAIN = /^(?:[^\\^$.*+?()[\]{}|]|\\[^\w\s])*$/u;

/** A `$` at the end that is not escaped by a backslash. */
const ENDS = /(?:^|[^\\])(?:\\\\)*\$$/u;

/** Returns the pattern. Throws SYNTAX_ERROR for anything that needs a regular expression engine. */
export function patternOf(source: string | undefined, flags: unknown): Pattern {
  if (source === undefined) throw syntaxFault("正则表达式需要文本");
  const marks = flags ?? "";
  if (marks !== "" && marks !== "i") throw syntaxFault("正则表达式只支持 i 标志");
  const isAnchoredAtStart = source.startsWith("^");
  const isAnchoredAtEnd = ENDS.test(source);
  const plain = source.slice(isAnchoredAtStart ? 1 : 0, isAnchoredAtEnd ? -1 : undefined);
  if (!PLAIN.test(plain)) throw syntaxFault("正则表达式只支持普通文本与首尾的 ^ $");
  const text = plain.replaceAll(/\\(.)/gu, "$1");
  return {
    text,
    isAnchoredAtStart,
    isAnchoredAtEnd,
    isCaseInsensitive: marks === "i",
  };
}

/** Returns the pattern as LIKE text. */
export const likeText = ({ text, isAnchoredAtStart, isAnchoredAtEnd }: Pattern): string =>
  `${isAnchoredAtStart ? "" : "%"}${text.replaceAll(/[\\%_]/g, "\\$&")}${isAnchoredAtEnd ? "" : "%"}`;

/** Returns whether a text matches the pattern; the result is the same as the database's LIKE. */
export function matchesPattern(value: string, pattern: Pattern): boolean {
  const { isAnchoredAtStart, isAnchoredAtEnd, isCaseInsensitive } = pattern;
  const [within, text] = isCaseInsensitive
    ? [value.toLowerCase(), pattern.text.toLowerCase()]
    : [value, pattern.text];
  if (isAnchoredAtStart && isAnchoredAtEnd) return within === text;
  if (isAnchoredAtStart) return within.startsWith(text);
  return isAnchoredAtEnd ? within.endsWith(text) : within.includes(text);
}
