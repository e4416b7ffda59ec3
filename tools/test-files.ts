/**
 * Sorts the test files of Node by what they need: a database, a process of their own, or neither.
 */
import { readSources, type Source } from "./boundaries/sources.ts";
import { isolatedTests } from "./isolated-tests.ts";

/** A file that imports one of these, directly or through others, starts a database. */
const DATABASE_STARTERS = new Set([
  "server/src/platform/database/testing.ts",
  "server/src/platform/database/embedded.ts",
  "e2e/faults/process.fixture.ts",
]);
const TEST = /^(?:contract|server|sandbox|tools|e2e)\/.*\.test\.ts$/;

export type TestFiles = {
  /** Need no database; share the modules of a worker. */
  readonly unit: readonly string[];
  /** Start a database; share the modules of a worker. */
  readonly database: readonly string[];
  /** Change what a whole process shares; each runs in a process of its own. */
  readonly isolated: readonly string[];
};

/** Returns a function that says whether a file starts a database, by its imports. */
function databaseCheck(sources: readonly Source[]): (path: string) => boolean {
  const byPath = new Map(sources.map((source) => [source.path, source]));
  const known = new Map<string, boolean>();
  const startsDatabase = (path: string): boolean => {
    const before = known.get(path);
    if (before !== undefined) return before;
    // Ends the recursion in a circle of imports.
    known.set(path, DATABASE_STARTERS.has(path));
    const imports = byPath.get(path)?.imports ?? [];
    const found =
      DATABASE_STARTERS.has(path) ||
      imports.some(({ file, isTypeOnly }) => file && !isTypeOnly && startsDatabase(file));
    known.set(path, found);
    return found;
  };
  return startsDatabase;
}

/** Returns the test files below `root`, except those of the member app and of the browser. */
export function sortTestFiles(root: string): TestFiles {
  const sources = readSources(root);
  const startsDatabase = databaseCheck(sources);
  const tests = sources.flatMap(({ path }) => (TEST.test(path) ? path : []));
  const isIsolated = (path: string) => Object.hasOwn(isolatedTests, path);
  return {
    unit: tests.filter((path) => !isIsolated(path) && !startsDatabase(path)),
    database: tests.filter((path) => !isIsolated(path) && startsDatabase(path)),
    isolated: tests.filter(isIsolated),
  };
}
