/**
 * Payments through a channel: with late, repeated or missing notifications, a payment is credited
 * once and never lost.
 */
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  closeAttempts,
  pollDueAttempts,
  paidAttempt,
  receiveNotice,
  refreshAttempt,
  releaseRefund,
  reserveRefund,
  pollDueReturns,
  type AttemptRequest,
} from "./actions.ts";
import { type PaymentEnv, credited, openPaymentEnv } from "./test-env.fixture.ts";
import type { PaymentStatusUpdate, RefundStatusUpdate } from "./port.ts";

let env: PaymentEnv;
let db: PaymentEnv["db"];
let context: PaymentEnv["context"];
let channel: PaymentEnv["channel"];
let business: PaymentEnv["business"];
let deps: PaymentEnv["deps"];
let wanted: PaymentEnv["wanted"];
beforeEach(async () => {
  env = await openPaymentEnv();
  ({ db, context, channel, business, deps, wanted } = env);
});
afterEach(() => env.close());

const begin = (changes: Partial<AttemptRequest> = {}) => env.begin(changes);
const row = (statement: string) => env.row(statement);
const txns = () => env.txns();
let notices = 0;
const notifyPayment = (update: PaymentStatusUpdate) => {
  notices += 1;
  const notice = {
    id: `N${notices}`,
    envelope: { id: `N${notices}` },
    kind: "payment",
    update,
  } as const;
  return receiveNotice(context, db, deps, notice);
};
const notifyRefund = (update: RefundStatusUpdate) => {
  notices += 1;
  const notice = {
    id: `N${notices}`,
    envelope: { id: `N${notices}` },
    kind: "refund",
    update,
  } as const;
  return receiveNotice(context, db, deps, notice);
};
const refusal = (code: string) => expect.objectContaining({ code });
const suspense = async (): Promise<number> =>
  (
    await row(
      "SELECT coalesce(sum(change), 0)::integer AS fen FROM ledger_line WHERE purpose = 'suspense'",
    )
  )[0]?.fen;

describe("a payment that is notified", () => {
  test("is credited, and accepted", async () => {
    const { outTradeNo, jsapi } = await begin();
    expect(jsapi?.package).toBe(`prepay_id=wx${outTradeNo}`);
    await notifyPayment(channel.pay(outTradeNo));
    expect(business.paidPayments).toMatchObject([{ bizId: wanted.bizId, amountFen: 2_990 }]);
    expect(await txns()).toEqual(credited);
    expect(await suspense()).toBe(0);
    expect(await paidAttempt(db, wanted)).toMatchObject({
      outTradeNo,
      amountFen: 2_990,
      returnedFen: 0,
    });
  });

  test("twenty times, and also queried, is credited once", async () => {
    const { outTradeNo } = await begin();
    const update = channel.pay(outTradeNo);
    const refreshes = Array.from({ length: 4 }, () => refreshAttempt(context, db, deps, wanted));
    await Promise.all([...Array.from({ length: 20 }, () => notifyPayment(update)), ...refreshes]);
    expect(business.paidPayments).toHaveLength(1);
    expect(await txns()).toEqual(credited);
  });

  test("before the answer to prepare arrived is credited too", async () => {
    channel.script.prepare = ["unheard", "lost"];
    await expect(begin()).rejects.toThrow("wechatpay");
    const [outTradeNo = ""] = channel.trades.keys();
    await notifyPayment(channel.pay(outTradeNo));
    expect(await txns()).toEqual(credited);
    await expect(begin()).rejects.toEqual(refusal("ORDER_STATE"));
  });

  test.each([
    ["amount", { amountFen: 2_989 }],
    ["currency", { currency: "HKD" }],
    ["account", { appId: "wxother" }],
    ["merchant", { merchantId: "1" }],
    ["payer", { openid: "osomebodyelse" }],
    ["number", { outTradeNo: "YPnobody" }],
  ])("with another %s is not credited, but stored for an operator", async (_name, changes) => {
    const { outTradeNo } = await begin();
    await notifyPayment(Object.assign(channel.pay(outTradeNo), changes));
    expect(business.paidPayments).toEqual([]);
    expect(await txns()).toEqual({});
    expect(await row("SELECT applied_at FROM inbox")).toEqual([{ applied_at: null }]);
  });

  test("under a transaction that paid another attempt is not credited again", async () => {
    const first = channel.pay((await begin()).outTradeNo);
    await notifyPayment(first);
    const second = await begin({ bizId: context.ids.next() });
    await notifyPayment({ ...first, outTradeNo: second.outTradeNo });
    expect(await txns()).toEqual(credited);
  });
});

