/**
 * Tests a start on a database that has the present schema already, and on one of a newer version.
 */
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { migrate } from "./migrate.ts";
import { makeTemporaryDirectory } from "./temporary-directory.fixture.ts";
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
  const first = "WHERE name = (SELECT min(name) FROM migration WHERE name NOT LIKE 'function %')";
  await database.asOwner(`CREATE TABLE kept AS SELECT hash FROM migration ${first}`);
  await database.asOwner(`UPDATE migration SET hash = 'other' ${first}`);
  await expect(migrate(database.ownerUrl, files)).rejects.toThrow("was changed after it had been");
  await database.asOwner(
    "UPDATE migration SET hash = (SELECT hash FROM kept) WHERE hash = 'other'",
  );
  await database.asOwner("DROP TABLE kept");
});

/** The files of this version and one numbered file more, in a directory of their own. */
async function withMigration(text: string) {
  const { path, remove } = await makeTemporaryDirectory("migrate-test-");
  onTestFinished(remove);
  const migrations = join(path, "migrations");
  mkdirSync(migrations);
  cpSync(files.migrations, migrations, { recursive: true });
  writeFileSync(join(migrations, "9998_next.sql"), text);
  return { ...files, migrations };
}

test("a migration that names the text it had when it was applied is not applied again", async () => {
  const former = "CREATE TABLE made_next (id integer)";
  onTestFinished(async () => {
    await database.asOwner("DROP TABLE made_next");
    await database.asOwner("DELETE FROM migration WHERE name = '9998_next.sql'");
  });
  await migrate(database.ownerUrl, await withMigration(former));
  const applied: string[] = [];
  const again = async (text: string) =>
    migrate(database.ownerUrl, await withMigration(text), (name) => applied.push(name));
  const present = "CREATE TABLE made_next (\n  id integer\n)";
  const hash = createHash("sha256").update(former).digest("hex");
  await again(`-- Formerly ${hash}: in one line.\n${present}`);
  expect(applied).toEqual([]);
  await expect(again(present)).rejects.toThrow(
    "9998_next.sql was changed after it had been applied",
  );
});

const query = async (statement: string) => {
  const client = new pg.Client(database.superuserUrl);
  await client.connect();
  onTestFinished(() => client.end());
  return client.query(statement);
};

test("a database in use gets all files or none: a process never meets a part of them", async () => {
  const broken = await withMigration("DROP FUNCTION orders_ms(timestamptz)");
  const stale = "WHERE name = 'function orders/open.sql'";
  await database.asOwner(`UPDATE migration SET hash = 'former' ${stale}`);
  // Its functions come after the numbered file, and one of them cannot be made.
  await database.asOwner(
    "ALTER FUNCTION orders_claim_no(uuid, jsonb, timestamptz) RENAME TO orders_claim_no_was",
  );
  await database.asOwner(
    "CREATE FUNCTION orders_claim_no(p_member uuid, p_other jsonb, p_now timestamptz) RETURNS text LANGUAGE sql AS $$ SELECT '' $$",
  );
  await expect(migrate(database.ownerUrl, broken)).rejects.toThrow("cannot change name of input");
  const { rows } = await query(
    "SELECT to_regprocedure('orders_ms(timestamptz)') IS NOT NULL AS is_there, EXISTS (SELECT FROM migration WHERE name = '9998_next.sql') AS is_noted",
  );
  expect(rows).toEqual([{ is_there: true, is_noted: false }]);
  await database.asOwner("DROP FUNCTION orders_claim_no(uuid, jsonb, timestamptz)");
  await database.asOwner(
    "ALTER FUNCTION orders_claim_no_was(uuid, jsonb, timestamptz) RENAME TO orders_claim_no",
  );
  await migrate(database.ownerUrl, files);
});

test("a change that waits for a running transaction lets requests pass, and is tried again", async () => {
  const next = await withMigration("ALTER TABLE orders ADD COLUMN next_version integer");
  const holder = new pg.Client(database.superuserUrl);
  await holder.connect();
  await holder.query("BEGIN");
  await holder.query("SELECT count(*) FROM orders");
  const migrated = migrate(database.ownerUrl, next);
  const waiting =
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE application_name = 'yunjing-migrate' AND datname = current_database() AND wait_event_type = 'Lock'";
  await vi.waitFor(async () => expect((await query(waiting)).rows).toEqual([{ n: 1 }]), 5_000);
  // Waits behind the change until that gives up.
  await database.asOwner("SELECT count(*) FROM orders");
  await holder.query("COMMIT");
  await holder.end();
  await migrated;
  const added =
    "SELECT count(*)::int AS n FROM information_schema.columns WHERE column_name = 'next_version'";
  expect((await query(added)).rows).toEqual([{ n: 1 }]);
  await database.asOwner("ALTER TABLE orders DROP COLUMN next_version");
  await database.asOwner("DELETE FROM migration WHERE name = '9998_next.sql'");
});
