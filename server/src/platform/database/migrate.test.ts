/** A start migrates only a database of its own or an earlier version. */
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "./migrate.ts";
import { type FreshDatabase, freshDatabase } from "./testing.ts";

const files = {
  migrations: fileURLToPath(new URL("../../../migrations", import.meta.url)),
  domain: fileURLToPath(new URL("../../domain", import.meta.url)),
};
let database: FreshDatabase;
let owner: pg.Client;

beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client({ connectionString: database.ownerUrl });
  await owner.connect();
});
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const namesApplied = async (): Promise<string[]> => {
  const applied: string[] = [];
  await migrate(database.ownerUrl, files, (name) => applied.push(name));
  return applied;
};

test("a second start applies nothing; a function whose text changed is applied again", async () => {
  expect(await namesApplied()).toEqual([]);
  const changed = "function closing/closing.sql";
  await owner.query("UPDATE migration SET hash = 'former' WHERE name = $1", [changed]);
  expect(await namesApplied()).toEqual([changed]);
});

test("a version that lacks a migration of the database applies nothing to it", async () => {
  const former = "UPDATE migration SET hash = 'newer' WHERE name = 'function closing/closing.sql'";
  await owner.query(former);
  await owner.query("INSERT INTO migration (name, hash) VALUES ('9999_newer.sql', 'hash')");
  await expect(migrate(database.ownerUrl, files)).rejects.toThrow(
    "the database belongs to a newer version, which applied 9999_newer.sql",
  );
  const { rows } = await owner.query("SELECT 1 FROM migration WHERE hash = 'newer'");
  expect(rows).toHaveLength(1);
});

test("a migration whose text changed after it was applied is refused", async () => {
  await owner.query("DELETE FROM migration WHERE name = '9999_newer.sql'");
  await owner.query("UPDATE migration SET hash = 'other' WHERE name LIKE '0241%'");
  await expect(migrate(database.ownerUrl, files)).rejects.toThrow(/0241\S+ was changed after/);
});
