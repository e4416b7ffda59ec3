/**
 * Tests that an id can be claimed once, also concurrently, that equal calls pass a few times, and
 * that expired ids are deleted.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../platform/database/testing.ts";
import { type TestContext, testContext } from "../platform/testing.ts";
import { cloudCleanupJob, claimOnce } from "./single-use.ts";

let database: FreshDatabase;
let db: Db;
let context: TestContext;
beforeAll(async () => {
  context = testContext();
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: context.log });
});
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

const take = (id: string, signature: string) =>
  claimOnce(context, db, { id, signature }).then(
    () => "taken",
    (error: Error) => error.message.split(":")[0],
  );
const storedCount = async (): Promise<number> => {
  const counted = await db.execute<{ n: number }>(sql`SELECT count(*)::int AS n FROM cloud_once`);
  return counted.rows[0]?.n ?? 0;
};

test("of many concurrent requests with one id, one is accepted, whatever their signatures", async () => {
  for (let round = 0; round < 10; round++) {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) => take(`round-id-${round}`, `signature ${round} ${n}`)),
    );
    expect(answers.filter((answer) => answer === "taken")).toHaveLength(1);
    expect(answers.filter((answer) => answer === "REQUEST_REPLAYED")).toHaveLength(7);
  }
});

test("mutant: checking first and writing afterwards accepts more than one", async () => {
  const readThenWrite = async (id: string): Promise<boolean> => {
    const key = sql`sha256(${id}::bytea)`;
    const seen = await db.execute(sql`SELECT FROM cloud_once WHERE once_key = ${key}`);
    await db.execute(sql`
      INSERT INTO cloud_once (once_key, uses, expires_at) VALUES (${key}, 1, ${context.clock.now()})
      ON CONFLICT DO NOTHING`);
    return seen.rows.length === 0;
  };
  const winners: number[] = [];
  for (let round = 0; round < 10; round++) {
    const tries = Array.from({ length: 8 }, () => readThenWrite(`mutant-${round}`));
    winners.push((await Promise.all(tries)).filter(Boolean).length);
  }
  expect(Math.max(...winners)).toBeGreaterThan(1);
});

test("of many copies under new ids eight are accepted, because equal calls within a millisecond are legitimate", async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) => take(`copy-number-${n}`, "one signature")),
  );
  expect(answers.filter((answer) => answer === "taken")).toHaveLength(8);
});

test("a malformed id is refused before it is stored", async () => {
  const before = await storedCount();
  for (const id of ["", "short", "x".repeat(65), "with a blank in it", "ünïcödé-id"]) {
    expect(await take(id, "s"), id).toBe("REQUEST_ID_MISSING");
  }
  expect(await storedCount()).toBe(before);
});

test("an id is stored while its call could be accepted again, and then deleted", async () => {
  const sweeper = cloudCleanupJob(context, db);
  expect(await take("remembered-id", "remembered")).toBe("taken");
  context.clock.advance(2 * context.settings.cloudWindowMs - 1);
  await sweeper.run();
  expect(await take("remembered-id", "another")).toBe("REQUEST_REPLAYED");
  context.clock.advance(2 * context.settings.cloudWindowMs + 2);
  await sweeper.run();
  expect(await storedCount()).toBe(0);
});
