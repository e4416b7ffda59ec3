/**
 * Tests meals that a member buys without a code: the order is sent with its payment, refunded by
 * itself when the store issues no code, and refunded in part once it has one.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { trialBalance } from "../ledger/actions.ts";
import { orderDetail, placeMeal } from "../orders/actions.ts";
import { codeOf } from "../orders/shop.fixture.ts";
import { receiveOwnOrder } from "../orders/actions/receive.ts";
import { applyForRefund, approveRefund, refundSheetOf } from "../refunds/actions.ts";
import {
  itemCheck,
  mutate,
  otherChecks,
  readFirst,
  withoutGuards,
} from "../refunds/mutants.fixture.ts";
import { walletOf } from "../wallet/actions.ts";
import {
  countSupplierOrders,
  createCheckout,
  giveBalance,
  menuHashOf,
  orderKeyOf,
  supplierListener,
} from "./difference.fixture.ts";
import { count, createExchangeTestEnv, type ExchangeTestEnv } from "./testing.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const CONNECTIONS = 64;
let env: ExchangeTestEnv;
let memberId = "";
let menuHash = "";
let keys = 0;
beforeEach(async () => {
  env = await createExchangeTestEnv({}, CONNECTIONS);
  menuHash = await menuHashOf(env);
  memberId = await env.member(60);
  await giveBalance(env, memberId);
}, 60_000);
afterEach(() => env.close());

const nextKey = () => `key-${++keys}`;
const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
const line = (productId: string, quantity: number) => ({ productId, quantity, options: [] });

/** Orders two burgers and three portions of fries for 73 元, unless other lines are given. */
const order = (key = nextKey(), lines = [line("burger", 2), line("fries", 3)], slot = "now") =>
  placeMeal(env.context, env.db, {
    memberId,
    key,
    input: { storeId: "kfc-sh001", eatType: "take_away", slot, menuHash, lines },
  });
const checkout = () => createCheckout(env, nextKey);
const detail = (orderNo: string) => orderDetail(env.context, env.db, memberId, orderNo);
const sheet = (orderNo: string) => refundSheetOf(env.context, env.db, memberId, orderNo);
const apply = (
  orderNo: string,
  items: readonly { itemId: string; quantity: number }[],
  key = nextKey(),
) => applyForRefund(env.context, env.db, { memberId, key, orderNo, items, reason: "餐品缺少" });
const approve = (refundNo: string) =>
  approveRefund(env.context, env.db, {
    refundNo,
    reason: "门店确认少了一份",
    actor: "anna",
    isProven: true,
  });
const balance = async () => (await walletOf(env.db, memberId)).principal;

/** Places, pays by balance, and gives the order its pickup code. */
async function orderWithCode(lines?: ReturnType<typeof line>[]): Promise<string> {
  const { orderNo } = await order(nextKey(), lines);
  await checkout().pay(memberId, orderNo, "balance");
  const key = await orderKeyOf(env, orderNo);
  await transaction(env.db, (tx) =>
    supplierListener(env).onIssued(tx, {
      ...key,
      supplierId: "dining",
      costFen: 0,
      codes: [{ code: "K1" }],
    }),
  );
  return orderNo;
}

describe("a meal without a code", () => {
  test("waits for its payment, once for each key, and the store gets it with the payment", async () => {
    const placed = await order("once");
    expect(placed.payableFen).toBe(7_300);
    expect(await order("once")).toEqual(placed);
    await expect(order("once", [line("burger", 1)])).rejects.toEqual(refusal("KEY_REUSED"));
    expect(await detail(placed.orderNo)).toMatchObject({
      display: "wait_pay",
      source: "shop",
      kind: "meal",
      amounts: { goodsFen: 7_300, payableFen: 7_300, voucherFen: 0, differenceFen: 0 },
      lines: [
        { name: "香辣鸡腿堡", quantity: 2, totalFen: 4_000 },
        { name: "薯条", quantity: 3, totalFen: 3_300 },
      ],
    });
    expect(await countSupplierOrders(env)).toBe(0);
    await checkout().pay(memberId, placed.orderNo, "balance");
    expect(await countSupplierOrders(env)).toBe(1);
    expect(await detail(placed.orderNo)).toMatchObject({ display: "issuing" });
    expect(await balance()).toBe(2_700);
  });

  test("is paid through the channel once, however often the channel tells it", async () => {
    const { orderNo } = await order();
    const { pay, bring } = checkout();
    const { outTradeNo = "" } = await pay(memberId, orderNo, "wechat");
    const told = Array.from({ length: 16 }, () => bring(memberId, orderNo, outTradeNo));
    await Promise.all(told);
    expect(await countSupplierOrders(env)).toBe(1);
    expect(await trialBalance(env.db)).toMatchObject({ isSound: true });
  });

  test("is not sent when the money arrives after its ten minutes; the money goes back", async () => {
    const { orderNo } = await order();
    const { pay, bring } = checkout();
    const { outTradeNo = "" } = await pay(memberId, orderNo, "wechat");
    env.context.clock.advance(20 * MINUTE_MS);
    expect(await bring(memberId, orderNo, outTradeNo)).toMatchObject({ state: "over" });
    expect(await countSupplierOrders(env)).toBe(0);
    expect(await count(env.db, "SELECT count(*) FROM payment_return")).toBe(1);
  });

  test("shows its pickup code, and counts as revenue line by line", async () => {
    const orderNo = await orderWithCode();
    expect(await detail(orderNo)).toMatchObject({ display: "ready", codes: [{ code: "K1" }] });
    const earned = "SELECT sum(amount) FROM ledger_transfer WHERE credit = 'revenue'";
    expect(await count(env.db, earned)).toBe(7_300);
    const took = { memberId, key: nextKey(), orderNo };
    expect(await receiveOwnOrder(env.context, env.db, took)).toMatchObject({ display: "done" });
  });

  test("is refunded whole in one refund, once, when the store issues no code", async () => {
    const { orderNo } = await order();
    await checkout().pay(memberId, orderNo, "balance");
    const key = await orderKeyOf(env, orderNo);
    const fail = () =>
      transaction(env.db, (tx) => supplierListener(env).onFailed(tx, { ...key, reason: "售罄" }));
    await Promise.all(Array.from({ length: 8 }, fail));
    const failed = await detail(orderNo);
    expect(failed).toMatchObject({ display: "refunded", amounts: { refundedFen: 7_300 } });
    expect(failed.timeline.map(({ text }) => text)).toContain("出码未成功，款项将原路退回");
    expect(await count(env.db, "SELECT count(*) FROM refund")).toBe(1);
    expect(await balance()).toBe(10_000);
    expect(await trialBalance(env.db)).toMatchObject({ isSound: true });
  });
});

