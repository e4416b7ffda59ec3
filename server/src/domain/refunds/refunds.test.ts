/**
 * Refunds to the original tenders: by rule, by an operator, automatically, and with any answer of
 * the channel or none.
 */
import { RefundSheet } from "@yunjing/contract/schemas/refunds";
import Value from "typebox/value";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { writesWithoutHistory } from "../../platform/database/superuser.fixture.ts";
import { showTestPicture } from "../catalog/testing.ts";
import { levelProgressOf } from "../levels/actions.ts";
import { orderDetail } from "../orders/actions/read.ts";
import { codeOf } from "../orders/shop.fixture.ts";
import { pointsOf } from "../points/actions.ts";
import { trialBalance } from "../ledger/actions.ts";
import { walletOf } from "../wallet/actions.ts";
import { approveRefund, rejectRefund, retryRefund, withdrawRefund } from "./actions.ts";
import { openRefundEnv, type RefundEnv } from "./test-env.fixture.ts";

let shop: RefundEnv;
beforeEach(async () => {
  shop = await openRefundEnv();
}, 60_000);
afterEach(async () => {
  expect(await trialBalance(shop.db)).toMatchObject({ isSound: true });
  await shop.close();
});

const latest = async (memberId: string, orderNo: string) => {
  const [refund] = (await shop.sheet(memberId, orderNo)).refunds;
  if (!refund) throw new Error("no refund");
  return refund;
};
const firstItem = async (orderNo: string) => (await shop.itemsOf(orderNo))[0]?.itemId ?? "";
const by = (refundNo: string, actor: string) => ({
  refundNo,
  actor,
  reason: "核实无误",
  isProven: true,
});
const reveal = async (orderNo: string, count: number) => {
  await writesWithoutHistory(shop.db.$client);
  return shop.rows(
    `UPDATE card SET state = 'REVEALED', reveal_count = 1, first_reveal_at = now() WHERE seq <= $2 AND order_id =
     (SELECT id FROM orders WHERE order_no = $1)`,
    [orderNo, count],
  );
};

