/**
 * Sorts the test files of Node by what they need: a database, a process of their own, or neither.
 */
import { reachedFrom } from "./boundaries/reached-files.ts";
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

/** Returns every file that starts a database, by its imports; types are not loaded. */
function databaseFiles(sources: readonly Source[]): ReadonlySet<string> {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of sources) {
    for (const { file, isTypeOnly } of imports) {
      if (file === undefined || isTypeOnly) continue;
      const known = importers.get(file);
      if (known) known.push(path);
      else importers.set(file, [path]);
    }
  }
  return reachedFrom(DATABASE_STARTERS, importers);
}

/** Returns the test files below `root`, except those of the member app and of the browser. */
export function sortTestFiles(root: string): TestFiles {
  const sources = readSources(root);
  const withDatabase = databaseFiles(sources);
  const tests = sources.flatMap(({ path }) => (TEST.test(path) ? path : []));
  const isIsolated = (path: string) => Object.hasOwn(isolatedTests, path);
  return {
    unit: tests.filter((path) => !isIsolated(path) && !withDatabase.has(path)),
    database: tests.filter((path) => !isIsolated(path) && withDatabase.has(path)),
    isolated: tests.filter(isIsolated),
  };
}
