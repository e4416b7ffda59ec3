/**
 * Tests the write probe: a real write, rare enough to cost nothing, and false whenever writes do
 * not succeed.
 */
import { sql } from "drizzle-orm";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { testContext } from "../testing.ts";
import { closeDatabase, type Db, openDatabase } from "./pool.ts";
import { type FreshDatabase, freshDatabase } from "./testing.ts";
import { createWriteProbe } from "./write-probe.ts";

let [database, owner, db] = [] as unknown as [FreshDatabase, pg.Client, Db];
let now = 0;
const { log, ids } = testContext();
beforeAll(async () => {
  database = await freshDatabase();
  owner = new pg.Client(database.ownerUrl);
  await owner.connect();
});
beforeEach(() => {
  db = openDatabase({ url: database.appUrl, log });
});
afterEach(() => closeDatabase(db));
afterAll(async () => {
  await owner.end();
  await database.drop();
});

const probe = () => createWriteProbe(db, { log, ids, now: () => now });
const pagesOf = async (): Promise<number> => {
  const result = await owner.query("SELECT pg_relation_size('write_probe') / 8192 AS pages");
  return Number(result.rows[0].pages);
};

test("writes a new page and leaves no row", async () => {
  const before = await pagesOf();
  expect(await probe().succeeds()).toBe(true);
  expect(await probe().succeeds()).toBe(true);
  expect(await pagesOf()).toBe(before + 2);
  expect((await owner.query("SELECT 1 FROM write_probe")).rowCount).toBe(0);
});

test("writes once in five seconds, however often it is called", async () => {
  const before = await pagesOf();
  const one = probe();
  const probeManyTimes = () => Promise.all(Array.from({ length: 200 }, () => one.succeeds()));
  expect(new Set(await probeManyTimes())).toEqual(new Set([true]));
  now += 4_999;
  await probeManyTimes();
  expect(await pagesOf()).toBe(before + 1);
  now += 1;
  await probeManyTimes();
  expect(await pagesOf()).toBe(before + 2);
});

test("fails while the database accepts no writes, and recovers", async () => {
  const name = new URL(database.appUrl).pathname.slice(1);
  await owner.query(`ALTER DATABASE ${name} SET default_transaction_read_only = on`);
  const one = probe();
  expect((await db.execute(sql`SELECT 1 AS n`)).rows).toEqual([{ n: 1 }]);
  expect(await one.succeeds()).toBe(false);
  await owner.query("SET default_transaction_read_only = off");
  await owner.query(`ALTER DATABASE ${name} RESET default_transaction_read_only`);
  await closeDatabase(db);
  db = openDatabase({ url: database.appUrl, log });
  expect(await probe().succeeds()).toBe(true);
});

test("fails when a write does not finish, and starts no second one meanwhile", async () => {
  await owner.query("BEGIN; LOCK TABLE write_probe IN ACCESS EXCLUSIVE MODE");
  const one = probe();
  expect(await one.succeeds()).toBe(false);
  expect(await Promise.all([one.succeeds(), one.succeeds()])).toEqual([false, false]);
  const waiting = await owner.query(
    "SELECT count(*)::int AS n FROM pg_stat_activity WHERE query LIKE '%INTO write_probe%' AND wait_event_type = 'Lock'",
  );
  expect(waiting.rows).toEqual([{ n: 1 }]);
  await owner.query("ROLLBACK");
});

test("a slow write leaves a process in service for three seconds", async () => {
  const one = probe();
  expect(await one.succeeds()).toBe(true);
  now += 5_000;
  await owner.query("BEGIN; LOCK TABLE write_probe IN ACCESS EXCLUSIVE MODE");
  expect(await one.succeeds()).toBe(true);
  now += 2_999;
  expect(await one.succeeds()).toBe(true);
  now += 1;
  expect(await one.succeeds()).toBe(false);
  await owner.query("ROLLBACK");
  await expect.poll(() => one.succeeds()).toBe(true);
});
