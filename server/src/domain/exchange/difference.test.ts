/**
 * Tests meals above the voucher value: the member pays the rest; the code waits with the order or
 * is released.
 */
import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { transaction } from "../../platform/database/transaction.ts";
import { Refusal } from "../../platform/refusal.ts";
import { trialBalance } from "../ledger/actions.ts";
import { readReceipt } from "../orders/actions.ts";
import { walletOf } from "../wallet/actions.ts";
import { grantCodes } from "./batches/grant.ts";
import {
  countSupplierOrders as askedOf,
  giveBalance,
  menuHashOf,
  openCodeSession,
  createCheckout,
  orderBurgers,
  orderKeyOf as placeIn,
  usedVoucherFen as spentOf,
  supplierListener,
} from "./difference.fixture.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "./testing.ts";

const MINUTE_MS = 60_000;
const CONNECTIONS = 64;
let testEnv: ExchangeTestEnv;
let menuHash = "";
let code = "";
let memberId = "";
let keys = 0;
beforeEach(async () => {
  testEnv = await createExchangeTestEnv({}, CONNECTIONS);
  const { context, db, makerId, checkerId } = testEnv;
  menuHash = await menuHashOf(testEnv);
  const by = { makerId, checkerId, count: 1 };
  [code = ""] = await grantCodes(context, db, { target: "kfc-value-50", ...by });
  memberId = await testEnv.member(50);
  await giveBalance(testEnv, memberId);
}, 60_000);
afterEach(() => testEnv.close());

const refusal = (name: string) => expect.objectContaining({ name: "Refusal", code: name });
const open = (who: string | null = memberId) => openCodeSession(testEnv, code, who ?? undefined);
/** Three burgers for 60 元 on a voucher of 50 元. */
const order = (session: string, who: string | null = memberId, key = `key-${++keys}`) =>
  orderBurgers(testEnv, { session, memberId: who ?? undefined, menuHash, key });

/** The checkout for this test's member. */
function createTestCheckout() {
  const { pay, bring, cancel } = createCheckout(testEnv, () => `key-${++keys}`);
  return {
    pay: (orderNo: string, channel: "balance" | "wechat") => pay(memberId, orderNo, channel),
    bring: (orderNo: string, outTradeNo: string) => bring(memberId, orderNo, outTradeNo),
    cancel: (orderNo: string) => cancel(memberId, orderNo),
  };
}
const listener = () => supplierListener(testEnv);
const keyOfOrder = (orderNo: string) => placeIn(testEnv, orderNo);
const stateOfCode = async () =>
  (
    await testEnv.db.$client.query<{ state: string; given_back: number; redemption_n: number }>(
      "SELECT state, given_back, redemption_n FROM code",
    )
  ).rows[0];
const isSound = async () => (await trialBalance(testEnv.db)).isSound;
const supplierOrderCount = () => askedOf(testEnv);
const voucherFenUsed = () => spentOf(testEnv);

describe("a difference above the voucher value", () => {
  test("requires a login: without one the session is unchanged", async () => {
    const session = await open(null);
    await expect(order(session, null)).rejects.toEqual(refusal("LOGIN_NEEDED"));
    expect(await order(session)).toMatchObject({ differenceFen: 1_000 });
  });

  test("and its code wait ten minutes for payment: the code is not available to others, and no supplier is requested", async () => {
    const session = await open();
    const made = await order(session, memberId, "once");
    expect(made.differenceFen).toBe(1_000);
    expect(await order(session, memberId, "once")).toEqual(made);
    expect(await readReceipt(testEnv.context, testEnv.db, made.receiptToken)).toMatchObject({
      display: "wait_pay",
      pay: { allowed: true },
      cancel: { allowed: true },
      amounts: { goodsFen: 6_000, voucherFen: 5_000, differenceFen: 1_000, payableFen: 1_000 },
    });
    const ofCity = `SELECT count(*) FROM orders WHERE order_no = '${made.orderNo}' AND city_code = '310100'`;
    expect(await count(testEnv.db, ofCity)).toBe(1);
    const other = await testEnv.member(51);
    await expect(open(other)).rejects.toEqual(refusal("CODE_BUSY"));
    expect([await supplierOrderCount(), await voucherFenUsed()]).toEqual([0, 0]);
  });

  test("paid from the balance redeems the code and requests the supplier in one step", async () => {
    const { orderNo, receiptToken } = await order(await open());
    expect(await createTestCheckout().pay(orderNo, "balance")).toMatchObject({ state: "paid" });
    expect(await stateOfCode()).toMatchObject({ state: "REDEEMED", redemption_n: 1 });
    expect([await supplierOrderCount(), await voucherFenUsed()]).toEqual([1, 5_000]);
    const seen = await readReceipt(testEnv.context, testEnv.db, receiptToken);
    expect(seen).toMatchObject({
      display: "issuing",
      amounts: { paidFen: 1_000, balanceFen: 1_000 },
    });
    expect(await walletOf(testEnv.db, memberId)).toMatchObject({ principal: 9_000, held: 0 });
    expect(await isSound()).toBe(true);

    const place = await keyOfOrder(orderNo);
    await transaction(testEnv.db, (tx) =>
      listener().onIssued(tx, {
        ...place,
        supplierId: "dining",
        costFen: 0,
        codes: [{ code: "K1" }],
      }),
    );
    expect(await readReceipt(testEnv.context, testEnv.db, receiptToken)).toMatchObject({
      display: "ready",
    });
    const earned = "SELECT sum(amount) FROM ledger_transfer WHERE credit = 'revenue'";
    expect(await count(testEnv.db, earned)).toBe(1_000);
    expect(await isSound()).toBe(true);
  });

  test("paid by the channel is applied once, even when notified repeatedly", async () => {
    const { orderNo } = await order(await open());
    const testCheckout = createTestCheckout();
    const { outTradeNo = "" } = await testCheckout.pay(orderNo, "wechat");
    await Promise.all(Array.from({ length: 16 }, () => testCheckout.bring(orderNo, outTradeNo)));
    expect(await stateOfCode()).toMatchObject({ state: "REDEEMED", redemption_n: 1 });
    expect([await supplierOrderCount(), await voucherFenUsed()]).toEqual([1, 5_000]);
    expect(await isSound()).toBe(true);
  });

  test("is refunded and the code returned when the supplier definitely fails", async () => {
    const { orderNo, receiptToken } = await order(await open());
    await createTestCheckout().pay(orderNo, "balance");
    const place = await keyOfOrder(orderNo);
    const fail = () =>
      transaction(testEnv.db, (tx) => listener().onFailed(tx, { ...place, reason: "sold out" }));
    await Promise.all(Array.from({ length: 8 }, fail));
    expect(await readReceipt(testEnv.context, testEnv.db, receiptToken)).toMatchObject({
      display: "returned",
      amounts: { refundedFen: 1_000 },
    });
    expect(await walletOf(testEnv.db, memberId)).toMatchObject({ principal: 10_000, held: 0 });
    expect(await stateOfCode()).toMatchObject({ state: "ACTIVE", given_back: 1 });
    expect(await isSound()).toBe(true);
  });
});

