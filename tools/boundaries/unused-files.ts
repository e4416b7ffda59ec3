/**
 * Finds files of the product that no entry point imports, directly or over others: unused files,
 * and files that only tests use.
 */
import { isTest, type Source } from "./sources.ts";

/** What starts the product: processes, the app's page and its service worker. */
const ENTRIES = new Set([
  "server/src/main.ts",
  "server/src/reset.ts",
  "sandbox/src/main.ts",
  "member/src/main.tsx",
  "member/src/worker/service-worker.ts",
  "member/src/vite-client.d.ts",
]);
const PRODUCT = /^(contract|server|member|sandbox)\/src\/.*\.(tsx?|css)$/;

/** Returns every file that the given ones import, directly or over others, and these themselves. */
function reachedFrom(starts: Iterable<string>, sources: readonly Source[]): Set<string> {
  const imports = new Map(
    sources.map((source) => [source.path, source.imports.flatMap(({ file }) => file ?? [])]),
  );
  const reached = new Set(starts);
  for (const file of reached) for (const next of imports.get(file) ?? []) reached.add(next);
  return reached;
}

/** Returns a finding for each file under `src` that the product does not use. */
export function unusedFileFaults(sources: readonly Source[]): string[] {
  const paths = sources.map(({ path }) => path);
  const inProduct = reachedFrom(ENTRIES, sources);
  const inTests = reachedFrom(
    paths.filter((path) => !PRODUCT.test(path) || /\.test\.tsx?$/.test(path)),
    sources,
  );
  return paths
    .filter((path) => PRODUCT.test(path) && !isTest(path) && !inProduct.has(path))
    .map((path) =>
      inTests.has(path)
        ? `${path}: only tests use it; name it *.fixture.ts or testing.ts, or remove it`
        : `${path}: nothing imports it`,
    );
}
