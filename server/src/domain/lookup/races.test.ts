/**
 * 64 concurrent refunds, reroutes, resendings and proposals of another phone by operators have one effect;
 * mutants show that each check fails without its guard.
 */
import { afterEach, expect, test } from "vitest";
import type { Db } from "../../platform/database/pool.ts";
import { openMutantDatabase } from "../../platform/database/mutant.fixture.ts";
import {
  queryWithoutTriggers,
  writesWithoutHistory,
} from "../../platform/database/superuser.fixture.ts";
import { connectAll, CONNECTIONS, maxOverRounds, times } from "../ledger/race.fixture.ts";
import { codeOf } from "../orders/shop.fixture.ts";
import { proposeRebind } from "../members/actions.ts";
import { previewRefund, refundByOperator } from "../refunds/actions.ts";
import { openRefundEnv, type RefundEnv } from "../refunds/test-env.fixture.ts";
import { orderKeyByNo } from "./actions/order-detail.ts";
import { resendOrderMessages } from "./actions/order-actions.ts";
import { rerouteOrder } from "./actions/reroute.ts";
import { isSlowTier } from "../../platform/repeat-count.fixture.ts";

const closers: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).toReversed()) await close();
});

async function openEnv(): Promise<{ env: RefundEnv; operatorId: string; memberId: string }> {
  const env = await openRefundEnv(CONNECTIONS);
  closers.push(() => env.close());
  return { env, operatorId: await env.member(1), memberId: await env.member(2) };
}

/** Refunds one unit of three 64 times; returns how many units were refunded. */
async function refundedUnits(keyOf: (n: number) => string): Promise<number> {
  const { env, operatorId, memberId } = await openEnv();
  const orderNo = await env.mixedOrder(memberId, 3);
  await env.deliverCards(orderNo, 3);
  const key = await orderKeyByNo(env.db, orderNo);
  const [item] = await env.itemsOf(orderNo);
  const items = [{ itemId: item?.itemId ?? "", quantity: 1 }];
  const { cashFen, balanceFen } = await previewRefund(env.context, env.db, { ...key, items });
  const refund = (n: number) =>
    refundByOperator(env.context, env.db, {
      ...key,
      operatorId,
      isProven: true,
      key: keyOf(n),
      items,
      reason: "少发一张",
      expectedFen: cashFen + balanceFen,
    });
  const outcomes = await Promise.all(times(CONNECTIONS, (n) => codeOf(refund(n))));
  const known = ["done", "REFUND_CHANGED", "REFUND_DENIED", "KEY_BUSY"];
  expect(outcomes.filter((outcome) => !known.includes(outcome))).toEqual([]);
  const [row] = await env.rows<{ units: number }>(
    "SELECT coalesce(sum(quantity), 0)::int AS units FROM refund_item",
  );
  return row?.units ?? 0;
}

test("64 sendings of one refund with one key refund one unit", async () => {
  expect(await refundedUnits(() => "one-key")).toBe(1);
}, 60_000);

test("with a key for each sending more than one unit is refunded, and never more than were bought", async () => {
  const units = await refundedUnits((n) => `key-${n}`);
  expect(units).toBeGreaterThan(1);
  expect(units).toBeLessThanOrEqual(3);
}, 60_000);

/** Returns the database without the locks of rows. */
const withoutLocks = (env: RefundEnv): Db => {
  const mutant = openMutantDatabase({ url: env.appUrl, log: env.context.log, size: CONNECTIONS }, [
    { from: /FOR NO KEY UPDATE/g, to: "" },
  ]);
  closers.push(() => mutant.db.$client.end());
  return mutant.db;
};

/** Reroutes one failed supplier order 64 times; returns the number of new supplier orders. */
async function rerouted(through: (env: RefundEnv) => Db): Promise<number> {
  const { env, operatorId, memberId } = await openEnv();
  const orderNo = await env.mixedOrder(memberId, 1);
  for (const text of [
    "UPDATE orders SET fulfil_state = 'MANUAL'",
    "UPDATE order_item SET fulfil_state = 'MANUAL'",
    "UPDATE supplier_order SET state = 'FAILED', ended_at = now(), next_look_at = NULL",
  ]) {
    await queryWithoutTriggers(env.db.$client, text, []);
  }
  const [failed] = await env.rows<{ outNo: string; supplierId: string }>(
    'SELECT out_no AS "outNo", supplier_id AS "supplierId" FROM supplier_order',
  );
  if (!failed) throw new Error("the order has no supplier order");
  const db = through(env);
  await connectAll(db);
  const request = { orderNo, ...failed, reason: "供应商已确定失败", operatorId };
  const outcomes = await Promise.all(
    times(CONNECTIONS, (n) =>
      codeOf(rerouteOrder(env.context, db, { ...request, key: `reroute-${n}` })),
    ),
  );
  expect(outcomes.filter((outcome) => !["done", "STATE_CHANGED"].includes(outcome))).toEqual([]);
  const [row] = await env.rows<{ count: number }>(
    "SELECT count(*)::int AS count FROM supplier_order WHERE attempt > 1",
  );
  return row?.count ?? 0;
}

