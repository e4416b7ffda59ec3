/**
 * A regular expression as far as it is plain text with or without ends: `^abc`, `abc$`, `abc`, in any case or not. It
 * becomes a LIKE with escaped text; no expression of a client's is ever run.
 */
import { syntaxFault } from "./fault.ts";

export type Pattern = {
  readonly text: string;
  readonly isAnchoredAtStart: boolean;
  readonly isAnchoredAtEnd: boolean;
  readonly isCaseInsensitive: boolean;
};

/** Every character stands for itself, or is a sign behind a backslash. */
const PLAIN = /^(?:[^\\^$.*+?()[\]{}|]|\\[^\w\s])*$/u;

/** A dollar at the end, unless it stands behind a backslash that is no second of two. */
const ENDS = /(?:^|[^\\])(?:\\\\)*\$$/u;

/** Throws SYNTAX_ERROR for anything that would need a machine. */
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

/** The pattern as LIKE reads it. */
export const likeText = ({
  text,
  isAnchoredAtStart: isFromStart,
  isAnchoredAtEnd: isToEnd,
}: Pattern): string =>
  `${isFromStart ? "" : "%"}${text.replaceAll(/[\\%_]/g, "\\$&")}${isToEnd ? "" : "%"}`;

/** Whether a text has the pattern; the same answer as the database's LIKE. */
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
