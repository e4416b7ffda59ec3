/** Paying an order, the rewards of its items, and unpaid orders. */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { trialBalance } from "../ledger/actions.ts";
import { levelProgressOf } from "../levels/actions.ts";
import { walletOf } from "../wallet/actions.ts";
import { cancelOrder } from "./actions/cancel.ts";
import { hideFromList } from "./actions/hide.ts";
import { paymentOf } from "./actions/payment.ts";
import { orderDetail, summaryOfOrders } from "./actions/read.ts";
import { codeOf, openShop, type ShopEnv, statements } from "./shop.fixture.ts";
import { listedOrders } from "./testing.ts";

let shop: ShopEnv;
beforeEach(async () => {
  shop = await openShop();
  await shop.offer({ id: "topup", delivery: "topup", levels: { 1: 900 } });
  await shop.offer({ id: "card", delivery: "card", stock: 8 });
}, 60_000);
afterEach(async () => {
  expect(await trialBalance(shop.db)).toMatchObject({ isSound: true });
  await shop.close();
});

const topup = { skuId: "topup", quantity: 2, input: { account: " 139-0000-1234" } };
const card = { skuId: "card", quantity: 3 };
const detail = (memberId: string, orderNo: string) =>
  orderDetail(shop.context, shop.db, memberId, orderNo);

describe("paying", () => {
  test("by balance is one statement; items are submitted to suppliers, and delivered items are revenue", async () => {
    const memberId = await shop.buyer(1, { points: 1_000, principalFen: 10_000 });
    await shop.coupon(memberId);
    const cart = { items: [topup, card], usePoints: true, useBalance: false };
    const { orderNo } = await shop.order(memberId, cart);
    const pay = () => shop.pay(memberId, orderNo, "balance", "pay");
    expect(await statements(shop.db, pay)).toBe(1);
    expect(await pay()).toEqual({ orderNo, state: "paid", display: "issuing", dueFen: 0 });
    expect(await codeOf(shop.pay(memberId, orderNo, "balance"))).toBe("ORDER_STATE");
    expect(await walletOf(shop.db, memberId, shop.now())).toMatchObject({ principal: 6_700 });
    const supplierOrders = await shop.ask<number>("SELECT count(*)::int FROM supplier_order");
    expect(supplierOrders).toBe(2);

    const codes = ["A", "B", "C"].map((code) => ({ code, secret: `s${code}` }));
    await shop.deliver(orderNo, codes);
    expect(await detail(memberId, orderNo)).toMatchObject({
      display: "ready",
      amounts: { balanceFen: 3_300, cashFen: 0, paidFen: 3_300 },
      lines: [{ state: "done" }, { state: "ready" }],
    });
    const accountSums = await shop.ask<Record<string, number>>(
      `SELECT json_object_agg(purpose, change) FROM (SELECT purpose, sum(change)::int AS change FROM ledger_line
       WHERE version IS NULL AND asset = 'CNY' AND purpose IN ('clearing', 'revenue') GROUP BY 1) x`,
    );
    expect(accountSums).toEqual({ clearing: 0, revenue: 4_800 });
  });

  test("with nothing left to pay needs no tender", async () => {
    const memberId = await shop.buyer(1, { principalFen: 3_000 });
    const { orderNo } = await shop.order(memberId, { items: [card], useBalance: true });
    expect(await shop.pay(memberId, orderNo, "none")).toMatchObject({ state: "paid" });
    const due = await shop.order(memberId, { items: [card], useBalance: true });
    expect(await codeOf(shop.pay(memberId, due.orderNo, "none"))).toBe("ORDER_STATE");
    expect(await codeOf(shop.pay(memberId, due.orderNo, "balance"))).toBe("BALANCE_SHORT");
    expect(await codeOf(shop.pay(await shop.buyer(2), due.orderNo, "none"))).toBe("NOT_FOUND");
  });

  test("grants coupon packs at once, and the order is done", async () => {
    const template = await shop.template();
    await shop.offer({ id: "pack", delivery: "coupons", templates: [template] });
    const memberId = await shop.buyer(1, { principalFen: 2_000 });
    const { orderNo } = await shop.order(memberId, { items: [{ skuId: "pack", quantity: 2 }] });
    const paid = await shop.pay(memberId, orderNo, "balance");
    expect(paid).toMatchObject({ state: "paid", display: "done" });
    const granted = await shop.ask<number>("SELECT count(*)::int FROM member_coupon");
    expect(granted).toBe(2);
  });

  test("for a pack with cash earns points and growth with the payment, because the order is done", async () => {
    await shop.offer({ id: "pack", delivery: "coupons", templates: [await shop.template()] });
    const memberId = await shop.buyer(1);
    const { orderNo } = await shop.order(memberId, { items: [{ skuId: "pack", quantity: 2 }] });
    const begun = await shop.pay(memberId, orderNo, "wechat");
    shop.scripted.pay(begun.outTradeNo ?? "");
    const request = { memberId, orderNo };
    await paymentOf(shop.context, shop.db, shop.payments, request);
    expect(await detail(memberId, orderNo)).toMatchObject({ display: "done" });
    expect(await levelProgressOf(shop.context, shop.db, memberId)).toMatchObject({ growth: 20 });
    const earned = await shop.ask<number>(
      "SELECT amount::int FROM points_lot WHERE source_kind = 'points_earn'",
    );
    expect(earned).toBe(20);
  });

  test("by WeChat waits for the channel, and its money pays the order once", async () => {
    const memberId = await shop.buyer(1);
    const { orderNo } = await shop.order(memberId, { items: [card] });
    const begun = await shop.pay(memberId, orderNo, "wechat");
    expect(begun).toMatchObject({ state: "waiting", dueFen: 3_000, jsapi: { signType: "RSA" } });
    const request = { memberId, orderNo };
    const payment = () => paymentOf(shop.context, shop.db, shop.payments, request);
    expect(await payment()).toMatchObject({ state: "waiting", dueFen: 3_000 });
    shop.scripted.script.query.push("lost");
    expect(await payment()).toMatchObject({ state: "unknown" });
    shop.scripted.pay(begun.outTradeNo ?? "");
    expect(await payment()).toMatchObject({ state: "paid", display: "issuing", dueFen: 0 });
    expect(await payment()).toMatchObject({ state: "paid" });
  });
});

