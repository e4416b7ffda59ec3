/**
 * The shares of refunded units, as `orders_refund_share` computes them: in any number of steps they
 * add up to the item's amounts.
 */
import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Db, closeDatabase, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import type { ItemAmounts } from "./store/refundable.ts";
import { repeatCount } from "../../platform/repeat-count.fixture.ts";

const RUNS = repeatCount({ suite: 1_000, slow: 20_000 });
let fresh: FreshDatabase;
let db: Db;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: testContext().log });
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

const names = ["cashFen", "balanceFen", "points", "couponOffFen", "pointsOffFen"] as const;
const none: ItemAmounts = {
  cashFen: 0,
  balanceFen: 0,
  points: 0,
  couponOffFen: 0,
  pointsOffFen: 0,
};
const plus = (a: ItemAmounts, b: ItemAmounts, sign = 1): ItemAmounts => ({
  cashFen: a.cashFen + sign * b.cashFen,
  balanceFen: a.balanceFen + sign * b.balanceFen,
  points: a.points + sign * b.points,
  couponOffFen: a.couponOffFen + sign * b.couponOffFen,
  pointsOffFen: a.pointsOffFen + sign * b.pointsOffFen,
});

/** An item with the units that were refunded so far. */
type Item = {
  readonly paid: ItemAmounts;
  readonly quantity: number;
  refundedQuantity: number;
  refunded: ItemAmounts;
  readonly open: { readonly units: number; readonly share: ItemAmounts }[];
};

/** Returns the share of each item's next units, in one statement. */
async function sharesOf(
  wanted: readonly { readonly item: Item; readonly units: number }[],
): Promise<ItemAmounts[]> {
  const rows = wanted.map(({ item: { paid, quantity, refundedQuantity, refunded }, units }) => ({
    item: {
      ...paid,
      quantity,
      refundedQuantity,
      refunded,
    },
    units,
  }));
  const found = await db.$client.query<{ share: ItemAmounts }>(
    `SELECT orders_refund_share(r.item, r.units) AS share
     FROM ROWS FROM (jsonb_to_recordset($1) AS (item jsonb, units integer)) WITH ORDINALITY AS r (item, units, n)
     ORDER BY r.n`,
    [JSON.stringify(rows)],
  );
  return found.rows.map(({ share }) => share);
}

/** Refunds units of each item, at most those that are left. */
async function takeEach(wanted: readonly { readonly item: Item; readonly units: number }[]) {
  const possible = wanted
    .map(({ item, units }) => ({
      item,
      units: Math.min(units, item.quantity - item.refundedQuantity),
    }))
    .filter(({ units }) => units > 0);
  const shares = await sharesOf(possible);
  for (const [at, { item, units }] of possible.entries()) {
    const share = shares[at] ?? none;
    item.refunded = plus(item.refunded, share);
    item.refundedQuantity += units;
    item.open.push({ units, share });
    for (const name of names) {
      expect(share[name]).toBeGreaterThanOrEqual(0);
      expect(item.refunded[name]).toBeLessThanOrEqual(item.paid[name]);
    }
  }
}

const amount = fc.integer({ min: 0, max: 2_000_000 });
const bought = fc.tuple(
  fc.record({
    cashFen: amount,
    balanceFen: amount,
    points: amount,
    couponOffFen: amount,
    pointsOffFen: amount,
  }),
  fc.integer({ min: 1, max: 99 }),
  fc.array(fc.record({ units: fc.integer({ min: 1, max: 99 }), isGivenUp: fc.boolean() }), {
    maxLength: 40,
  }),
);

test("any split of any item refunds all of it to the fen, also when steps are cancelled between", async () => {
  const cases = fc.sample(bought, RUNS).map(([paid, quantity, steps]) => {
    const item: Item = { paid, quantity, refundedQuantity: 0, refunded: none, open: [] };
    return { item, steps };
  });
  const longest = Math.max(...cases.map(({ steps }) => steps.length));
  for (let at = 0; at < longest; at++) {
    const taken: { item: Item; units: number }[] = [];
    for (const { item, steps } of cases) {
      const step = steps[at];
      if (step && !step.isGivenUp) taken.push({ item, units: step.units });
      if (!step?.isGivenUp) continue;
      const [given] = item.open.splice(step.units % Math.max(item.open.length, 1), 1);
      if (!given) continue;
      item.refunded = plus(item.refunded, given.share, -1);
      item.refundedQuantity -= given.units;
    }
    await takeEach(taken);
  }
  await takeEach(cases.map(({ item }) => ({ item, units: item.quantity })));
  for (const { item } of cases) expect(item.refunded).toEqual(item.paid);
}, 60_000);

test("units of three for 1.00 return 0.33, 0.33 and the rest", async () => {
  const paid = { ...none, cashFen: 100 };
  const item: Item = { paid, quantity: 3, refundedQuantity: 0, refunded: none, open: [] };
  for (let unit = 0; unit < 3; unit++) await takeEach([{ item, units: 1 }]);
  expect(item.open.map(({ share }) => share.cashFen)).toEqual([33, 33, 34]);
});