describe("a refund of a part of a bought meal", () => {
  test("is not applied for before the code: without one, all of it goes back by itself", async () => {
    const { orderNo } = await order();
    expect(await sheet(orderNo)).toMatchObject({ allowed: false, why: "订单还未支付" });
    await checkout().pay(memberId, orderNo, "balance");
    const { allowed, why, items } = await sheet(orderNo);
    expect([allowed, why]).toEqual([false, "正在出码，未成功会自动退款；出码后可申请"]);
    const asked = apply(orderNo, [{ itemId: items[0]?.itemId ?? "", quantity: 1 }]);
    await expect(asked).rejects.toEqual(refusal("REFUND_DENIED"));
    expect(await balance()).toBe(2_700);
  });

  test("returns the price of the portions, once an operator has asked the store", async () => {
    const orderNo = await orderWithCode();
    const before = await sheet(orderNo);
    expect(before.items.map(({ title, refundable }) => [title, refundable])).toEqual([
      ["香辣鸡腿堡", 2],
      ["薯条", 3],
    ]);
    expect(before.items[1]?.shares).toMatchObject([
      { quantity: 1, balanceFen: 1_100, isReviewed: true },
      { quantity: 2, balanceFen: 2_200 },
      { quantity: 3, balanceFen: 3_300 },
    ]);
    await apply(orderNo, [{ itemId: before.items[1]?.itemId ?? "", quantity: 1 }]);
    expect(await balance()).toBe(2_700);
    const { refunds } = await sheet(orderNo);
    await approve(refunds[0]?.refundNo ?? "");
    expect(await balance()).toBe(3_800);
    expect(await detail(orderNo)).toMatchObject({
      display: "part_refunded",
      codes: [{ code: "K1" }],
      received: { allowed: true },
      amounts: { refundedFen: 1_100 },
      lines: [{ name: "香辣鸡腿堡" }, { name: "薯条", refundedQuantity: 1 }],
    });
    expect(await trialBalance(env.db)).toMatchObject({ isSound: true });
  });

  test("of everything closes the order, also after it was picked up", async () => {
    const orderNo = await orderWithCode();
    await receiveOwnOrder(env.context, env.db, { memberId, key: nextKey(), orderNo });
    const { items } = await sheet(orderNo);
    await apply(
      orderNo,
      items.map(({ itemId, refundable: quantity }) => ({ itemId, quantity })),
    );
    await approve((await sheet(orderNo)).refunds[0]?.refundNo ?? "");
    expect(await detail(orderNo)).toMatchObject({ display: "refunded" });
    expect(await balance()).toBe(10_000);
  });

  test("is not applied for a day after the payment", async () => {
    const orderNo = await orderWithCode();
    env.context.clock.advance(DAY_MS + 1);
    expect(await sheet(orderNo)).toMatchObject({ allowed: false, why: "购买已超过 1 天" });
  });
});

/** 64 applications for a meal of nine portions, then each refund approved by two calls at once. */
async function neverMoreThanWasPaid(): Promise<void> {
  const orderNo = await orderWithCode([line("fries", 9)]);
  const itemId = (await sheet(orderNo)).items[0]?.itemId ?? "";
  const outcomes = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, n) =>
      codeOf(apply(orderNo, [{ itemId, quantity: 1 + (n % 2) }])),
    ),
  );
  expect(outcomes.filter((each) => each !== "done" && each !== "REFUND_DENIED")).toEqual([]);
  const { refunds } = await sheet(orderNo);
  await Promise.all([...refunds, ...refunds].map(({ refundNo }) => codeOf(approve(refundNo))));
  const units = await count(env.db, "SELECT sum(quantity) FROM refund_item");
  expect(units).toBe(9);
  expect(await balance()).toBe(10_000);
  expect(await trialBalance(env.db)).toMatchObject({ isSound: true });
}

describe("64 applications at once for parts of one meal", () => {
  test("return what was paid and never more", async () => {
    await neverMoreThanWasPaid();
  }, 60_000);

  test("return more when the portions are counted before the order is locked", async () => {
    await mutate(env, [...readFirst, ...withoutGuards], [itemCheck, ...otherChecks]);
    await expect(neverMoreThanWasPaid()).rejects.toThrow("to be 9");
  }, 60_000);
});
