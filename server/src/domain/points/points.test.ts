/** Points are credited once, as lots that begin and end by time. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { Defect } from "../../platform/refusal.ts";
import { TEST_NOON, testContext } from "../../platform/testing.ts";
import { trialBalance } from "../ledger/actions.ts";
import { earnForOrder, expiryOf, creditPoints, pointsOf, expireDueLots } from "./actions.ts";

const DAY_MS = 24 * 60 * 60 * 1000;
const context = testContext();
let database: FreshDatabase;
let db: Db;

beforeAll(async () => {
  database = await freshDatabase();
  db = openDatabase({ url: database.appUrl, log: context.log });
});
afterAll(async () => {
  await closeDatabase(db);
  await database.drop();
});

const give = (memberId: string, ref: string, points: number) =>
  transaction(db, (tx) =>
    creditPoints(context, tx, { memberId, kind: "code_redeem", ref, points, actor: "system" }),
  );

describe("a lot ends with the month, in Shanghai time", () => {
  test.each([
    ["2026-11-20T04:00:00Z", 12, "2027-11-30T15:59:59.999Z"],
    ["2026-11-30T15:59:59Z", 12, "2027-11-30T15:59:59.999Z"],
    ["2026-11-30T16:00:00Z", 12, "2027-12-31T15:59:59.999Z"],
    ["2027-02-28T16:00:00Z", 12, "2028-03-31T15:59:59.999Z"],
    ["2027-02-01T00:00:00Z", 12, "2028-02-29T15:59:59.999Z"],
    ["2026-12-31T00:00:00Z", 2, "2027-02-28T15:59:59.999Z"],
  ])("%s and %i months → %s", (now, months, end) => {
    expect(expiryOf(new Date(now), months).toISOString()).toBe(end);
  });
});

test("the points of a code are granted once", async () => {
  const memberId = context.ids.next();
  expect(await pointsOf(db, memberId, TEST_NOON)).toEqual({
    available: 0,
    pending: 0,
    expiring: 0,
    debt: 0,
  });
  const outcomes = await Promise.all(
    Array.from({ length: 8 }, () => give(memberId, "code-a:1", 200)),
  );
  expect(outcomes.sort()).toEqual(["posted", ...Array.from({ length: 7 }, () => "replay")]);
  await expect(give(memberId, "code-a:1", 201)).rejects.toThrow(Defect);
  expect(await pointsOf(db, memberId, TEST_NOON)).toEqual({
    available: 200,
    pending: 0,
    expiring: 0,
    debt: 0,
  });
  const { rows } = await db.$client.query(
    "SELECT source_ref, amount, remaining, state FROM points_lot",
  );
  expect(rows).toEqual([{ source_ref: "code-a:1", amount: 200, remaining: 200, state: "ACTIVE" }]);
  expect(await trialBalance(db)).toMatchObject({ isSound: true, txns: { code_redeem: 1 } });
});

test("points expire by time, without any job", async () => {
  const memberId = context.ids.next();
  await give(memberId, "code-b:1", 30);
  context.clock.advance(31 * DAY_MS);
  await give(memberId, "code-b:2", 5);
  const end = expiryOf(TEST_NOON, 12).getTime();
  expect(await pointsOf(db, memberId, new Date(end - 30 * DAY_MS - 1))).toMatchObject({
    available: 35,
    expiring: 0,
    debt: 0,
  });
  expect(await pointsOf(db, memberId, new Date(end - 30 * DAY_MS))).toMatchObject({
    available: 35,
    expiring: 30,
  });
  expect(await pointsOf(db, memberId, new Date(end - 1))).toMatchObject({
    available: 35,
    expiring: 30,
  });
  expect(await pointsOf(db, memberId, new Date(end))).toMatchObject({ available: 5, expiring: 0 });
});

test("an order's points are frozen, begin by time, end by time, and are posted once", async () => {
  const memberId = context.ids.next();
  const orderId = context.ids.next();
  const done = { memberId, orderId, cashFen: 1_999 };
  expect(await transaction(db, (tx) => earnForOrder(context, tx, done))).toBe("posted");
  expect(await transaction(db, (tx) => earnForOrder(context, tx, done))).toBe("replay");
  const few = { memberId, orderId: context.ids.next(), cashFen: 99 };
  expect(await transaction(db, (tx) => earnForOrder(context, tx, few))).toBe("none");
  const at = (days: number) => new Date(context.clock.now().getTime() + days * DAY_MS);
  // 50 more, for the first order.
  expect(await pointsOf(db, memberId, at(7 - 0.001))).toMatchObject({ available: 0, pending: 69 });
  expect(await pointsOf(db, memberId, at(7))).toMatchObject({ available: 69, pending: 0 });

  context.clock.advance(7 * DAY_MS);
  expect(await expireDueLots(context, db)).toBeGreaterThan(0);
  expect(await pointsOf(db, memberId, at(0))).toMatchObject({ available: 69, pending: 0 });
  context.clock.advance(400 * DAY_MS);
  expect(await pointsOf(db, memberId, at(0))).toMatchObject({ available: 0, pending: 0 });
  await expireDueLots(context, db);
  expect(await expireDueLots(context, db)).toBe(0);
  expect(await trialBalance(db)).toMatchObject({ isSound: true });
});
