/**
 * Lots that begin and end by time give the same result: settled on time, twice at once, three days
 * late, or by a reader.
 */
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { trialBalance } from "../ledger/actions.ts";
import { pointsOf, expireDueLots } from "./actions.ts";
import {
  CASH_ORDER,
  type PointsTestEnv,
  createPointsTestEnv,
  MALL_ORDER,
} from "./test-env.fixture.ts";

let database: FreshDatabase;
let db: Db;
beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: testContext().log });
});
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

/**
 * Points that begin on the eighth day, and points that end with the month after a year; some of
 * these are spent.
 */
async function begin(env: PointsTestEnv): Promise<void> {
  await env.give("a", 300);
  await env.earn(CASH_ORDER, 4_200);
  await env.hold("mug", MALL_ORDER, 120);
  await env.spend("mug", 120);
}

const end = async ({ memberId, context }: PointsTestEnv) => {
  const { rows: lots } = await db.$client.query(
    `SELECT source_kind, amount, remaining, state FROM points_lot WHERE member_id = $1 ORDER BY source_kind`,
    [memberId],
  );
  const { rows: kinds } = await db.$client.query(
    "SELECT kind, count(*)::int AS n FROM ledger_txn WHERE member_id = $1 GROUP BY 1 ORDER BY 1",
    [memberId],
  );
  return { lots, kinds, points: await pointsOf(db, memberId, context.clock.now()) };
};

/** The freeze ends, then the points expire; then three days without the job. */
const DAYS = [8, 390, 3];
const runExpiry = (env: PointsTestEnv) => expireDueLots(env.context, db);

/** Each way to pass these days, each on its own clock. */
const ways: Readonly<Record<string, (env: PointsTestEnv) => Promise<unknown>>> = {
  "expired in time": async (env) => {
    for (const days of DAYS) {
      env.wait(days);
      await runExpiry(env);
    }
  },
  "by four jobs at once": async (env) => {
    for (const days of DAYS) {
      env.wait(days);
      await Promise.all([1, 2, 3, 4].map(() => runExpiry(env)));
    }
  },
  "all late, and twice": async (env) => {
    for (const days of DAYS) env.wait(days);
    await runExpiry(env);
    await runExpiry(env);
  },
  "by a member who reads the records": async (env) => {
    for (const days of DAYS) env.wait(days);
    await env.records();
  },
};

test.each(Object.keys(ways))("lots give the same result when settled: %s", async (name) => {
  const env = createPointsTestEnv(db);
  await begin(env);
  await ways[name]?.(env);
  expect(await end(env)).toEqual({
    points: { available: 0, pending: 0, expiring: 0, debt: 0 },
    lots: [
      { source_kind: "adjust", amount: 300, remaining: 0, state: "EXPIRED" },
      { source_kind: "points_earn", amount: 42, remaining: 0, state: "EXPIRED" },
      { source_kind: "points_task", amount: 50, remaining: 0, state: "EXPIRED" },
    ],
    kinds: [
      { kind: "adjust", n: 1 },
      { kind: "hold", n: 1 },
      { kind: "hold_confirm", n: 1 },
      { kind: "points_activate", n: 2 },
      { kind: "points_earn", n: 1 },
      { kind: "points_expire", n: 3 },
      { kind: "points_task", n: 1 },
    ],
  });
  expect(await trialBalance(db)).toMatchObject({ isSound: true });
});

test("without any settlement the points are still correct", async () => {
  const env = createPointsTestEnv(db);
  await begin(env);
  const at = async (days: number) => {
    env.wait(days);
    const { available, pending } = await pointsOf(db, env.memberId, env.context.clock.now());
    return { available, pending };
  };
  expect(await at(6)).toEqual({ available: 180, pending: 92 });
  expect(await at(2)).toEqual({ available: 272, pending: 0 });
  expect(await at(390)).toEqual({ available: 0, pending: 0 });
});
