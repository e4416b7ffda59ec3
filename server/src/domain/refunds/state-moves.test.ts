/**
 * The states of orders, items, refunds, payments, coupons and cards move only as their transition
 * tables allow.
 */
import { afterEach, beforeEach, expect, test } from "vitest";
import { writesWithoutHistory } from "../../platform/database/superuser.fixture.ts";
import { databaseError } from "../../platform/database/failure.ts";
import { lifecycleSql } from "../../platform/database/lifecycle-sql.ts";
import { transaction } from "../../platform/database/transaction.ts";
import {
  RECORDED_TRANSITIONS_SQL,
  transitionRecorderSql,
} from "../../platform/database/state-transitions.fixture.ts";
import { type Lifecycle, storedMoves } from "../../platform/lifecycle.ts";
import { cardLifecycle } from "../cards/lifecycle.ts";
import { couponLifecycle } from "../coupons/lifecycle.ts";
import { cancelOrder, closeUnpaid } from "../orders/actions/cancel.ts";
import { axes, itemLifecycle } from "../orders/lifecycle.ts";
import { orderDetail } from "../orders/actions/read.ts";
import { PHONE } from "../orders/shop.fixture.ts";
import { queryByOutTradeNo } from "../payments/actions.ts";
import { attemptLifecycle, returnLifecycle } from "../payments/lifecycle.ts";
import { approveRefund, rejectRefund, retryRefund, withdrawRefund } from "./actions.ts";
import { refundLifecycle } from "./lifecycle.ts";
import { openRefundEnv, type RefundEnv } from "./test-env.fixture.ts";

const COLUMNS = {
  orders: ["order_state", "pay_state", "fulfil_state", "refund_state"],
  order_item: ["fulfil_state"],
  refund: ["state"],
  payment_attempt: ["state"],
  payment_return: ["state"],
  member_coupon: ["state"],
  card: ["state"],
};

const KNOWN = new Set(
  [
    ...Object.values(axes),
    itemLifecycle,
    refundLifecycle,
    attemptLifecycle,
    returnLifecycle,
    couponLifecycle,
    cardLifecycle,
  ].flatMap((lifecycle) => {
    const { table, column } = lifecycle.stored;
    return storedMoves(lifecycle).map((move) => `${table}.${column} ${move}`);
  }),
);

let shop: RefundEnv;
beforeEach(async () => {
  shop = await openRefundEnv();
  await shop.offer({
    id: "pack",
    delivery: "coupons",
    templates: [await shop.template()],
  });
  await shop.asOwner(transitionRecorderSql(COLUMNS));
}, 60_000);
afterEach(() => shop.close());

async function recorded(): Promise<string[]> {
  const rows = await shop.rows<{ move: string }>(RECORDED_TRANSITIONS_SQL);
  return rows.map(({ move }) => move);
}

const unitsOf = async (orderNo: string, quantity: number) => {
  const [item] = await shop.itemsOf(orderNo);
  return [{ itemId: item?.itemId ?? "", quantity }];
};

/** Returns the newest refund of an order. */
async function refundNoOf(orderNo: string): Promise<string> {
  const [refund] = await shop.rows<{ refundNo: string }>(
    `SELECT r.refund_no AS "refundNo" FROM refund r
     JOIN orders o ON o.member_id = r.member_id AND o.id = r.order_id
     WHERE o.order_no = $1 ORDER BY r.created_at DESC, r.id DESC LIMIT 1`,
    [orderNo],
  );
  if (!refund) throw new Error(`order ${orderNo} has no refund`);
  return refund.refundNo;
}

/** Decides the newest refund of an order at the channel with this result. */
async function decideAtChannel(orderNo: string, end: "success" | "abnormal"): Promise<void> {
  const refundNo = await refundNoOf(orderNo);
  await shop.ask(refundNo);
  await shop.decide(refundNo, end);
}

const reveal = async (orderNo: string) => {
  await writesWithoutHistory(shop.db.$client);
  return shop.rows(
    `UPDATE card SET state = 'REVEALED', reveal_count = 1, first_reveal_at = now()
     WHERE order_id = (SELECT id FROM orders WHERE order_no = $1) AND state = 'READY'`,
    [orderNo],
  );
};

