/**
 * Tests meals above the voucher value on a multi-use code: each use waits with its own order, and
 * is redeemed by its payment or released.
 */
import { readFileSync } from "node:fs";
import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { trialBalance } from "../ledger/actions.ts";
import { closeUnpaid, readReceipt } from "../orders/actions.ts";
import { walletOf } from "../wallet/actions.ts";
import { grantCodes } from "./batches/grant.ts";
import {
  countSupplierOrders,
  giveBalance,
  menuHashOf,
  openCodeSession,
  createCheckout,
  orderBurgers,
  orderKeyOf,
  usedVoucherFen,
  supplierListener,
} from "./difference.fixture.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "./testing.ts";

const MINUTE_MS = 60_000;
const CONNECTIONS = 32;
let testEnv: ExchangeTestEnv;
let menuHash = "";
let code = "";
let one = "";
let two = "";
let three = "";
let keys = 0;
const nextKey = () => `key-${++keys}`;
const many = async (usesPerCode: number, perMember = 1) => {
  const { context, db, makerId, checkerId } = testEnv;
  const by = { makerId, checkerId, count: 1, usesPerCode, perMember };
  [code = ""] = await grantCodes(context, db, { target: "kfc-value-50", ...by });
};
const buyer = async (last: number) => {
  const memberId = await testEnv.member(last);
  await giveBalance(testEnv, memberId);
  return memberId;
};
beforeEach(async () => {
  testEnv = await createExchangeTestEnv({}, CONNECTIONS);
  menuHash = await menuHashOf(testEnv);
  [one, two, three] = [await buyer(50), await buyer(51), await buyer(52)];
  await many(2);
}, 60_000);
afterEach(() => testEnv.close());

const refusal = (name: string) => expect.objectContaining({ name: "Refusal", code: name });
const open = (memberId: string) => openCodeSession(testEnv, code, memberId);
const order = async (memberId: string) =>
  orderBurgers(testEnv, { session: await open(memberId), memberId, menuHash, key: nextKey() });
const checkout = () => createCheckout(testEnv, nextKey);
/** Returns the state of the code, and of its uses in order. */
const stateOfEverything = async () => {
  const { rows: codes } = await testEnv.db.execute<{ state: string; uses: number }>(sql`
    SELECT state, uses FROM code ORDER BY created_at DESC, code_id DESC LIMIT 1`);
  const { rows: uses } = await testEnv.db.execute<{ state: string; givenBack: number }>(sql`
    SELECT u.state, u.given_back AS "givenBack" FROM code_use u JOIN code c ON c.code_mac = u.code_mac
    ORDER BY u.n`);
  return { ...codes[0], of: uses.map(({ state }) => state), back: uses.map((u) => u.givenBack) };
};
const isSound = async () => (await trialBalance(testEnv.db)).isSound;
const principalOf = async (memberId: string) => (await walletOf(testEnv.db, memberId)).principal;
const closeLapsed = () => closeUnpaid(testEnv.context, testEnv.db, checkout().deps);

