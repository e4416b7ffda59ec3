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

/** Splits a name or a text into lower-case words; camel case counts as several. */
export const wordsOf = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** Returns the path of a source and the names that it declares. */
export const namesOf = ({ path, text }: Source): string[] => [
  path,
  ...[...text.matchAll(DECLARED)].map(([, name = ""]) => name),
];

const vagueWord = (name: string): string | undefined =>
  wordsOf(name).find((word) => VAGUE.has(word));

/**
 * Returns findings for vague words in a path or in declared names. "Service worker" is the
 * browsers' term and allowed.
 */
export function nameFaults(source: Source): string[] {
  const { path } = source;
  const [, ...declared] = namesOf(source);
  const own = path.replace(/service-worker(\.test)?\.ts$/, "worker.ts");
  return [own, ...declared].flatMap((name) => {
    const word = vagueWord(name.replace(/serviceWorker/i, "worker"));
    return word ? [`${path}: "${word}" in ${name} is too vague; use a specific noun`] : [];
  });
}

/** Names that are not the one name of their role, and the name to use. */
const ROLE_NAMES: readonly { readonly files: RegExp; readonly use: string }[] = [
  { files: /^server\/src\/domain\/.*-store\.ts$/, use: "store.ts or store/<noun>.ts" },
  {
    files:
      /^server\/src\/domain\/(?!.*\/(?:actions|store)\/operator\/)(?:.*\/)?operator\/[^/]+\.ts$/,
    use: "actions/operator/<noun>.ts",
  },
  { files: /\/testing-[^/]+\.tsx?$|\/fixture\.tsx?$/, use: "testing.ts or <noun>.fixture.ts" },
];

/** Returns a finding for a file that has another name than its role has everywhere. */
export function roleNameFaults({ path }: Source): string[] {
  const role = ROLE_NAMES.find(({ files }) => files.test(path));
  return role ? [`${path}: this role is named ${role.use}`] : [];
}

/** Migrations are never changed afterwards, so they may be long. */
export const isTooLong = ({ path, text }: Source): boolean =>
  !path.startsWith("server/migrations/") && text.trimEnd().split("\n").length > LINES_MAX;
