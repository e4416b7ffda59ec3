/**
 * Writes `server/former-build.json` from a checkout of the build that the next upgrade begins with:
 * `npx tsx tools/former-build.ts CHECKOUT`. Run it when a version has been installed everywhere.
 */
import { execFileSync } from "node:child_process";
import { readdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { linesOfSchemas, readLines } from "../server/src/platform/database/former-build.fixture.ts";
import { withMigratedDatabase } from "../server/src/platform/database/migrated-cluster.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const TARGET = join(ROOT, "server", "former-build.json");

const checkout = resolve(process.argv[2] ?? ".");
const files = {
  migrations: join(checkout, "server/migrations"),
  domain: join(checkout, "server/src/domain"),
};
const { readSchemas } = await import(
  pathToFileURL(join(checkout, "server/src/sql/generator/modules.ts")).href
);
const json = linesOfSchemas((await readSchemas()).values());
const database = await withMigratedDatabase("yunjing-former-", readLines, files);
const commit = execFileSync("git", ["rev-parse", "HEAD"], { cwd: checkout, encoding: "utf8" });
const lastMigration = readdirSync(files.migrations)
  .filter((name) => name.endsWith(".sql"))
  .toSorted()
  .at(-1);
const lines = {
  commit: commit.trim(),
  lastMigration,
  uses: [...database.uses, ...json.uses],
  refuses: [...database.refuses, ...json.refuses],
};
writeFileSync(TARGET, `${JSON.stringify(lines, null, 2)}\n`);
console.log(
  `${lines.uses.length} lines used, ${lines.refuses.length} refused, of ${commit.trim()}`,
);
