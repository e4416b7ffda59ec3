/**
 * Finds files of the product that no entry point imports, directly or over others: unused files,
 * and files that only tests use.
 */
import { reachedFrom } from "./reached-files.ts";
import { isTest, type Source } from "./sources.ts";

/** What starts the product (processes, the app's page, its service worker), and declarations. */
const ENTRIES = new Set([
  "server/src/main.ts",
  "server/src/figures.ts",
  "server/src/migrate.ts",
  "server/src/operator.ts",
  "server/src/distribute.ts",
  "server/src/backup.ts",
  "server/src/restore-drill.ts",
  "server/src/reset.ts",
  "sandbox/src/main.ts",
  "console/src/app/main.tsx",
  "console/src/app/vite-client.d.ts",
  "member/src/main.tsx",
  "member/src/worker/service-worker.ts",
  "member/src/server/render.tsx",
  "member/src/sandbox/ribbon.tsx",
  "member/src/vite-client.d.ts",
  // Declarations that a test compares with the database.
  "server/src/app/layout.ts",
  "server/src/domain/reconciliation/lifecycles.ts",
  // Writes what the former build uses of the database.
  "tools/former-build.ts",
  // Writes the callers of the SQL functions.
  "tools/generate-sql.ts",
  // Writes the triggers of the lifecycles.
  "tools/lifecycles.ts",
]);
const PRODUCT = /^(contract|server|console|member|sandbox)\/src\/(?!sql\/).*\.(tsx?|css)$/;

/**
 * Returns the files under `src` that the product does not use, each with its fault as the end of a
 * sentence about it. A repository without an entry point has no product.
 */
export function unusedFiles(sources: readonly Source[]): { path: string; fault: string }[] {
  const paths = sources.map(({ path }) => path);
  if (!paths.some((path) => ENTRIES.has(path))) return [];
  const imports = new Map(
    sources.map((source) => [source.path, source.imports.flatMap(({ file }) => file ?? [])]),
  );
  const inProduct = reachedFrom(ENTRIES, imports);
  const inTests = reachedFrom(
    paths.filter((path) => !PRODUCT.test(path) || /\.test\.tsx?$/.test(path)),
    imports,
  );
  return paths
    .filter((path) => PRODUCT.test(path) && !isTest(path) && !inProduct.has(path))
    .map((path) => ({
      path,
      fault: inTests.has(path)
        ? "only tests use it; name it *.fixture.ts or testing.ts, or remove it"
        : "nothing imports it",
    }));
}