test("64 concurrent reroutes place one new order", async () => {
  expect(await rerouted(({ db }) => db)).toBe(1);
}, 60_000);

test.runIf(isSlowTier)(
  "without the locks several new orders are placed",
  async () => {
    expect(await maxOverRounds(1, () => rerouted(withoutLocks))).toBeGreaterThan(1);
  },
  60_000,
);

/** Proposes another phone for one member 64 times; returns how many proposals wait. */
async function rebindsWaiting(through: (env: RefundEnv) => Db): Promise<number> {
  const { env, operatorId, memberId } = await openEnv();
  const [member] = await env.rows<{ memberNo: string }>(
    'SELECT member_no AS "memberNo" FROM member WHERE member_id = $1',
    [memberId],
  );
  const wanted = { memberNo: member?.memberNo ?? "", operatorId, reason: "旧手机号已停机" };
  const db = through(env);
  await connectAll(db);
  const outcomes = await Promise.all(
    times(CONNECTIONS, (n) => {
      const phone = `1390000${String(n).padStart(4, "0")}`;
      return codeOf(proposeRebind(env.context, db, { ...wanted, phone }));
    }),
  );
  expect(outcomes.filter((outcome) => !["done", "STATE_CHANGED"].includes(outcome))).toEqual([]);
  const [row] = await env.rows<{ count: number }>(
    "SELECT count(*)::int AS count FROM approval WHERE kind = 'member_rebind' AND state = 'waiting'",
  );
  return row?.count ?? 0;
}

test("of 64 proposals of another phone for one member one waits", async () => {
  expect(await rebindsWaiting(({ db }) => db)).toBe(1);
}, 60_000);

test.runIf(isSlowTier)(
  "without the lock of the member several wait",
  async () => {
    expect(await maxOverRounds(1, () => rebindsWaiting(withoutLocks))).toBeGreaterThan(1);
  },
  60_000,
);

/** Sends one dead message 64 times, each with a key of its own; returns how often it is queued. */
async function resent(through: (env: RefundEnv) => Db): Promise<number> {
  const { env, operatorId, memberId } = await openEnv();
  const orderNo = await env.mixedOrder(memberId, 1);
  const messageId = env.context.ids.next();
  await writesWithoutHistory(env.db.$client);
  await env.rows(
    `INSERT INTO message (member_id, id, dedupe_key, kind, topic, title, body, link, facts, created_at)
     VALUES ($1, $2, 'race', 'order.issued', 'order', '卡券已到账', '请查收', $3, '{}', now())`,
    [memberId, messageId, `/pages/order?no=${orderNo}`],
  );
  await env.rows(
    `INSERT INTO message_send (member_id, message_id, channel, state, tries, created_at, ended_at)
     VALUES ($1, $2, 'sms', 'DEAD', 3, now(), now())`,
    [memberId, messageId],
  );
  const db = through(env);
  await connectAll(db);
  const request = { orderNo, reason: "没有收到", operatorId };
  const outcomes = await Promise.all(
    times(CONNECTIONS, (n) =>
      codeOf(resendOrderMessages(env.context, db, { ...request, key: `resend-${n}` })),
    ),
  );
  expect(outcomes.filter((outcome) => !["done", "STATE_CHANGED"].includes(outcome))).toEqual([]);
  const [row] = await env.rows<{ n: number }>(
    "SELECT count(*)::int AS n FROM outbox WHERE aggregate_id = $1 AND topic = 'message.send'",
    [messageId],
  );
  return row?.n ?? 0;
}

test("64 operators who send a dead message again send it once", async () => {
  expect(await resent(({ db }) => db)).toBe(1);
}, 60_000);

test.runIf(isSlowTier)(
  "without the guarded state a dead message is sent more than once",
  async () => {
    const withoutGuard = (env: RefundEnv): Db => {
      const mutant = openMutantDatabase(
        { url: env.appUrl, log: env.context.log, size: CONNECTIONS },
        [{ from: /\s+AND state = 'DEAD'/g, to: "" }],
      );
      closers.push(() => mutant.db.$client.end());
      return mutant.db;
    };
    expect(await resent(withoutGuard)).toBeGreaterThan(1);
  },
  60_000,
);
