/** The generated callers agree with the database's catalogue, and its functions stay callable. */
import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type FreshDatabase, freshDatabase } from "../platform/database/testing.ts";
import { readCatalogue } from "./generator/catalogue.ts";
import { generatedFiles } from "./generator/modules.ts";

const SOURCE = fileURLToPath(new URL("..", import.meta.url));
const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const ARGUMENTS_MAX = 8;

let database: FreshDatabase;
let client: pg.Client;
beforeAll(async () => {
  database = await freshDatabase();
  client = new pg.Client({ connectionString: database.ownerUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await database.drop();
});

const formatted = (path: string, text: string): string =>
  execFileSync(
    join(ROOT, "node_modules", ".bin", "biome"),
    ["format", `--stdin-file-path=${join(SOURCE, path)}`],
    { cwd: ROOT, input: text, encoding: "utf8" },
  );

test("every generated caller agrees with the catalogue", async () => {
  const wanted = await generatedFiles(client);
  const stored = readdirSync(join(SOURCE, "sql")).filter((file) => /^[a-z]+\.ts$/.test(file));
  expect([...wanted.keys()].sort()).toEqual(stored.map((file) => `sql/${file}`).sort());
  const differing = [...wanted].filter(([path, text]) => {
    const file = readFileSync(join(SOURCE, path), "utf8");
    return file !== text && file !== formatted(path, text);
  });
  expect(differing, "npm run generate-sql").toEqual([]);
});

test("no SQL function has more than eight arguments", async () => {
  const found = (await readCatalogue(client))
    // The check of a row takes the columns of its table (decision 0230).
    .filter(({ name }) => !/_is_(?:item_)?sound$/.test(name))
    .filter((one) => one.arguments.length > ARGUMENTS_MAX)
    .map(({ name }) => name);
  expect(found).toEqual([]);
});