describe("an order of three cards, paid by coupon, points, balance and cash", () => {
  test("is refunded unit by unit to every tender, to the fen; then all effects are reversed", async () => {
    const memberId = await shop.buyer(1, { points: 700, principalFen: 500 });
    const orderNo = await shop.mixedOrder(memberId, 3);
    await shop.deliverCards(orderNo, 3);
    const pending = async () =>
      (await pointsOf(shop.db, memberId, shop.context.clock.now())).pending;
    // 16 for 16.99 元, and 50 for the first order.
    expect(await pending()).toBe(66);
    const growth = async () => (await levelProgressOf(shop.context, shop.db, memberId)).growth;
    expect(await growth()).toBe(16);
    const before = await shop.sheet(memberId, orderNo);
    expect(Value.Check(RefundSheet, before)).toBe(true);
    expect(before).toMatchObject({
      allowed: true,
      total: { cashFen: 1_699, balanceFen: 500, points: 700 },
      items: [{ refundable: 3, refundableMin: 1, shares: [{ cashFen: 566 }, {}, {}] }],
    });
    const itemId = await firstItem(orderNo);
    for (const left of [2, 1, 0]) {
      const key = `back-${left}`;
      await shop.apply(memberId, orderNo, [{ itemId, quantity: 1 }], key);
      await shop.apply(memberId, orderNo, [{ itemId, quantity: 1 }], key);
      const { refundNo, state } = await latest(memberId, orderNo);
      expect(state).toBe("processing");
      await shop.ask(refundNo);
      await shop.decide(refundNo, "success");
      await shop.decide(refundNo, "success");
      const detail = await orderDetail(shop.context, shop.db, memberId, orderNo);
      expect(detail.display).toBe(left === 0 ? "refunded" : "part_refunded");
      expect(await growth()).toBe([0, 5, 11][left]);
    }
    const published = await shop.rows(
      `SELECT sum((payload->'data'->>'cashFen')::int)::int AS "cashFen",
              sum((payload->'data'->>'amountFen')::int)::int AS "amountFen"
       FROM outbox WHERE payload->>'kind' = 'order.refunded'`,
    );
    expect(published).toEqual([{ cashFen: 1_699, amountFen: 1_699 + 500 }]);
    const after = await shop.sheet(memberId, orderNo);
    expect(after).toMatchObject({ allowed: false, why: "已退款" });
    expect(after.refunds.map(({ cashFen }) => cashFen)).toEqual([567, 566, 566]);
    expect(after.refunds.map(({ stateText }) => stateText)).toEqual(["已退款", "已退款", "已退款"]);
    const now = shop.context.clock.now();
    expect(await walletOf(shop.db, memberId, now)).toMatchObject({ principal: 500, held: 0 });
    expect(await pointsOf(shop.db, memberId, now)).toMatchObject({ available: 700, pending: 0 });
    expect(await shop.rows("SELECT state FROM member_coupon")).toEqual([{ state: "AVAILABLE" }]);
    expect(await shop.rows("SELECT DISTINCT state FROM card")).toEqual([{ state: "VOID" }]);
    expect(await shop.contraSums()).toEqual({});
    expect(shop.scripted.calls.filter((call) => call === "refund")).toHaveLength(3);
  });

  test("requires an operator when a card was revealed; after a rejection it may be applied for again", async () => {
    const memberId = await shop.buyer(1, { principalFen: 500 });
    const orderNo = await shop.mixedOrder(memberId, 2);
    await shop.deliverCards(orderNo, 2);
    await reveal(orderNo, 1);
    const [item] = (await shop.sheet(memberId, orderNo)).items;
    expect(item?.shares.map(({ isReviewed }) => isReviewed)).toEqual([false, true]);
    await shop.apply(memberId, orderNo);
    const refund = await latest(memberId, orderNo);
    expect(refund).toMatchObject({ state: "applied", stateText: "待审核", canWithdraw: true });
    expect(await codeOf(shop.apply(memberId, orderNo))).toBe("REFUND_DENIED");
    await rejectRefund(shop.context, shop.db, by(refund.refundNo, "anna"));
    expect(await latest(memberId, orderNo)).toMatchObject({
      state: "rejected",
      decision: "核实无误",
    });
    expect(await codeOf(approveRefund(shop.context, shop.db, by(refund.refundNo, "ben")))).toBe(
      "STATE_CHANGED",
    );

    await shop.apply(memberId, orderNo);
    const again = await latest(memberId, orderNo);
    expect(again.refundNo).not.toBe(refund.refundNo);
    const state = await approveRefund(shop.context, shop.db, by(again.refundNo, "anna"));
    expect(state).toBe("PROCESSING");
    await shop.ask(again.refundNo);
    await shop.decide(again.refundNo, "success");
    expect(await shop.contraSums()).toEqual({});
  });

  test("can be withdrawn while no operator has decided", async () => {
    const memberId = await shop.buyer(1);
    const orderNo = await shop.mixedOrder(memberId, 2);
    await shop.deliverCards(orderNo, 2);
    await reveal(orderNo, 2);
    const withdraw = (key: string) =>
      withdrawRefund(shop.context, shop.db, { memberId, key, orderNo });
    expect(await codeOf(withdraw("early"))).toBe("ORDER_STATE");
    await shop.apply(memberId, orderNo);
    await withdraw("w");
    await withdraw("w");
    expect(await latest(memberId, orderNo)).toMatchObject({ state: "withdrawn" });
    const detail = await orderDetail(shop.context, shop.db, memberId, orderNo);
    expect(detail).toMatchObject({ display: "ready" });
    expect(await shop.rows("SELECT returned_fen FROM payment_attempt")).toEqual([
      { returned_fen: 0 },
    ]);
  });
});

test("requires two different operators above the limit", async () => {
  await shop.offer({ id: "dear", delivery: "card", priceFen: 60_000 });
  const memberId = await shop.buyer(1);
  const { orderNo } = await shop.order(memberId, { items: [{ skuId: "dear", quantity: 1 }] });
  await shop.payAll(memberId, orderNo);
  await shop.deliverCards(orderNo, 1);
  await shop.apply(memberId, orderNo);
  const { refundNo, state } = await latest(memberId, orderNo);
  expect(state).toBe("applied");
  const approve = (actor: string) => approveRefund(shop.context, shop.db, by(refundNo, actor));
  expect(await approve("anna")).toBe("first");
  expect(await codeOf(approve("anna"))).toBe("TWO_PERSONS");
  expect(await approve("ben")).toBe("PROCESSING");
});

