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
  const isFromStart = source.startsWith("^");
  const isToEnd = ENDS.test(source);
  const plain = source.slice(isFromStart ? 1 : 0, isToEnd ? -1 : undefined);
  if (!PLAIN.test(plain)) throw syntaxFault("正则表达式只支持普通文本与首尾的 ^ $");
  const text = plain.replaceAll(/\\(.)/gu, "$1");
  return {
    text,
    isAnchoredAtStart: isFromStart,
    isAnchoredAtEnd: isToEnd,
    isCaseInsensitive: marks === "i",
  };
}

/** Returns the pattern as LIKE text. */
export const likeText = ({
  text,
  isAnchoredAtStart: isFromStart,
  isAnchoredAtEnd: isToEnd,
}: Pattern): string =>
  `${isFromStart ? "" : "%"}${text.replaceAll(/[\\%_]/g, "\\$&")}${isToEnd ? "" : "%"}`;

/** Returns whether a text matches the pattern; the result is the same as the database's LIKE. */
export function matchesPattern(value: string, pattern: Pattern): boolean {
  const {
    isAnchoredAtStart: isFromStart,
    isAnchoredAtEnd: isToEnd,
    isCaseInsensitive: isAnyCase,
  } = pattern;
  const [within, text] = isAnyCase
    ? [value.toLowerCase(), pattern.text.toLowerCase()]
    : [value, pattern.text];
  if (isFromStart && isToEnd) return within === text;
  if (isFromStart) return within.startsWith(text);
  return isToEnd ? within.endsWith(text) : within.includes(text);
}
