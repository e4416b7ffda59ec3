/**
 * Behind a pooler in transaction mode: the process finds out that notifications or prepared
 * statements do not work, says so, and goes on without them.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLog, type Log } from "../log.ts";
import { type Listener, type Notify, openListener } from "./listen.ts";
import { closeDatabase, type Db, openDatabase, runPrepared } from "./pool.ts";
import { testPreparedStatements } from "./prepared-test.ts";
import { type FreshDatabase, freshDatabase } from "./testing.ts";
import { startTransactionPooler, type TransactionPooler } from "./transaction-pooler.fixture.ts";

let database: FreshDatabase;
let pooler: TransactionPooler;
const pools: Db[] = [];
const listeners: Listener[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  pooler = await startTransactionPooler(database.appUrl, "last");
});
afterAll(async () => {
  for (const listener of listeners) await listener.close();
  for (const db of pools) await closeDatabase(db);
  await pooler.close();
  await database.drop();
});

type Line = { readonly level: string; readonly msg: string };

function recordedLog(): { log: Log; lines: () => Line[] } {
  const lines: string[] = [];
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  return { log, lines: () => lines.map((line): Line => JSON.parse(line)) };
}

function openAt(url: string): Db {
  const db = openDatabase({ url, log: createLog("silent"), size: 4 });
  pools.push(db);
  return db;
}

function listenAt(url: string, log: Log, notify: Notify): Listener {
  const listener = openListener(url, log, notify);
  listeners.push(listener);
  return listener;
}

const STATEMENT = { name: "yunjing_n", text: "SELECT 1 AS n" };

/** Runs a prepared statement twice on one connection, then on another, in three transactions. */
async function runInTurn(db: Db): Promise<void> {
  const clients = [await db.$client.connect(), await db.$client.connect()] as const;
  const [one, other] = clients;
  try {
    for (const client of [one, one, other]) await client.query(STATEMENT);
  } finally {
    for (const client of clients) client.release(true);
  }
}

test.each(["last", "first"] as const)(
  "prepared statements fail through a pooler that takes the connection freed %s; it is found at start and said once",
  async (order) => {
    const other = await startTransactionPooler(database.appUrl, order);
    const untested = openDatabase({ url: other.url, log: createLog("silent"), size: 4 });
    await expect(runInTurn(untested)).rejects.toThrow(/prepared statement/);
    await closeDatabase(untested);
    const { log, lines } = recordedLog();
    const db = openDatabase({ url: other.url, log: createLog("silent"), size: 4 });
    await testPreparedStatements(db, log);
    const said = expect.stringContaining("DATABASE_PREPARED=0");
    expect(lines().map(({ msg }) => msg)).toEqual([said]);
    const found = await Promise.all(
      Array.from({ length: 20 }, () => runPrepared(db, STATEMENT, [])),
    );
    expect(found.flat()).toEqual(Array.from({ length: 20 }, () => ({ n: 1 })));
    await closeDatabase(db);
    await other.close();
  },
);

test("without a pooler statements stay prepared, and nothing is said", async () => {
  const { log, lines } = recordedLog();
  const db = openAt(database.appUrl);
  await testPreparedStatements(db, log);
  expect(lines()).toEqual([]);
  const kept = await runPrepared(
    db,
    { name: "yunjing_names", text: "SELECT name FROM pg_prepared_statements ORDER BY name" },
    [],
  );
  expect(kept).toContainEqual({ name: "yunjing_names" });
});

const notifyBy =
  (db: Db): Notify =>
  (channel, payload) =>
    db.execute(sql`SELECT pg_notify(${channel}, ${payload})`);

test("a listener that receives nothing is not up, and its error names the setting", async () => {
  const { log, lines } = recordedLog();
  const listener = listenAt(pooler.url, log, notifyBy(openAt(pooler.url)));
  let restarts = 0;
  listener.listen(
    "yunjing_pooled",
    () => undefined,
    () => (restarts += 1),
  );
  await expect.poll(() => lines().filter(({ level }) => level === "error")).toHaveLength(1);
  expect(lines().at(-1)?.msg).toContain("DATABASE_LISTEN_URL");
  expect(listener.isUp()).toBe(false);
  expect(restarts).toBe(0);
});

test("a listener that receives its test is up, with the channels that were added meanwhile", async () => {
  const { log, lines } = recordedLog();
  const db = openAt(pooler.url);
  const heard: string[] = [];
  let testIsRunning = (): void => undefined;
  const isTested = new Promise<void>((done) => {
    testIsRunning = done;
  });
  const listener = listenAt(database.appUrl, log, async (channel, payload) => {
    listener.listen("yunjing_late", (text) => heard.push(text));
    testIsRunning();
    await notifyBy(db)(channel, payload);
  });
  listener.listen("yunjing_early", (text) => heard.push(text));
  await isTested;
  await expect.poll(() => listener.isUp()).toBe(true);
  await notifyBy(db)("yunjing_early", "one");
  await notifyBy(db)("yunjing_late", "two");
  await expect.poll(() => heard).toEqual(["one", "two"]);
  expect(lines()).toEqual([]);
});

test("a test that cannot be sent is no proof: the listener connects again and is up", async () => {
  const { log, lines } = recordedLog();
  const db = openAt(database.appUrl);
  let tries = 0;
  const listener = listenAt(database.appUrl, log, async (channel, payload) => {
    tries += 1;
    if (tries === 1) throw new Error("the pool is down");
    await notifyBy(db)(channel, payload);
  });
  listener.listen("yunjing_again", () => undefined);
  await expect.poll(() => listener.isUp()).toBe(true);
  expect(lines().filter(({ level }) => level === "error")).toEqual([]);
});