test("a pack is refunded completely after an operator's approval, with its unused coupons", async () => {
  const template = await shop.template();
  await shop.offer({ id: "pack", delivery: "coupons", templates: [template] });
  const memberId = await shop.buyer(1, { principalFen: 3_000 });
  const { orderNo } = await shop.order(memberId, { items: [{ skuId: "pack", quantity: 3 }] });
  await shop.pay(memberId, orderNo, "balance");
  await writesWithoutHistory(shop.db.$client);
  await shop.rows(
    "UPDATE member_coupon SET state = 'USED', used_at = now(), used_order = $1 WHERE source_ref LIKE '%:1'",
    [shop.context.ids.next()],
  );
  const itemId = await firstItem(orderNo);
  expect(await codeOf(shop.apply(memberId, orderNo, [{ itemId, quantity: 1 }]))).toBe(
    "REFUND_DENIED",
  );
  await shop.apply(memberId, orderNo);
  const { refundNo, state } = await latest(memberId, orderNo);
  expect(state).toBe("applied");
  expect(await approveRefund(shop.context, shop.db, by(refundNo, "anna"))).toBe("SUCCESS");
  expect(await shop.rows("SELECT state FROM member_coupon ORDER BY source_ref")).toEqual([
    { state: "USED" },
    { state: "VOID" },
    { state: "VOID" },
  ]);
});

test("a definite failure is refunded automatically, once, and its stock is available again", async () => {
  const memberId = await shop.buyer(1, { points: 300, principalFen: 500 });
  const orderNo = await shop.mixedOrder(memberId, 3);
  const sold = "SELECT sum(sold)::int AS sold FROM sku_stock WHERE sku_id = 'card'";
  expect(await shop.rows(sold)).toEqual([{ sold: 3 }]);
  await shop.fail(orderNo);
  await shop.fail(orderNo);
  const { refunds } = await shop.sheet(memberId, orderNo);
  expect(refunds).toMatchObject([{ state: "processing", reason: "库存不足", balanceFen: 500 }]);
  const now = shop.context.clock.now();
  expect(await walletOf(shop.db, memberId, now)).toMatchObject({ principal: 500 });
  await shop.ask(refunds[0]?.refundNo ?? "");
  await shop.decide(refunds[0]?.refundNo ?? "", "success");
  expect(await shop.rows(sold)).toEqual([{ sold: 0 }]);
  expect(await shop.contraSums()).toEqual({});
  const detail = await orderDetail(shop.context, shop.db, memberId, orderNo);
  expect(detail.display).toBe("refunded");
});

test("an order paid without cash is refunded at once, without a call to the channel", async () => {
  const memberId = await shop.buyer(1, { principalFen: 5_000 });
  const cart = { items: [{ skuId: "card", quantity: 2 }], useBalance: true };
  const { orderNo } = await shop.order(memberId, cart);
  await shop.pay(memberId, orderNo, "none");
  await shop.deliverCards(orderNo, 2);
  await shop.apply(memberId, orderNo);
  expect(await latest(memberId, orderNo)).toMatchObject({ state: "success", balanceFen: 2_000 });
  expect(await walletOf(shop.db, memberId, shop.now())).toMatchObject({ principal: 5_000 });
  expect(shop.scripted.calls).not.toContain("refund");
});

