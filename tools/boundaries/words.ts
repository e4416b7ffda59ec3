/**
 * Finds words that are metaphors in this project, in paths, declared names and comments, and names
 * the plain term. The list is small on purpose: it holds what once spread, not a taste.
 */
import { namesOf, wordsOf } from "./names.ts";
import type { Source } from "./sources.ts";

/** The banned word, and the term of the field that replaces it. */
const TERMS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    bed: "testEnv",
    bond: "binding",
    courier: "outbox handler",
    desk: "operator, manual queue",
    hear: "subscribe, receive",
    house: "repository, architecture",
    keeper: "scheduled job",
    news: "domain event",
    room: "module",
    rung: "level",
    shelf: "cache",
    tidy: "normalise, clean up",
    treaty: "API contract",
    vitals: "health",
  }),
);
/** Banned in comments only: pronouns and verbs that hide who does what. */
const RIDDLES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    anybody: "anonymous caller, any member",
    everybody: "all members, every caller",
    nobody: "no member, no caller",
    somebody: "a member, a caller",
    told: "notified, returned",
    whoever: "the member, the caller",
  }),
);

/** Names that are data or part of the public contract, and uses in the word's plain sense. */
export const wordAllowances: readonly { readonly text: string; readonly why: string }[] = [
  { text: "operatorDesk", why: "the contract's name of a group of operations" },
  { text: "operator-desk", why: "tests of that group" },
  { text: "operators/desk", why: "the contract's files of that group" },
  { text: "desk_claimed", why: "a stored kind of history entry" },
  { text: "deskSlaMs", why: "a public setting" },
  { text: "deskClaimMs", why: "a public setting" },
  { text: "{room}", why: "the data of a refusal" },
  { text: "newsId", why: "an argument of SQL functions" },
  { text: "told apart", why: "distinguished; not a metaphor" },
];

const BLOCK = /\/\*[\s\S]*?\*\//g;
const LINE = /(?<![:"'`\w])\/\/.*$/gm;
const SQL_LINE = /^\s*--.*$/gm;
/** Not prose: quoted names, and refusal codes. */
const QUOTED = /`[^`]*`|"[^"]*"|\b[A-Z]+(?:_[A-Z]+)+\b/g;

/** Returns the singular of a plural, so that the list names each word once. */
const singular = (word: string): string =>
  word === "shelves" ? "shelf" : word === "news" ? word : word.replace(/s$/, "");

const termFor = (word: string): string | undefined => TERMS.get(word) ?? TERMS.get(singular(word));

function commentsOf({ path, text }: Source): string {
  const parts = path.endsWith(".sql")
    ? text.match(SQL_LINE)
    : [...(text.match(BLOCK) ?? []), ...(path.endsWith(".css") ? [] : (text.match(LINE) ?? []))];
  return (parts ?? []).join("\n").replace(QUOTED, "");
}

const withoutAllowed = (text: string): string =>
  wordAllowances.reduce((rest, allowed) => rest.replaceAll(allowed.text, ""), text);

/** Returns a finding for each banned word of a source; applied migrations are exempt. */
export function wordFaults(source: Source): string[] {
  const { path } = source;
  if (path.startsWith("server/migrations/") || path.startsWith("tools/boundaries/words")) return [];
  const ofNames = namesOf(source).flatMap((name) =>
    wordsOf(withoutAllowed(name)).flatMap((word) => {
      const term = termFor(word);
      return term ? [`${path}: the name ${name} has "${word}"; use ${term}`] : [];
    }),
  );
  const ofComments = wordsOf(withoutAllowed(commentsOf(source))).flatMap((word) => {
    const term = termFor(word) ?? RIDDLES.get(word);
    return term ? [`${path}: a comment has "${word}"; use ${term}`] : [];
  });
  return [...new Set([...ofNames, ...ofComments])];
}