describe("an unpaid order", () => {
  test("can be cancelled; everything on hold is released", async () => {
    const memberId = await shop.buyer(1, { points: 1_000, principalFen: 300 });
    const couponId = await shop.coupon(memberId);
    const cart = { items: [{ skuId: "card", quantity: 8 }], usePoints: true, useBalance: true };
    const { orderNo } = await shop.order(memberId, cart);
    const cancel = (key: string) =>
      cancelOrder(shop.context, shop.db, shop.deps, { memberId, key, orderNo });
    expect(await cancel("c")).toMatchObject({ display: "cancelled", cancel: { allowed: false } });
    expect(await cancel("c")).toMatchObject({ display: "cancelled" });
    expect(await codeOf(cancel("d"))).toBe("ORDER_STATE");
    expect(await codeOf(shop.pay(memberId, orderNo, "balance"))).toBe("ORDER_CLOSED");
    const again = await shop.quote(memberId, cart);
    expect(again).toMatchObject({ balanceFen: 300, coupons: { chosen: [couponId] } });
    expect(await codeOf(shop.place(memberId, again.quoteToken))).toBe("done");
  });

  test("expires by time, and its holds lapse by time, even when no job runs", async () => {
    const memberId = await shop.buyer(1, { points: 1_000, principalFen: 300 });
    const couponId = await shop.coupon(memberId);
    const cart = { items: [{ skuId: "card", quantity: 8 }], usePoints: true, useBalance: true };
    const { orderNo } = await shop.order(memberId, cart);
    shop.context.clock.advance(15 * 60_000);
    expect(await codeOf(shop.pay(memberId, orderNo, "balance"))).toBe("ORDER_CLOSED");
    const late = { memberId, key: "late", orderNo };
    expect(await codeOf(cancelOrder(shop.context, shop.db, shop.deps, late))).toBe("ORDER_STATE");
    expect(await codeOf(shop.pay(memberId, orderNo, "wechat"))).toBe("ORDER_CLOSED");
    expect(await detail(memberId, orderNo)).toMatchObject({ display: "closed" });
    const { list } = await listedOrders(shop.context, shop.db, memberId, {});
    expect(list).toMatchObject([{ display: "closed" }]);
    const waiting = { state: "wait_pay" } as const;
    expect((await listedOrders(shop.context, shop.db, memberId, waiting)).list).toEqual([]);

    shop.context.clock.advance(60_000);
    const again = await shop.quote(memberId, cart);
    expect(again).toMatchObject({ balanceFen: 300, coupons: { chosen: [couponId] } });
    expect(await codeOf(shop.place(memberId, again.quoteToken))).toBe("done");
  });
});