describe("the channel", () => {
  const underWay = async () => {
    const memberId = await shop.buyer(1);
    const orderNo = await shop.mixedOrder(memberId, 1);
    await shop.deliverCards(orderNo, 1);
    await shop.apply(memberId, orderNo);
    const { refundNo } = await latest(memberId, orderNo);
    return { memberId, orderNo, refundNo };
  };
  const numbers = () => [...shop.scripted.refunds.keys()];

  test("that refunded but whose answer was lost, fifty times, is queried and never gets a new number", async () => {
    const { memberId, orderNo, refundNo } = await underWay();
    shop.scripted.script.refund.push("unheard");
    shop.scripted.script.queryRefund.push(...Array.from({ length: 50 }, () => "lost" as const));
    await shop.ask(refundNo);
    for (let n = 0; n < 50; n++) {
      shop.context.clock.advance(61_000);
      expect(await shop.poll()).toBe(1);
    }
    expect(numbers()).toEqual([refundNo]);
    shop.scripted.settleRefund(refundNo, "success");
    shop.context.clock.advance(61_000);
    await shop.poll();
    expect(await latest(memberId, orderNo)).toMatchObject({ state: "success" });
    expect(shop.scripted.calls.filter((call) => call === "refund")).toHaveLength(1);
    expect(await shop.poll()).toBe(0);
  });

  test("that never received the refund gets it again under the same number", async () => {
    const { refundNo } = await underWay();
    shop.scripted.script.refund.push("lost");
    await shop.ask(refundNo);
    expect(numbers()).toEqual([]);
    shop.context.clock.advance(61_000);
    await shop.poll();
    expect(numbers()).toEqual([refundNo]);
  });

  test("that refuses finally leaves it to an operator, who retries; success is accepted even then", async () => {
    const { memberId, orderNo, refundNo } = await underWay();
    await shop.ask(refundNo);
    await shop.decide(refundNo, "abnormal");
    expect(await latest(memberId, orderNo)).toMatchObject({ state: "abnormal" });
    expect(await shop.contraSums()).toMatchObject({ suspense: expect.any(Number) });
    await retryRefund(shop.context, shop.db, by(refundNo, "anna"));
    expect(await codeOf(retryRefund(shop.context, shop.db, by(refundNo, "anna")))).toBe(
      "STATE_CHANGED",
    );
    await shop.decide(refundNo, "closed");
    await shop.decide(refundNo, "success");
    expect(await latest(memberId, orderNo)).toMatchObject({ state: "success" });
    expect(numbers()).toEqual([refundNo]);
    expect(await shop.contraSums()).toEqual({});
  });

  test("whose status update is about other money is ignored", async () => {
    const { memberId, orderNo, refundNo } = await underWay();
    await shop.ask(refundNo);
    const update = shop.scripted.settleRefund(refundNo, "success");
    shop.scripted.refunds.set(refundNo, { ...update, refundFen: update.refundFen - 1 });
    await shop.decide(refundNo, "success");
    expect(await latest(memberId, orderNo)).toMatchObject({ state: "processing" });
  });
});

test("the refund form shows the picture that the item had when it was bought", async () => {
  const photo = await showTestPicture(shop.db, "topup");
  const memberId = await shop.buyer(1);
  const items = [{ skuId: "topup", quantity: 1, input: { account: "13900001234" } }];
  const { orderNo } = await shop.order(memberId, { items });
  expect((await shop.sheet(memberId, orderNo)).items).toMatchObject([{ photo }]);
});

test("a delivered top-up is not refundable, and one under way must wait", async () => {
  const memberId = await shop.buyer(1);
  const items = [{ skuId: "topup", quantity: 2, input: { account: "13900001234" } }];
  const { orderNo } = await shop.order(memberId, { items });
  expect(await shop.sheet(memberId, orderNo)).toMatchObject({
    allowed: false,
    why: "订单还未支付",
  });
  expect(await codeOf(shop.apply(memberId, orderNo))).toBe("ORDER_STATE");
  await shop.payAll(memberId, orderNo);
  const under = await shop.sheet(memberId, orderNo);
  expect(under).toMatchObject({ allowed: false, why: "充值进行中，未到账会自动退款" });
  await shop.deliver(orderNo);
  expect((await shop.sheet(memberId, orderNo)).why).toBe("已充值到账，不支持退款");
  expect(await codeOf(shop.apply(memberId, orderNo))).toBe("REFUND_DENIED");
  const other = await shop.buyer(2);
  expect(await codeOf(shop.sheet(other, orderNo))).toBe("NOT_FOUND");
});