/** Places an order of three cards, delivered, paid by every tender. */
async function threeCards(memberId: string): Promise<string> {
  const orderNo = await shop.mixedOrder(memberId, 3);
  await shop.deliverCards(orderNo, 3);
  return orderNo;
}

/**
 * Refunds one card each: two by rule, then one that is withdrawn, and one that an operator approves
 * and the channel delays.
 */
async function refundInParts(memberId: string): Promise<void> {
  const { context, db } = shop;
  const orderNo = await threeCards(memberId);
  for (const _ of ["first", "second"]) {
    await shop.apply(memberId, orderNo, await unitsOf(orderNo, 1));
    await decideAtChannel(orderNo, "success");
  }
  await reveal(orderNo);
  await shop.apply(memberId, orderNo, await unitsOf(orderNo, 1));
  await withdrawRefund(context, db, { memberId, key: shop.nextKey(), orderNo });
  await shop.apply(memberId, orderNo, await unitsOf(orderNo, 1));
  const refundNo = await refundNoOf(orderNo);
  const approval = { refundNo, actor: "anna", reason: "核实无误", isProven: true };
  await approveRefund(context, db, approval);
  await decideAtChannel(orderNo, "abnormal");
  await retryRefund(context, db, { refundNo, actor: "anna", reason: "核实无误" });
  await decideAtChannel(orderNo, "success");
}

/** A refund that its member withdraws, one that is rejected, and one that succeeds. */
async function endRefundEachWay(memberId: string): Promise<void> {
  const { context, db } = shop;
  const orderNo = await threeCards(memberId);
  await reveal(orderNo);
  await shop.apply(memberId, orderNo);
  await withdrawRefund(context, db, { memberId, key: shop.nextKey(), orderNo });
  await shop.apply(memberId, orderNo);
  const rejected = { refundNo: await refundNoOf(orderNo), actor: "anna", reason: "已使用" };
  await rejectRefund(context, db, rejected);
  await shop.apply(memberId, orderNo);
  const approved = { refundNo: await refundNoOf(orderNo), actor: "ben", reason: "核实无误" };
  await approveRefund(context, db, { ...approved, isProven: true });
  await decideAtChannel(orderNo, "success");
}

/** One item is delivered and refunded; then the other is accepted by its supplier, and fails. */
async function partGoesBack(memberId: string): Promise<void> {
  const { context, db, listener } = shop;
  const items = [
    { skuId: "card", quantity: 1 },
    { skuId: "topup", quantity: 1, input: { account: PHONE } },
  ];
  const { orderNo } = await shop.order(memberId, { items });
  await shop.payAll(memberId, orderNo);
  const [first, second] = await shop.itemsOf(orderNo);
  if (!first || !second) throw new Error("the order has two items");
  const codes = [{ code: "C", secret: "S" }];
  const issued = { ...first, supplierId: "cards", costFen: 0, codes };
  await transaction(db, (tx) => listener.onIssued(tx, issued));
  await shop.apply(memberId, orderNo, [{ itemId: first.itemId, quantity: 1 }]);
  await decideAtChannel(orderNo, "success");
  await transaction(db, (tx) => listener.onState(tx, { ...second, state: "accepted" }));
  await transaction(db, (tx) => listener.onFailed(tx, { ...second, reason: "库存不足" }));
  context.clock.advance(1_000);
}

/** A pack of coupons is paid after the order expired: it is done at once. */
async function paidLate(memberId: string): Promise<void> {
  const { context, db, deps } = shop;
  const { orderNo } = await shop.order(memberId, { items: [{ skuId: "pack", quantity: 1 }] });
  const { outTradeNo = "" } = await shop.pay(memberId, orderNo, "wechat");
  context.clock.advance(context.settings.unpaidOrderMs + context.settings.holdSlackMs + 1);
  await closeUnpaid(context, db, deps);
  shop.scripted.pay(outTradeNo);
  await queryByOutTradeNo(context, db, shop.payments, outTradeNo);
}

