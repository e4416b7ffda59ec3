/** A start migrates only a database of its own or an earlier version, and costs little without changes. */
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
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
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const namesApplied = async (): Promise<string[]> => {
  const applied: string[] = [];
  await migrate(database.ownerUrl, files, (name) => applied.push(name));
  return applied;
};

test("a start without changes sends few statements, whatever the number of files", async () => {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  expect(await namesApplied()).toEqual([]);
  expect(sent.mock.calls.length).toBeLessThanOrEqual(4);
});

test("a start does not write the settings of the application's role again", async () => {
  const lastChange = async () => {
    const settings = `SELECT max(xmin::text::bigint)::text AS xmin FROM pg_db_role_setting
      WHERE setdatabase = 0`;
    const { rows } = await owner.query<{ xmin: string }>(settings);
    return rows[0]?.xmin;
  };
  await namesApplied();
  const before = await lastChange();
  expect(before).toBeDefined();
  await namesApplied();
  expect(await lastChange()).toBe(before);
});

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