describe("an item", () => {
  test("that failed is refunded on its own; the others are delivered", async () => {
    const memberId = await shop.buyer(1, { principalFen: 10_000 });
    const { orderNo } = await shop.order(memberId, { items: [topup, card] });
    await shop.pay(memberId, orderNo, "balance");
    const [first, second] = await shop.itemsOf(orderNo);
    if (!first || !second) throw new Error("two items were bought");
    const { ownerId, orderId } = first;
    await transaction(shop.db, (tx) =>
      shop.listener.onFailed(tx, { ownerId, orderId, itemId: first.itemId, reason: "停机" }),
    );
    expect(shop.refunded).toEqual([first.itemId]);
    expect(await detail(memberId, orderNo)).toMatchObject({ lines: [{ state: "refunding" }, {}] });
    await transaction(shop.db, (tx) =>
      shop.listener.onIssued(tx, {
        ownerId,
        orderId,
        itemId: second.itemId,
        supplierId: "cards",
        costFen: 0,
        codes: [{ code: "A" }, { code: "B" }, { code: "C" }],
      }),
    );
    expect(await detail(memberId, orderNo)).toMatchObject({
      display: "ready",
      lines: [{ state: "refunding" }, { state: "ready" }],
    });
  });
});

test("shop orders are listed and counted by their state", async () => {
  const memberId = await shop.buyer(1, { principalFen: 10_000 });
  const cart = { items: [{ skuId: "card", quantity: 1 }] };
  const waiting = await shop.order(memberId, cart);
  const paid = await shop.order(memberId, cart);
  await shop.pay(memberId, paid.orderNo, "balance");
  const numbers = async (state: "wait_pay" | "processing" | "ready" | "after_sale") => {
    const { list } = await listedOrders(shop.context, shop.db, memberId, { state });
    return list.map(({ orderNo }) => orderNo);
  };
  expect(await numbers("wait_pay")).toEqual([waiting.orderNo]);
  expect(await numbers("processing")).toEqual([paid.orderNo]);
  const { list } = await listedOrders(shop.context, shop.db, memberId, { kind: "card" });
  expect(list).toMatchObject([
    { display: "issuing", amounts: { paidFen: 1_000, balanceFen: 1_000, payableFen: 1_000 } },
    { display: "wait_pay", expiresAt: waiting.expiresAt, amounts: { cashFen: 1_000 } },
  ]);
  expect(list[0]).not.toHaveProperty("expiresAt");
  const { states } = await summaryOfOrders(shop.context, shop.db, memberId);
  expect(states).toEqual({ wait_pay: 1, processing: 1, ready: 0, after_sale: 0 });

  shop.context.clock.advance(15 * 60_000);
  const gone = { memberId, key: "hide", orderNo: waiting.orderNo };
  await hideFromList(shop.context, shop.db, gone);
  expect(await numbers("wait_pay")).toEqual([]);
});
