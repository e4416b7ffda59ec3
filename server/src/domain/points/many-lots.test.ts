/** A member with more due lots than a step settles: the points are the same at every stage. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { queryWithoutTriggers } from "../../platform/database/superuser.fixture.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { repeatCount } from "../../platform/repeat-count.fixture.ts";
import { testContext } from "../../platform/testing.ts";
import { trialBalance } from "../ledger/actions.ts";
import { expireDueLots, pointsOf, settlePoints } from "./actions.ts";
import { createPointsTestEnv, DAY_MS, MALL_ORDER, type PointsTestEnv } from "./test-env.fixture.ts";

/** Lots of one step: points_lots_per_step(). */
const STEP = 200;
const POINTS_OF_LOT = 3;

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

/** Gives the member frozen lots of 3 points that begin after one day and end after thirty. */
async function freezeLots({ memberId, context }: PointsTestEnv, count: number): Promise<void> {
  const now = context.clock.now();
  const after = (days: number) => new Date(now.getTime() + days * DAY_MS);
  for (let first = 0; first < count; first += STEP) {
    await db.$client.query(
      `SELECT points_grant_pending($1,
         ROW(gen_random_uuid(), $2::bigint, $3, $4, NULL, NULL)::points_pending_lot,
         ROW(gen_random_uuid(), 'points_earn', gen_random_uuid()::text, sha256('lot'), 'system', NULL,
             '')::ledger_posting, $5)
       FROM generate_series(1, $6::int)`,
      [memberId, POINTS_OF_LOT, after(1), after(30), now, Math.min(STEP, count - first)],
    );
  }
}

const pointsNow = ({ memberId, context }: PointsTestEnv) =>
  pointsOf(db, memberId, context.clock.now());

const numberOf = async (text: string, { memberId }: PointsTestEnv): Promise<number> => {
  const { rows } = await db.$client.query<{ n: number }>(text, [memberId]);
  return rows[0]?.n ?? 0;
};
const lotsIn = (env: PointsTestEnv, state: "PENDING" | "ACTIVE" | "EXPIRED"): Promise<number> =>
  numberOf(
    `SELECT count(*)::int AS n FROM points_lot WHERE member_id = $1 AND state = '${state}'`,
    env,
  );
/** The most postings of a kind that one transaction wrote. */
const mostAtOnce = (env: PointsTestEnv, kind: "points_activate" | "points_expire") =>
  numberOf(
    `SELECT max(n)::int AS n FROM (SELECT count(*) AS n FROM ledger_txn
       WHERE member_id = $1 AND kind = '${kind}' GROUP BY xmin::text) step`,
    env,
  );

test("thousands of due lots are settled in steps, each lot once, and the page is right before", async () => {
  const env = createPointsTestEnv(db);
  const lots = repeatCount({ suite: 450, slow: 3_000 });
  const points = lots * POINTS_OF_LOT;
  await freezeLots(env, lots);
  env.wait(2);

  const seen = await env.summary();
  expect(seen).toMatchObject({ available: points, pending: 0, expiring: points, debt: 0 });
  expect(seen).toMatchObject({ lifetime: points, nextExpiring: { points } });
  expect(seen.calendar.map((month) => month.points)).toEqual([points]);
  expect(seen).not.toHaveProperty("nextPending");
  expect(await lotsIn(env, "PENDING")).toBe(lots - STEP);
  expect((await env.records()).list.every(({ state }) => state === "booked")).toBe(true);

  await Promise.all([expireDueLots(env.context, db), expireDueLots(env.context, db)]);
  expect(await lotsIn(env, "ACTIVE")).toBe(lots);
  expect(await mostAtOnce(env, "points_activate")).toBeLessThanOrEqual(STEP);
  expect(await pointsNow(env)).toMatchObject({ available: points, pending: 0 });

  env.wait(30);
  expect(await env.summary()).toMatchObject({ available: 0, expiring: 0, calendar: [] });
  expect(await lotsIn(env, "ACTIVE")).toBe(lots - STEP);
  await expect(env.hold("late", MALL_ORDER, 1)).rejects.toThrow("POINTS_SHORT");
  await Promise.all([expireDueLots(env.context, db), expireDueLots(env.context, db)]);
  expect(await lotsIn(env, "EXPIRED")).toBe(lots);
  expect(await mostAtOnce(env, "points_expire")).toBeLessThanOrEqual(STEP);
  expect(
    await numberOf(
      `SELECT sum(t.amount)::int AS n
       FROM ledger_transfer t JOIN ledger_txn x ON x.member_id = t.member_id AND x.id = t.txn_id
       WHERE t.member_id = $1 AND x.kind = 'points_expire'`,
      env,
    ),
  ).toBe(points);
  expect(await trialBalance(db)).toMatchObject({ isSound: true });
});