/** An order that its member cancels, and one that expires. */
async function unpaid(memberId: string): Promise<void> {
  const { context, db, deps } = shop;
  const items = [{ skuId: "card", quantity: 1 }];
  const first = await shop.order(memberId, { items });
  const given = { memberId, key: shop.nextKey(), orderNo: first.orderNo };
  await cancelOrder(context, db, deps, given);
  const second = await shop.order(memberId, { items });
  await shop.pay(memberId, second.orderNo, "wechat");
  context.clock.advance(context.settings.unpaidOrderMs + context.settings.holdSlackMs + 1);
  await closeUnpaid(context, db, deps);
}

test("every observed transition of orders and refunds is in the transition tables", async () => {
  const memberId = await shop.buyer(1);
  const journeys = [refundInParts, endRefundEachWay, partGoesBack, paidLate, unpaid];
  for (const journey of journeys) await journey(memberId);
  const seen = await recorded();
  expect(seen.filter((move) => !KNOWN.has(move))).toEqual([]);
  // Transitions that were once missing in the tables do occur.
  expect(seen).toEqual(
    expect.arrayContaining([
      "orders.order_state CLOSED>DONE",
      "orders.refund_state DONE>PROCESSING",
      "orders.refund_state DONE>APPLIED",
      "orders.refund_state APPLIED>NONE",
      "orders.refund_state APPLIED>REJECTED",
      "orders.fulfil_state PART_DONE>PROCESSING",
    ]),
  );
});

// That the database has the same transitions: server/src/domain/reconciliation/lifecycles.test.ts.
test("the database refuses a transition that the refund axis does not have", async () => {
  const memberId = await shop.buyer(1);
  const orderNo = await threeCards(memberId);
  const follow = shop.rows(
    `SELECT orders_refund_follow(member_id, id, 'ABNORMAL', NULL, '{}', NULL, now()) FROM orders
     WHERE order_no = $1`,
    [orderNo],
  );
  await expect(follow).rejects.toThrow("may not become ABNORMAL");
});

test("a move that a declaration loses is refused in a real purchase and a real refund", async () => {
  const memberId = await shop.buyer(1);
  const without = (lifecycle: Lifecycle, ...names: string[]): Lifecycle => ({
    ...lifecycle,
    events: lifecycle.events.filter(({ name }) => !names.includes(name)),
  });
  const refusalOf = (move: Promise<unknown>) =>
    move.then(
      () => undefined,
      (error: unknown) => databaseError(error),
    );
  const { order, pay, fulfil, refund } = axes;
  const orderNo = await threeCards(memberId);
  await shop.asOwner(lifecycleSql("refunds", [without(refundLifecycle, "begin")]));
  expect(await refusalOf(shop.apply(memberId, orderNo))).toMatchObject({
    code: "23514",
    message: expect.stringContaining("state APPROVED may not become PROCESSING"),
  });
  await shop.asOwner(lifecycleSql("orders", [without(order, "paid"), pay, fulfil, refund]));
  expect(await refusalOf(threeCards(memberId))).toMatchObject({
    code: "23514",
    message: expect.stringContaining("order_state WAIT_PAY may not become ACTIVE"),
  });
});

test("after the last day neither the order nor the refund sheet offers a refund, and before it both do", async () => {
  const { context, db } = shop;
  const memberId = await shop.buyer(1);
  await shop.asOwner("UPDATE fulfilment_contract SET refund_days = 7 WHERE delivery = 'card'");
  const orderNo = await threeCards(memberId);
  const shown = async () => {
    const { refund } = await orderDetail(context, db, memberId, orderNo);
    const { allowed, why } = await shop.sheet(memberId, orderNo);
    expect(refund.allowed).toBe(allowed);
    expect(refund.reason).toBe(why);
    return refund;
  };
  const before = await shown();
  expect(before).toMatchObject({ allowed: true, until: expect.any(Number) });
  context.clock.advance((before.until ?? 0) - context.clock.now().getTime());
  expect(await shown()).toMatchObject({ allowed: true });
  context.clock.advance(1);
  expect(await shown()).toEqual({ allowed: false, reason: "购买已超过 7 天" });
});
