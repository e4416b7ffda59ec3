/** The operators' lists of payments and of the channel's notifications, against the real database. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { paymentOf } from "../orders/actions/payment.ts";
import { receiveNotice } from "../payments/actions.ts";
import { openRefundEnv, type RefundEnv } from "../refunds/test-env.fixture.ts";
import { operatorNoticeList, operatorPaymentList } from "./actions/payment-list.ts";
import { refusalOf } from "./operator-call.fixture.ts";
import { type PaymentFilter, paymentPageSql } from "./store/payment-list.ts";

let env: RefundEnv;
let orderNo: string;
let refundNo: string;
let latePaymentNo: string;
let memberNo: string;

const payments = (input: Parameters<typeof operatorPaymentList>[2] = {}) =>
  operatorPaymentList(env.context, env.db, input);
const notices = (input: Parameters<typeof operatorNoticeList>[2] = {}) =>
  operatorNoticeList(env.context, env.db, input);

/** Pays an order only after it has expired, so that its money goes back. */
async function payLate(memberId: string): Promise<string> {
  await env.asOwner("UPDATE fulfilment_contract SET late_money = 'refund'");
  const late = await env.order(memberId, {
    items: [{ skuId: "card", quantity: 1 }],
  });
  const { outTradeNo = "" } = await env.pay(memberId, late.orderNo, "wechat");
  env.context.clock.advance(20 * 60_000);
  env.scripted.pay(outTradeNo);
  await paymentOf(env.context, env.db, env.payments, { memberId, orderNo: late.orderNo });
  return outTradeNo;
}

beforeAll(async () => {
  env = await openRefundEnv();
  const memberId = await env.buyer(2, { points: 1_000, principalFen: 100 });
  orderNo = await env.mixedOrder(memberId, 3);
  await env.fail(orderNo);
  const [refund] = await env.rows<{ no: string }>("SELECT refund_no AS no FROM refund");
  refundNo = refund?.no ?? "";
  await env.ask(refundNo);
  latePaymentNo = await payLate(memberId);
  const [member] = await env.rows<{ no: string }>(
    "SELECT member_no AS no FROM member WHERE member_id = $1",
    [memberId],
  );
  memberNo = member?.no ?? "";
});
afterAll(() => env.close());

test("a payment is listed with its order, its member and the channel's number", async () => {
  const { list } = await payments({ stage: "done" });
  expect(list).toHaveLength(1);
  expect(list[0]).toMatchObject({
    kind: "payment",
    channel: "wechatpay",
    state: "SUCCESS",
    outcome: "won",
    biz: "order",
    bizNo: orderNo,
    member: { memberNo },
  });
  expect(list[0]?.channelNo).toMatch(/^42/);
});

test("a payment that paid for nothing is unmatched, and its return is listed", async () => {
  const { list } = await payments({ stage: "unmatched" });
  expect(list.map(({ no, outcome }) => [no, outcome])).toEqual([[latePaymentNo, "late"]]);
  const returns = await payments({ kind: "return" });
  expect(returns.list.map(({ paymentNo, stage }) => [paymentNo, stage])).toEqual([
    [latePaymentNo, "open"],
  ]);
});

test("a refund is listed once it went to the channel, with its order and its payment", async () => {
  const { list } = await payments({ kind: "refund" });
  expect(list).toHaveLength(1);
  expect(list[0]).toMatchObject({ no: refundNo, bizNo: orderNo, stage: "open" });
  expect(list[0]?.paymentNo).toMatch(/^YP/);
});

test("a payment is found by each of its numbers and by its order's, without a time span", async () => {
  const [paid] = (await payments({ stage: "done" })).list;
  const numbers = [paid?.no ?? "", paid?.channelNo ?? "", orderNo];
  for (const number of numbers) {
    const { list } = await payments({ number, from: 0, to: 4_000_000_000_000 });
    expect(list.map(({ no }) => no)).toEqual([paid?.no]);
  }
  expect((await payments({ number: "nothing" })).list).toEqual([]);
  expect((await payments({ kind: "refund", number: orderNo })).list).toHaveLength(1);
});

test("pages follow each other by cursor without a gap or a repeat", async () => {
  const first = await payments({ pageSize: 1 });
  const { nextCursor = "" } = first;
  const second = await payments({ pageSize: 1, cursor: nextCursor });
  const all = await payments();
  expect([...first.list, ...second.list]).toEqual(all.list.slice(0, 2));
});

test("a list over all members covers at most 31 days, and only payments can be unmatched", async () => {
  const to = env.context.clock.now().getTime();
  expect(await refusalOf(payments({ from: to - 32 * 86_400_000, to }))).toBe("INPUT_INVALID");
  expect(await refusalOf(payments({ kind: "return", stage: "unmatched" }))).toBe("INPUT_INVALID");
  expect((await payments({ from: 0, to: 1 })).list).toEqual([]);
});

test("a notification is stored with its number, and listed with its order and member", async () => {
  const [paid] = (await payments({ stage: "done" })).list;
  const update = env.scripted.pay(paid?.no ?? "");
  const envelope = { id: "EV-1", event_type: "TRANSACTION.SUCCESS", summary: "支付成功" };
  const transferListener = { onTransferUpdate: () => Promise.resolve(false) };
  const deps = { ...env.payments, transferListener };
  const notice = { id: "EV-1", envelope, kind: "payment", update } as const;
  await receiveNotice(env.context, env.db, deps, notice);
  expect(await notices()).toEqual({
    list: [
      {
        noticeId: "EV-1",
        event: "TRANSACTION.SUCCESS",
        text: "支付成功",
        no: paid?.no,
        isApplied: true,
        receivedAt: env.context.clock.now().getTime(),
        orderNo,
        memberNo,
      },
    ],
  });
  expect((await notices({ number: paid?.no ?? "" })).list).toHaveLength(1);
  expect((await notices({ number: "nothing" })).list).toEqual([]);
  expect((await notices({ state: "ignored" })).list).toEqual([]);
});

const filters: readonly PaymentFilter[] = [
  { kind: "payment" },
  { kind: "payment", stage: "unmatched" },
  { kind: "payment", number: "YP123456" },
  { kind: "return" },
  { kind: "refund" },
];
test.each(filters)("the page of %j reads through an index", async (filter) => {
  const span = filter.number === undefined ? { from: 0, to: 1 } : {};
  const page = paymentPageSql({ ...filter, ...span }, { after: undefined, limit: 20 });
  const plan = await env.db.transaction(async (tx) => {
    // The test's tables are small; without this a scan of all rows is the cheapest plan.
    await tx.execute(sql`SET LOCAL enable_seqscan = off`);
    return JSON.stringify((await tx.execute(sql`EXPLAIN (FORMAT JSON) ${page}`)).rows);
  });
  expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^{}]*"Relation Name":"(payment_|refund")/);
  expect(plan).toContain(filter.stage === undefined ? "" : "payment_attempt_unmatched");
});