describe("a use that waits with its order", () => {
  test("leaves the other uses available, and belongs to its order while it waits", async () => {
    const first = await order(one);
    expect(first.differenceFen).toBe(1_000);
    await expect(open(one)).rejects.toEqual(refusal("CODE_HAD"));
    await order(two);
    expect(await stateOfEverything()).toMatchObject({
      state: "ACTIVE",
      uses: 0,
      of: ["held", "held"],
    });
    await expect(open(three)).rejects.toEqual(refusal("CODE_BUSY"));
    expect([await countSupplierOrders(testEnv), await usedVoucherFen(testEnv)]).toEqual([0, 0]);
  });

  test("is redeemed when its difference is paid, and the last use uses up the code", async () => {
    const [first, second] = [await order(one), await order(two)];
    expect(await checkout().pay(one, first.orderNo, "balance")).toMatchObject({ state: "paid" });
    expect(await stateOfEverything()).toMatchObject({
      state: "ACTIVE",
      uses: 1,
      of: ["used", "held"],
    });
    const testCheckout = checkout();
    const { outTradeNo = "" } = await testCheckout.pay(two, second.orderNo, "wechat");
    await Promise.all(
      Array.from({ length: 8 }, () => testCheckout.bring(two, second.orderNo, outTradeNo)),
    );
    expect(await stateOfEverything()).toMatchObject({
      state: "REDEEMED",
      uses: 2,
      of: ["used", "used"],
    });
    expect([await countSupplierOrders(testEnv), await usedVoucherFen(testEnv)]).toEqual([
      2, 10_000,
    ]);
    await expect(open(three)).rejects.toEqual(refusal("CODE_INVALID"));
    expect(await isSound()).toBe(true);
  });

  test("is released uncounted when its order is cancelled, and the other use stays", async () => {
    const [first, second] = [await order(one), await order(two)];
    expect(await checkout().cancel(one, first.orderNo)).toMatchObject({ display: "cancelled" });
    const after = { state: "ACTIVE", uses: 0, of: ["free", "held"], back: [0, 0] };
    expect(await stateOfEverything()).toMatchObject(after);
    const third = await order(three);
    await expect(order(one)).rejects.toEqual(refusal("CODE_BUSY"));
    await checkout().pay(two, second.orderNo, "balance");
    await checkout().pay(three, third.orderNo, "balance");
    expect(await stateOfEverything()).toMatchObject({ state: "REDEEMED", uses: 2 });
    expect(await isSound()).toBe(true);
  });

  test("is released uncounted when its time is over, before and after the closing job has run", async () => {
    const first = await order(one);
    testEnv.context.clock.advance(11 * MINUTE_MS + 1);
    await expect(checkout().pay(one, first.orderNo, "balance")).rejects.toEqual(
      refusal("ORDER_CLOSED"),
    );
    const second = await order(two);
    expect(await stateOfEverything()).toMatchObject({ of: ["held"], back: [0] });
    testEnv.context.clock.advance(11 * MINUTE_MS + 1);
    while ((await closeLapsed()) > 0);
    const after = { state: "ACTIVE", uses: 0, of: ["free"], back: [0] };
    expect(await stateOfEverything()).toMatchObject(after);
    await expect(checkout().pay(two, second.orderNo, "balance")).rejects.toEqual(
      refusal("ORDER_CLOSED"),
    );
    expect([await countSupplierOrders(testEnv), await usedVoucherFen(testEnv)]).toEqual([0, 0]);
  });

  test("is returned and counted, with the difference refunded, when the supplier definitely fails", async () => {
    const [first, second] = [await order(one), await order(two)];
    await checkout().pay(one, first.orderNo, "balance");
    await checkout().pay(two, second.orderNo, "balance");
    const place = await orderKeyOf(testEnv, first.orderNo);
    const fail = () =>
      transaction(testEnv.db, (tx) =>
        supplierListener(testEnv).onFailed(tx, { ...place, reason: "sold out" }),
      );
    await Promise.all(Array.from({ length: 8 }, fail));
    expect(await stateOfEverything()).toMatchObject({ state: "ACTIVE", uses: 1, back: [1, 0] });
    expect(await readReceipt(testEnv.context, testEnv.db, first.receiptToken)).toMatchObject({
      display: "returned",
      amounts: { refundedFen: 1_000 },
    });
    expect([await principalOf(one), await principalOf(two)]).toEqual([10_000, 9_000]);
    await expect(open(three)).rejects.toEqual(refusal("CODE_BUSY"));
    const again = await order(one);
    await checkout().pay(one, again.orderNo, "balance");
    expect(await stateOfEverything()).toMatchObject({
      state: "REDEEMED",
      uses: 2,
      of: ["used", "used"],
    });
    expect(await isSound()).toBe(true);
  });
});