describe("a payment that is not notified", () => {
  test("is found by queries at 5, 15 and 30 seconds, then every 30, until it expires", async () => {
    await begin();
    const polledAt: number[] = [];
    for (let second = 1; second <= 125; second++) {
      context.clock.advance(1_000);
      if ((await pollDueAttempts(context, db, deps)) > 0) polledAt.push(second);
    }
    expect(polledAt).toEqual([5, 15, 30, 60, 90, 120]);
    channel.pay([...channel.trades.keys()][0] ?? "");
    context.clock.advance(30_000);
    await pollDueAttempts(context, db, deps);
    expect(await txns()).toEqual(credited);
  });

  test("is queried before it is closed at its expiry", async () => {
    const { outTradeNo } = await begin();
    channel.pay(outTradeNo);
    context.clock.advance(16 * 60_000);
    await pollDueAttempts(context, db, deps);
    expect(channel.calls).toEqual(["prepare", "query"]);
    expect(await txns()).toEqual(credited);
  });

  test("and was never made is closed at the channel and then here", async () => {
    const { outTradeNo } = await begin();
    channel.script.close = ["lost"];
    context.clock.advance(16 * 60_000);
    await pollDueAttempts(context, db, deps);
    expect(await row("SELECT state FROM payment_attempt")).toEqual([{ state: "PREPARED" }]);
    context.clock.advance(30_000);
    await pollDueAttempts(context, db, deps);
    expect(await row("SELECT state FROM payment_attempt")).toEqual([{ state: "CLOSED" }]);
    expect(channel.trades.get(outTradeNo)?.state).toBe("CLOSED");
    context.clock.advance(60_000);
    expect(await pollDueAttempts(context, db, deps)).toBe(0);
  });
});

describe("a payment that is not accepted is returned", () => {
  /** Pays an attempt that was closed on both sides, as if the channel had accepted it after all. */
  async function payClosed() {
    const { outTradeNo } = await begin();
    expect(await closeAttempts(context, db, deps, wanted)).toBe("closed");
    return channel.pay(outTradeNo);
  }

  test("when the order is closed: from suspense, once, under one number", async () => {
    const update = await payClosed();
    business.over.add(wanted.bizId);
    await notifyPayment(update);
    await notifyPayment(update);
    expect(await suspense()).toBe(2_990);
    channel.script.refund = ["unheard"];
    await pollDueReturns(context, db, channel);
    context.clock.advance(60_000);
    await pollDueReturns(context, db, channel);
    expect(channel.calls.slice(-2)).toEqual(["refund", "queryRefund"]);
    const [refundNo = ""] = channel.refunds.keys();
    const success = channel.settleRefund(refundNo, "success");
    await notifyRefund(success);
    await notifyRefund(success);
    expect(channel.refunds.size).toBe(1);
    expect(await suspense()).toBe(0);
    expect(await txns()).toEqual({ wxpay_credit: 1, wxpay_return: 1 });
    expect(await row("SELECT state FROM payment_return")).toEqual([{ state: "DONE" }]);
  });

  test("when another attempt had paid", async () => {
    const late = await payClosed();
    await notifyPayment(channel.pay((await begin()).outTradeNo));
    await notifyPayment(late);
    expect(business.paidPayments).toHaveLength(1);
    await pollDueReturns(context, db, channel);
    expect([...channel.refunds.values()]).toMatchObject([
      { outTradeNo: late.outTradeNo, refundFen: 2_990 },
    ]);
    expect(await paidAttempt(db, wanted)).toMatchObject({ returnedFen: 0 });
  });

  test("but not on a status update with another amount", async () => {
    business.over.add(wanted.bizId);
    await notifyPayment(channel.pay((await begin()).outTradeNo));
    await pollDueReturns(context, db, channel);
    const [refundNo = ""] = channel.refunds.keys();
    await notifyRefund({ ...channel.settleRefund(refundNo, "success"), refundFen: 1 });
    expect(await suspense()).toBe(2_990);
  });

  test("and a refund of another module is passed to its listener", async () => {
    const update: RefundStatusUpdate = {
      refundNo: "RF123456",
      outTradeNo: "YP1",
      merchantId: "1900000109",
      channelRefundNo: "50",
      refundFen: 1,
      paidFen: 1,
      state: "success",
    };
    await notifyRefund(update);
    expect(business.refunded).toEqual([update]);
  });
});

test("refunds of one payment never exceed it, however many reserve at once", async () => {
  await notifyPayment(channel.pay((await begin()).outTradeNo));
  const { attemptId = "" } = (await paidAttempt(db, wanted)) ?? {};
  const part = { ownerId: wanted.ownerId, attemptId, amountFen: 1_000 };
  const tries = Array.from({ length: 8 }, () =>
    db.transaction((tx) => reserveRefund(context, tx, part)),
  );
  expect((await Promise.all(tries)).filter((reserved) => reserved)).toHaveLength(2);
  expect(await db.transaction((tx) => releaseRefund(context, tx, part))).toBe(true);
  expect(await paidAttempt(db, wanted)).toMatchObject({ returnedFen: 1_000 });
  const direct = db.$client.query("UPDATE payment_attempt SET returned_fen = amount_fen + 1");
  await expect(direct).rejects.toThrow("payment_attempt_returned");
});
