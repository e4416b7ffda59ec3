/**
 * Tests a start on a database that has the present schema already, and on one of a newer version.
 */
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
beforeAll(async () => {
  database = await freshDatabase();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => database.drop());

/** Calls `migrate` and returns the statements that it sent. */
async function statementsOfStart(): Promise<readonly string[]> {
  const sent = vi.spyOn(pg.Client.prototype, "query");
  await migrate(database.ownerUrl, files);
  return sent.mock.calls.map(([statement]) => String(statement));
}

/** Returns the transaction of the newest write to the roles, which all databases share. */
async function lastRoleChange(): Promise<string> {
  const client = new pg.Client(database.superuserUrl);
  await client.connect();
  try {
    const { rows } = await client.query<{ xmin: string }>(
      "SELECT max(xmin::text::bigint)::text AS xmin FROM pg_db_role_setting WHERE setdatabase = 0",
    );
    return rows[0]?.xmin ?? "";
  } finally {
    await client.end();
  }
}

test("a start with the present schema sends few statements, whatever the number of files", async () => {
  const statements = await statementsOfStart();
  expect(statements.length).toBeLessThanOrEqual(4);
});

test("a start does not write the role's settings again", async () => {
  await migrate(database.ownerUrl, files);
  const before = await lastRoleChange();
  await migrate(database.ownerUrl, files);
  expect(await lastRoleChange()).toBe(before);
});

test("a function whose text differs is applied again, and no other", async () => {
  await database.asOwner(
    "UPDATE migration SET hash = 'other' WHERE name = 'function platform/' || (SELECT split_part(min(name), '/', 2) FROM migration WHERE name LIKE 'function platform/%')",
  );
  const applied: string[] = [];
  await migrate(database.ownerUrl, files, (name) => applied.push(name));
  expect(applied).toHaveLength(1);
  expect(applied[0]).toMatch(/^function platform\//);
});

test("a version that lacks a migration of the database applies nothing to it", async () => {
  const unknown = "WHERE name = '9999_newer.sql'";
  await database.asOwner(
    "UPDATE migration SET hash = 'newer' WHERE name = 'function closing/closing.sql'",
  );
  await database.asOwner("INSERT INTO migration (name, hash) VALUES ('9999_newer.sql', 'hash')");
  const applied: string[] = [];
  await expect(migrate(database.ownerUrl, files, (name) => applied.push(name))).rejects.toThrow(
    "the database belongs to a newer version, which applied 9999_newer.sql",
  );
  expect(applied).toEqual([]);
  await database.asOwner(`DELETE FROM migration ${unknown}`);
  await migrate(database.ownerUrl, files, (name) => applied.push(name));
  expect(applied).toEqual(["function closing/closing.sql"]);
});

test("a migration that was changed after it had been applied stops the start", async () => {
  await database.asOwner(
    "UPDATE migration SET hash = 'other' WHERE name = (SELECT min(name) FROM migration WHERE name NOT LIKE 'function %')",
  );
  await expect(migrate(database.ownerUrl, files)).rejects.toThrow("was changed after it had been");
});
