/**
 * Test environment of points: a member on a real database, all actions on their points, and what
 * members read of them.
 */
import { operations } from "@yunjing/contract/operations";
import Value from "typebox/value";
import { expect } from "vitest";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { uuidFromName } from "../ledger/scenario.fixture.ts";
import { earnForOrder, creditPoints, pointsRecords, pointsSummary, signIn } from "./actions.ts";
import type { PointsOrderLookup } from "./port.ts";

export const DAY_MS = 24 * 60 * 60 * 1000;
const orderLookup: PointsOrderLookup = {
  orderNos: async (_db, _memberId, ids) => new Map(ids.map((id) => [id, `NO-${id.slice(0, 4)}`])),
  pointsMallOrders: async (_db, _memberId, ids) => new Set(ids.filter((id) => id === MALL_ORDER)),
};
export const MALL_ORDER = uuidFromName("an order of the mall");
export const CASH_ORDER = uuidFromName("an order with points");

const shapeOf = (name: string) => {
  const found = operations.find((one) => one.topic === "points" && one.name === name);
  if (!found) throw new Error(`no operation points.${name}`);
  return found.output;
};

/** The effects of orders and refunds on a member's points. */
function orderEffectsOf(db: Db, { clock }: TestContext, memberId: string) {
  const ask = async (text: string, values: readonly unknown[]): Promise<unknown> => {
    const { rows } = await db.$client.query<{ answer: unknown }>(`SELECT ${text} AS answer`, [
      ...values,
    ]);
    return rows[0]?.answer;
  };
  const now = () => clock.now();
  return {
    hold: (name: string, orderId: string, points: number) =>
      ask("points_hold($1, $2, $3, $4, $5, 'member', '马克杯', $6)", [
        memberId,
        uuidFromName(memberId + name),
        orderId,
        points,
        new Date(now().getTime() + DAY_MS),
        now(),
      ]),
    spend: (name: string, points: number) =>
      ask("points_confirm($1, $2, $3, $4, 'member', '马克杯', $5)", [
        memberId,
        uuidFromName(`${memberId}${name}:txn`),
        uuidFromName(memberId + name),
        JSON.stringify([{ credit: "points_spent", amount: points }]),
        now(),
      ]),
    giveBack: (name: string, points: number) =>
      ask("points_return($1, $2, $3, $4, 'system', '马克杯', $5)", [
        memberId,
        `R-${name}`,
        uuidFromName(memberId + name),
        points,
        now(),
      ]),
    clawback: (ref: string, orderId: string, retainedFen: number) =>
      ask("points_clawback($1, $2, $3, $4, 'system', '退款扣回', $5)", [
        memberId,
        ref,
        orderId,
        retainedFen,
        now(),
      ]),
  };
}

let members = 0;
export type PointsTestEnv = ReturnType<typeof createPointsTestEnv>;

/** Creates a member with a separate clock, and the actions on their points. */
export function createPointsTestEnv(db: Db) {
  const context: TestContext = testContext();
  const memberId = uuidFromName(`life ${members++}`);
  const why = { kind: "adjust", actor: "system", title: "赠送" } as const;
  return {
    context,
    memberId,
    ...orderEffectsOf(db, context, memberId),
    wait: (days: number) => context.clock.advance(days * DAY_MS),
    give: (ref: string, points: number) =>
      transaction(db, (tx) => creditPoints(context, tx, { ...why, memberId, ref, points })),
    earn: (orderId: string, cashFen: number, rate = 100) =>
      transaction(db, (tx) => earnForOrder(context, tx, { memberId, orderId, cashFen, rate })),
    async summary() {
      const summary = await pointsSummary(context, db, memberId);
      expect(Value.Check(shapeOf("summary"), summary)).toBe(true);
      return summary;
    },
    async records(input: Parameters<typeof pointsRecords>[3]["input"] = {}) {
      const records = await pointsRecords(context, db, orderLookup, { memberId, input });
      expect(Value.Check(shapeOf("records"), records)).toBe(true);
      return records;
    },
    signIn: () => signIn(context, db, memberId),
  };
}