test("the page and the records are shown while another transaction holds the member's ledger", async () => {
  const env = createPointsTestEnv(db);
  await freezeLots(env, 3);
  env.wait(2);
  const points = 3 * POINTS_OF_LOT;
  await db.transaction(async (tx) => {
    await settlePoints(env.context, tx, env.memberId);
    expect(await env.summary()).toMatchObject({ available: points, pending: 0 });
    // Their lines appear when they are settled.
    expect((await env.records()).list).toEqual([]);
    expect(await lotsIn(env, "PENDING")).toBe(3);
  });
  expect(await lotsIn(env, "ACTIVE")).toBe(3);
});

test("points of due lots that no step has settled can be spent", async () => {
  const env = createPointsTestEnv(db);
  await freezeLots(env, 3 * STEP);
  env.wait(2);
  const all = 3 * STEP * POINTS_OF_LOT;
  await expect(env.hold("more", MALL_ORDER, all + 1)).rejects.toThrow("POINTS_SHORT");
  expect(await env.hold("cup", MALL_ORDER, 2 * STEP * POINTS_OF_LOT)).toBe("held");
  // What the hold needed, and no more.
  expect(await lotsIn(env, "PENDING")).toBe(STEP);
  expect(await pointsNow(env)).toMatchObject({ available: STEP * POINTS_OF_LOT, pending: 0 });
});

test.each([
  ["before they end", 2],
  ["after they ended", 32],
])("due lots that repay a debt give the same points at every stage: %s", async (_when, days) => {
  const env = createPointsTestEnv(db);
  await env.give("gift", 40);
  await env.hold("mug", MALL_ORDER, 40);
  await env.spend("mug", 40);
  await db.$client.query(
    "SELECT points_revoke($1, 'back', 'adjust', 'gift', 40, 'system', '', $2)",
    [env.memberId, env.context.clock.now()],
  );
  await env.giveBack("mug", 40);
  expect(await pointsNow(env)).toMatchObject({ available: 40, debt: 40 });
  await freezeLots(env, 2 * STEP);
  env.wait(days);
  const before = await pointsNow(env);
  await db.transaction((tx) => settlePoints(env.context, tx, env.memberId));
  expect(await pointsNow(env)).toEqual(before);
  const { calendar } = await env.summary();
  expect(calendar.reduce((sum, month) => sum + month.points, 0)).toBe(before.available);
  await expireDueLots(env.context, db);
  expect(await pointsNow(env)).toEqual(before);
  expect(before).toMatchObject({ available: days < 30 ? 2 * STEP * POINTS_OF_LOT : 40, debt: 0 });
});

test("a member whose lots cannot be settled does not delay the others", async () => {
  const [broken, next] = [createPointsTestEnv(db), createPointsTestEnv(db)];
  await freezeLots(broken, 2 * STEP);
  next.wait(0.01);
  await freezeLots(next, 1);
  await queryWithoutTriggers(
    db.$client,
    "UPDATE ledger_account SET balance = 0 WHERE member_id = $1 AND purpose = 'pending'",
    [broken.memberId],
  );
  next.wait(2);
  await expect(expireDueLots(next.context, db)).rejects.toThrow("some points were not settled");
  expect(await lotsIn(next, "ACTIVE")).toBe(1);
  expect(await lotsIn(broken, "PENDING")).toBe(2 * STEP);
});
