/** Finds vague names, and files that are too long. */
import type { Source } from "./sources.ts";

const VAGUE = new Set([
  "util",
  "utils",
  "helper",
  "helpers",
  "common",
  "misc",
  "manager",
  "service",
]);
const DECLARED =
  /^\s*(?:export\s+)?(?:async\s+)?(?:const|let|function\*?|class|type|interface)\s+([A-Za-z_$][\w$]*)/gm;
const LINES_MAX = 400;

const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

const vagueWord = (name: string): string | undefined =>
  wordsOf(name).find((word) => VAGUE.has(word));

/**
 * Returns findings for vague words in a path or in declared names. "Service worker" is the
 * browsers' term and allowed.
 */
export function nameFaults({ path, text }: Source): string[] {
  const own = path.replace(/service-worker(\.test)?\.ts$/, "worker.ts");
  const names = [own, ...[...text.matchAll(DECLARED)].map(([, name = ""]) => name)];
  return names.flatMap((name) => {
    const word = vagueWord(name.replace(/serviceWorker/i, "worker"));
    return word ? [`${path}: "${word}" in ${name} is too vague; use a specific noun`] : [];
  });
}

/** Migrations are never changed afterwards, so they may be long. */
export const isTooLong = ({ path, text }: Source): boolean =>
  !path.startsWith("server/migrations/") && text.trimEnd().split("\n").length > LINES_MAX;
