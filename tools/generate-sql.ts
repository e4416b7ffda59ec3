/**
 * Writes the callers of SQL functions into `server/src/sql` from the catalogue of a migrated
 * database: `npm run generate-sql`. With `-- --check` it only reports files that differ.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { withMigratedDatabase } from "../server/src/platform/database/migrated-cluster.ts";
import { generatedFiles } from "../server/src/sql/generator/modules.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SOURCE = join(ROOT, "server", "src");

const formatted = (path: string, text: string): string =>
  execFileSync(
    join(ROOT, "node_modules", ".bin", "biome"),
    ["format", `--stdin-file-path=${join(SOURCE, path)}`],
    { cwd: ROOT, input: text, encoding: "utf8" },
  );

const stored = (path: string): string =>
  existsSync(join(SOURCE, path)) ? readFileSync(join(SOURCE, path), "utf8") : "";

const isCheck = process.argv.includes("--check");
const files = await withMigratedDatabase("yunjing-sql-", (client) => generatedFiles(client));
let differing = 0;
for (const [path, text] of files) {
  if (stored(path) === text) continue;
  const wanted = formatted(path, text);
  if (stored(path) === wanted) continue;
  differing++;
  if (!isCheck) writeFileSync(join(SOURCE, path), wanted);
  console.log(`${isCheck ? "differs" : "written"}: server/src/${path}`);
}
for (const file of readdirSync(join(SOURCE, "sql")).filter((name) => /^[a-z]+\.ts$/.test(name))) {
  if (files.has(`sql/${file}`)) continue;
  differing++;
  if (!isCheck) rmSync(join(SOURCE, "sql", file));
  console.log(`${isCheck ? "without schemas" : "removed"}: server/src/sql/${file}`);
}
if (isCheck && differing > 0) {
  console.log("run `npm run generate-sql`");
  process.exitCode = 1;
}
