/** A refused statement keeps its connection; one that the server has ended is replaced. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { testContext } from "../testing.ts";
import { closeDatabase, type Db, openDatabase, runPrepared } from "./pool.ts";
import { type FreshDatabase, freshDatabase } from "./testing.ts";

let fresh: FreshDatabase;
let db: Db;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.superuserUrl, log: testContext().log, size: 1 });
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

const connection = async (): Promise<number | undefined> =>
  (await db.$client.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
const raise = (sqlState: string) =>
  db.execute(`DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '${sqlState}'; END $$`);

test.each([
  ["a function's refusal", "YJ010"],
  ["a violated constraint", "23514"],
  ["a deadlock", "40P01"],
])("%s keeps its connection", async (_, sqlState) => {
  const before = await connection();
  await expect(raise(sqlState)).rejects.toMatchObject({ cause: { code: sqlState } });
  expect(await connection()).toBe(before);
});

test("any other error, and an end by the server, replaces the connection", async () => {
  const before = await connection();
  await expect(raise("25006")).rejects.toMatchObject({ cause: { code: "25006" } });
  const after = await connection();
  expect(after).not.toBe(before);
  await expect(db.execute("SELECT pg_terminate_backend(pg_backend_pid())")).rejects.toThrow();
  expect(await connection()).not.toBe(after);
});

test("a prepared statement runs once after an upgrade has changed its columns", async () => {
  await db.execute("CREATE TABLE shown (n integer); CREATE TABLE ran (n integer)");
  const statement = {
    name: "shown",
    text: "WITH run AS (INSERT INTO ran VALUES ($1) RETURNING n) SELECT shown.*, run.n AS ran FROM run LEFT JOIN shown ON true",
  };
  const run = (n: number) => runPrepared(db, statement, [n]);
  expect(await run(1)).toEqual([{ n: null, ran: 1 }]);
  await db.execute("ALTER TABLE shown ADD COLUMN title text");
  expect(await run(2)).toEqual([{ n: null, title: null, ran: 2 }]);
  expect(await run(3)).toEqual([{ n: null, title: null, ran: 3 }]);
  const { rows } = await db.$client.query("SELECT n FROM ran ORDER BY n");
  expect(rows).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }]);
});

test("without a second try it fails, and has written nothing", async () => {
  await db.execute("CREATE TABLE changed (n integer)");
  const named = () => db.$client.query({ name: "changed", text: "SELECT * FROM changed" });
  await named();
  await db.execute("ALTER TABLE changed ADD COLUMN title text");
  await expect(named()).rejects.toMatchObject({ routine: "RevalidateCachedQuery" });
});