describe("a payment after an order's time", () => {
  /**
   * Creates an order whose payment is pending at the channel; the caller lets its payment period
   * expire.
   */
  async function lapsed(memberId: string) {
    const { orderNo } = await order(memberId);
    const testCheckout = checkout();
    const { outTradeNo = "" } = await testCheckout.pay(memberId, orderNo, "wechat");
    return { orderNo, bring: () => testCheckout.bring(memberId, orderNo, outTradeNo) };
  }

  test("redeems its use or another free one, and is refunded when there is none", async () => {
    const [first, second] = [await lapsed(one), await lapsed(two)];
    testEnv.context.clock.advance(20 * MINUTE_MS);
    await open(three);
    expect(await second.bring()).toMatchObject({ state: "paid" });
    expect(await first.bring()).toMatchObject({ state: "over" });
    expect(await stateOfEverything()).toMatchObject({
      state: "ACTIVE",
      uses: 1,
      of: ["held", "used"],
    });
    expect(await count(testEnv.db, "SELECT count(*) FROM payment_return")).toBe(1);
    expect([await countSupplierOrders(testEnv), await usedVoucherFen(testEnv)]).toEqual([1, 5_000]);
    expect(await isSound()).toBe(true);
  });

  /**
   * Two orders expire. The member of the second redeems a use by another order before the late
   * payment of the expired one.
   */
  async function lateForWhoHasHad(): Promise<string> {
    const [, late] = [await lapsed(one), await lapsed(two)];
    testEnv.context.clock.advance(20 * MINUTE_MS);
    const meanwhile = await order(two);
    await checkout().pay(two, meanwhile.orderNo, "balance");
    return (await late.bring()).state;
  }

  test("is refunded when its member has reached the maximum by then", async () => {
    expect(await lateForWhoHasHad()).toBe("over");
    expect(await stateOfEverything()).toMatchObject({ state: "ACTIVE", uses: 1 });
    expect(await count(testEnv.db, "SELECT count(*) FROM payment_return")).toBe(1);
    expect(await principalOf(two)).toBe(9_000);
    expect([await countSupplierOrders(testEnv), await usedVoucherFen(testEnv)]).toEqual([1, 5_000]);
  });

  test("would grant that member one more without the check of their uses", async () => {
    const text = readFileSync(new URL("functions/uses.sql", import.meta.url), "utf8");
    const guard = "p_member, NULL, v_slot, false, p_now) >= v_batch.per_member";
    expect(text).toContain(guard);
    await testEnv.asOwner(text.replace(guard, "p_member, NULL, v_slot, false, p_now) < 0"));
    expect(await lateForWhoHasHad()).toBe("paid");
  });
});

const clean = (attempt: Promise<unknown>) =>
  attempt.then(
    () => "done",
    (error: unknown) => {
      if (error instanceof Refusal) return error.code;
      throw error;
    },
  );

/** For several codes with two uses each: three members concurrently open, order and pay. */
test("when three members order and pay concurrently, two have a use each, and the third pays nothing", async () => {
  const members = [one, two, three];
  for (let round = 1; round <= 4; round++) {
    await many(2);
    const before = await Promise.all(members.map(principalOf));
    const outcomes = await Promise.all(
      members.map((memberId) =>
        clean(order(memberId).then(({ orderNo }) => checkout().pay(memberId, orderNo, "balance"))),
      ),
    );
    expect(outcomes.toSorted()).toEqual(["CODE_BUSY", "done", "done"]);
    const after = await Promise.all(members.map(principalOf));
    const paid = members.map((_, at) => (before[at] ?? 0) - (after[at] ?? 0));
    expect(paid).toEqual(outcomes.map((outcome) => (outcome === "done" ? 1_000 : 0)));
    expect([await countSupplierOrders(testEnv), await usedVoucherFen(testEnv)]).toEqual([
      2 * round,
      10_000 * round,
    ]);
  }
  expect(await count(testEnv.db, "SELECT count(*) FROM code WHERE state = 'REDEEMED'")).toBe(4);
  expect(await count(testEnv.db, "SELECT count(*) FROM code_use WHERE state = 'used'")).toBe(8);
  expect(await isSound()).toBe(true);
}, 60_000);

/**
 * Two orders on two uses: each is concurrently paid and cancelled from several devices, while a
 * third member tries to open.
 */
test("when payments and cancellations of both orders race, a use is its order's or free, and the code counts what was paid", async () => {
  const orders = [
    { memberId: one, ...(await order(one)) },
    { memberId: two, ...(await order(two)) },
  ];
  const testCheckout = checkout();
  const outcomes = await Promise.all(
    orders.flatMap(({ memberId, orderNo }) =>
      Array.from({ length: 12 }, (_, n) => {
        if (n % 4 === 0) return clean(testCheckout.cancel(memberId, orderNo));
        if (n % 4 === 1) return clean(open(three));
        return clean(testCheckout.pay(memberId, orderNo, "balance"));
      }),
    ),
  );
  expect(outcomes).toContain("done");
  const paid = (await Promise.all(orders.map(({ memberId }) => principalOf(memberId)))).filter(
    (fen) => fen === 9_000,
  ).length;
  expect(await stateOfEverything()).toMatchObject({
    uses: paid,
    state: paid === 2 ? "REDEEMED" : "ACTIVE",
  });
  expect([await countSupplierOrders(testEnv), await usedVoucherFen(testEnv)]).toEqual([
    paid,
    5_000 * paid,
  ]);
  expect(await isSound()).toBe(true);
}, 60_000);