describe("an unpaid difference", () => {
  test("releases the code by time alone, uncounted, and the order can no longer be paid", async () => {
    const { orderNo } = await order(await open());
    testEnv.context.clock.advance(11 * MINUTE_MS + 1);
    await expect(createTestCheckout().pay(orderNo, "balance")).rejects.toEqual(
      refusal("ORDER_CLOSED"),
    );
    const other = await testEnv.member(51);
    const again = await order(await open(other), other);
    expect(again.orderNo).not.toBe(orderNo);
    expect(await stateOfCode()).toMatchObject({ state: "LOCKED", given_back: 0, redemption_n: 0 });
  });

  test("releases the code at once when the member cancels the order", async () => {
    const { orderNo } = await order(await open());
    expect(await createTestCheckout().cancel(orderNo)).toMatchObject({ display: "cancelled" });
    expect(await stateOfCode()).toMatchObject({ state: "ACTIVE", given_back: 0 });
    expect((await order(await open())).orderNo).not.toBe(orderNo);
  });

  test("is completed by a late payment while the code is still free", async () => {
    const { orderNo } = await order(await open());
    const testCheckout = createTestCheckout();
    const { outTradeNo = "" } = await testCheckout.pay(orderNo, "wechat");
    testEnv.context.clock.advance(20 * MINUTE_MS);
    expect(await testCheckout.bring(orderNo, outTradeNo)).toMatchObject({ state: "paid" });
    expect(await stateOfCode()).toMatchObject({ state: "REDEEMED", redemption_n: 1 });
  });

  /** Pays an order late, after another member opened its code. Returns the state of the payment. */
  async function tooLate(): Promise<string> {
    const { orderNo } = await order(await open());
    const testCheckout = createTestCheckout();
    const { outTradeNo = "" } = await testCheckout.pay(orderNo, "wechat");
    testEnv.context.clock.advance(20 * MINUTE_MS);
    await open(await testEnv.member(51));
    return (await testCheckout.bring(orderNo, outTradeNo)).state;
  }

  test("is refunded on a late payment when another caller holds the code", async () => {
    expect(await tooLate()).toBe("over");
    expect(await stateOfCode()).toMatchObject({ state: "LOCKED", redemption_n: 0 });
    expect(await count(testEnv.db, "SELECT count(*) FROM payment_return")).toBe(1);
    expect([await supplierOrderCount(), await voucherFenUsed()]).toEqual([0, 0]);
    expect(await isSound()).toBe(true);
  });

  test("would take the code from the other caller without the guard on its holder", async () => {
    const text = readFileSync(new URL("functions/place.sql", import.meta.url), "utf8");
    const guard = "(c.state = 'LOCKED' AND c.session_id = p_order)";
    expect(text).toContain(guard);
    await testEnv.asOwner(text.replace(guard, "c.state = 'LOCKED'"));
    expect(await tooLate()).toBe("paid");
  });
});

/** One code: its order is paid and cancelled, and the code opened, all concurrently. */
test("when payment, cancellation and other holders race, the code is the order's or free, never both", async () => {
  const { orderNo } = await order(await open());
  const testCheckout = createTestCheckout();
  const rivals = await Promise.all([52, 53, 54].map((last) => testEnv.member(last)));
  const clean = (attempt: Promise<unknown>) =>
    attempt.then(
      () => "done",
      (error: unknown) => {
        if (error instanceof Refusal) return error.code;
        throw error;
      },
    );
  const outcomes = await Promise.all(
    Array.from({ length: CONNECTIONS }, (_, n) => {
      if (n % 4 === 0) return clean(testCheckout.cancel(orderNo));
      if (n % 4 === 1) return clean(open(rivals[n % 3]));
      return clean(testCheckout.pay(orderNo, "balance"));
    }),
  );
  expect(outcomes).toContain("done");
  const wallet = await walletOf(testEnv.db, memberId);
  const after = await stateOfCode();
  const isPaid = wallet.principal === 9_000;
  expect(after?.state === "REDEEMED").toBe(isPaid);
  expect(await supplierOrderCount()).toBe(isPaid ? 1 : 0);
  expect(await voucherFenUsed()).toBe(isPaid ? 5_000 : 0);
  expect(await isSound()).toBe(true);
});
