/**
 * Sorts the test files by what they need (a database, a process of their own, or neither) and by
 * whether the slow tier repeats them.
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
/** A file that imports this, directly or through others, covers more in the slow tier. */
const REPEAT_COUNT = "server/src/platform/repeat-count.fixture.ts";
const TEST = /^(?:contract|server|sandbox|tools|e2e)\/.*\.test\.ts$/;
const BROWSER_TEST = /^e2e\/.*\.e2e\.ts$/;

export type TestFiles = {
  /** Need no database; share the modules of a worker. */
  readonly unit: readonly string[];
  /** Start a database; share the modules of a worker. */
  readonly database: readonly string[];
  /** Change what a whole process shares; each runs in a process of its own. */
  readonly isolated: readonly string[];
  /** Of all these, the ones that the slow tier runs again with more repetitions. */
  readonly broad: readonly string[];
  /** Browser tests that the slow tier runs again with more pages, widths and repetitions. */
  readonly broadInBrowser: readonly string[];
};

/** Returns which files import which at run time: types are not loaded. */
function importersOf(sources: readonly Source[]): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>();
  for (const { path, imports } of sources) {
    for (const { file, isTypeOnly } of imports) {
      if (file === undefined || isTypeOnly) continue;
      const known = importers.get(file);
      if (known) known.push(path);
      else importers.set(file, [path]);
    }
  }
  return importers;
}

/** Returns the test files below `root`, except those of the member app and of the browser. */
export function sortTestFiles(root: string): TestFiles {
  const sources = readSources(root);
  const importers = importersOf(sources);
  const withDatabase = reachedFrom(DATABASE_STARTERS, importers);
  const withRepeatCount = reachedFrom([REPEAT_COUNT], importers);
  const paths = sources.map(({ path }) => path);
  const tests = paths.filter((path) => TEST.test(path));
  const isIsolated = (path: string) => Object.hasOwn(isolatedTests, path);
  return {
    unit: tests.filter((path) => !isIsolated(path) && !withDatabase.has(path)),
    database: tests.filter((path) => !isIsolated(path) && withDatabase.has(path)),
    isolated: tests.filter(isIsolated),
    broad: tests.filter((path) => withRepeatCount.has(path)),
    broadInBrowser: paths.filter((path) => BROWSER_TEST.test(path) && withRepeatCount.has(path)),
  };
}
