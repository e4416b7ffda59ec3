/**
 * Tests delivery of each benefit a code can be exchanged for, with the real outbox handlers:
 * delivered, or returned on failure.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { raisedRefusal } from "../../platform/database/failure.ts";
import { startWorker } from "../../platform/jobs/worker.ts";
import { createActiveCampaign } from "../coupons/actions.ts";
import { type FulfilmentDeps, receiveCallback } from "../fulfilment/actions.ts";
import { fulfilmentOutboxHandlers } from "../fulfilment/jobs.ts";
import type { Delivered, SupplierAnswer } from "../fulfilment/port.ts";
import { scriptedSupplier } from "../fulfilment/testing.ts";
import { trialBalance } from "../ledger/actions.ts";
import { fulfilmentListener, readReceipt } from "../orders/actions.ts";
import { receiveOwnOrder } from "../orders/actions/receive.ts";
import { offer, PHONE } from "../orders/shop.fixture.ts";
import { itemRefunder } from "../refunds/actions.ts";
import { codeReturner } from "./actions/return-code.ts";
import { openSession } from "./actions/open.ts";
import { redeemCode } from "./actions/redeem.ts";
import { grantCodes } from "./batches/grant.ts";
import { type ExchangeTestEnv, count, createExchangeTestEnv } from "./testing.ts";

let testEnv: ExchangeTestEnv;
let phone = 100;
let keys = 0;
const campaign = (templateId: string, total: number) =>
  createActiveCampaign(testEnv.context, testEnv.db, {
    actorId: testEnv.makerId,
    checkerId: testEnv.checkerId,
    total,
    draft: {
      templateId,
      title: "外卖券",
      isListed: false,
      sort: 0,
      looks: { look: "plain", scopeText: "全场通用", tips: [], useAt: {} },
      rules: { type: "amount", valueFen: 500 },
      validity: { mode: "claim", days: 30 },
      audience: {},
      limits: { perMember: 10 },
    },
  });
beforeAll(async () => {
  testEnv = await createExchangeTestEnv();
  const { db } = testEnv;
  await campaign("lunch", 100);
  await campaign("dinner", 1);
  await offer(db, { id: "topup", delivery: "topup", stock: 10 });
  await offer(db, { id: "card", delivery: "card", stock: 10 });
  await offer(db, { id: "movie", delivery: "movie", stock: 10 });
  await offer(db, { id: "pack", delivery: "coupons", templates: ["lunch", "lunch"], stock: 10 });
  await offer(db, { id: "scarce", delivery: "coupons", templates: ["lunch", "dinner", "dinner"] });
});
afterAll(() => testEnv.close());

const choices = ["topup", "card", "movie", "pack", "scarce"].map((skuId) => ({
  skuId,
  title: `选 ${skuId}`,
}));
const newCode = async (usesPerCode = 1) => {
  const { context, db, makerId, checkerId } = testEnv;
  const validUntil = context.clock.now().getTime() + 86_400_000;
  const custom = { target: "benefit", title: "任选", choices, validUntil } as const;
  const by = { makerId, checkerId, count: 1, usesPerCode };
  const [code = ""] = await grantCodes(context, db, { custom, ...by });
  return code;
};
const open = async (code: string, memberId: string) => {
  const caller = { code, memberId, device: memberId, address: "10.0.0.1", session: undefined };
  return (await openSession(testEnv.context, testEnv.db, caller)).session;
};
const newMember = () => testEnv.member(++phone);
const inputs: Readonly<Record<string, Record<string, string>>> = {
  topup: { account: PHONE },
  movie: { account: PHONE },
};
const redeem = (session: string, memberId: string, skuId: string) => {
  const input = { session, skuId, ...(inputs[skuId] ? { input: inputs[skuId] } : {}) };
  return redeemCode(testEnv.context, testEnv.db, { input, memberId, key: `key-${++keys}` });
};

/** Creates a scripted supplier, and records the requests our outbox handlers send it. */
function supplied() {
  const { context, db } = testEnv;
  const scripted = scriptedSupplier();
  const deps: FulfilmentDeps = {
    suppliers: { cards: scripted.supplier },
    listener: fulfilmentListener(context, {
      codes: codeReturner(context),
      refunds: itemRefunder(context),
    }),
    onAlarm: () => undefined,
  };
  return {
    scripted,
    async dispatch() {
      const worker = startWorker(context, db, fulfilmentOutboxHandlers(context, db, deps), {
        pollMs: 10,
      });
      await worker.idle();
      await worker.stop();
    },
    sendCallback: (outNo: string, answer: SupplierAnswer, eventId = `${outNo}-${answer.state}`) =>
      receiveCallback(context, db, deps, {
        supplierId: "cards",
        event: { eventId, outNo, at: context.clock.now(), answer },
      }),
  };
}
const numberOf = async (orderNo: string) => {
  const { rows } = await testEnv.db.execute<{ outNo: string }>(sql`
    SELECT s.out_no AS "outNo" FROM supplier_order s
    JOIN orders o ON o.id = s.order_id WHERE o.order_no = ${orderNo}`);
  return rows[0]?.outNo ?? "";
};
const codeOf = async (orderNo: string) => {
  const { rows } = await testEnv.db.execute(sql`
    SELECT c.state, c.given_back AS "givenBack", c.uses FROM code c
    JOIN orders o ON o.code_mac = c.code_mac WHERE o.order_no = ${orderNo}`);
  return rows[0];
};
const sold = (skuId: string) =>
  count(testEnv.db, `SELECT sum(sold) FROM sku_stock WHERE sku_id = '${skuId}'`);
const shown = (token: string) => readReceipt(testEnv.context, testEnv.db, token);
const couponsOf = (memberId: string) =>
  count(testEnv.db, `SELECT count(*) FROM member_coupon WHERE member_id = '${memberId}'`);

type DeliveryCase = { skuId: string; codes: Delivered[]; cards: number; display: string };
/** What each supplier delivers, the resulting coupons, and the order's state after that. */
const deliveryCases: readonly DeliveryCase[] = [
  { skuId: "topup", codes: [], cards: 0, display: "done" },
  { skuId: "card", codes: [{ code: "4321-8765", secret: "778899" }], cards: 1, display: "ready" },
  { skuId: "movie", codes: [{ code: "T-20260001" }], cards: 0, display: "ready" },
];

describe.each(deliveryCases)(
  "a code exchanged for a $skuId",
  ({ skuId, codes, cards, display }) => {
    test("is requested from the supplier once, and ends with the delivered benefit", async () => {
      const memberId = await newMember();
      const supply = supplied();
      const session = await open(await newCode(), memberId);
      const made = await redeem(session, memberId, skuId);
      await supply.dispatch();
      const outNo = await numberOf(made.orderNo);
      expect(supply.scripted.orders.get(outNo)?.order).toMatchObject({
        outNo,
        product: skuId,
        quantity: 1,
      });
      expect(await shown(made.receiptToken)).toMatchObject({ display: "issuing" });
      await supply.sendCallback(outNo, { state: "issued", supplierNo: "S1", codes });
      await supply.sendCallback(outNo, { state: "failed", reason: "LATE" });

      expect(await shown(made.receiptToken)).toMatchObject({
        display,
        amounts: { paidFen: 0, voucherFen: 1_000 },
      });
      expect(await codeOf(made.orderNo)).toMatchObject({ state: "REDEEMED", givenBack: 0 });
      const countQuery = `SELECT count(*) FROM card WHERE member_id = '${memberId}'`;
      expect(await count(testEnv.db, countQuery)).toBe(cards);
      expect((await trialBalance(testEnv.db)).isSound).toBe(true);
    });

    test("is returned on a definite failure, counted, and can be exchanged for something else", async () => {
      const memberId = await newMember();
      const supply = supplied();
      const code = await newCode();
      const before = await sold(skuId);
      const made = await redeem(await open(code, memberId), memberId, skuId);
      await supply.dispatch();
      const outNo = await numberOf(made.orderNo);
      await supply.sendCallback(outNo, { state: "failed", reason: "REFUSED" });
      await supply.sendCallback(outNo, { state: "failed", reason: "REFUSED" }, `${outNo}-again`);

      expect(await shown(made.receiptToken)).toMatchObject({ display: "returned" });
      expect(await codeOf(made.orderNo)).toMatchObject({ state: "ACTIVE", givenBack: 1 });
      expect(await sold(skuId)).toBe(before);
      const other = await redeem(await open(code, memberId), memberId, "pack");
      expect(await shown(other.receiptToken)).toMatchObject({ display: "done" });
      expect(await codeOf(other.orderNo)).toMatchObject({ state: "REDEEMED", givenBack: 1 });
      expect(await couponsOf(memberId)).toBe(2);
      expect((await trialBalance(testEnv.db)).isSound).toBe(true);
    });

    test("returns only the failed use of a multi-use code, counted for that use", async () => {
      const [one, two] = [await newMember(), await newMember()];
      const supply = supplied();
      const code = await newCode(2);
      const failed = await redeem(await open(code, one), one, skuId);
      const redeemed = await redeem(await open(code, two), two, skuId);
      await supply.dispatch();
      const outNo = await numberOf(failed.orderNo);
      const delivered: SupplierAnswer = { state: "issued", supplierNo: "S2", codes };
      await supply.sendCallback(await numberOf(redeemed.orderNo), delivered);
      await supply.sendCallback(outNo, { state: "failed", reason: "REFUSED" });
      expect(await codeOf(failed.orderNo)).toMatchObject({
        state: "ACTIVE",
        uses: 1,
        givenBack: 0,
      });
      const counted = `SELECT count(*) FROM code_use u JOIN orders o ON o.code_mac = u.code_mac
      WHERE o.order_no = '${failed.orderNo}' AND u.state = 'free' AND u.given_back = 1`;
      expect(await count(testEnv.db, counted)).toBe(1);
      await redeem(await open(code, one), one, "pack");
      expect(await codeOf(failed.orderNo)).toMatchObject({ state: "REDEEMED", uses: 2 });
    });
  },
);

test("a ticket's code is shown to its member, who completes the order by confirming its use", async () => {
  const memberId = await newMember();
  const supply = supplied();
  const made = await redeem(await open(await newCode(), memberId), memberId, "movie");
  await supply.dispatch();
  const codes = [{ code: "T-20260002" }];
  await supply.sendCallback(await numberOf(made.orderNo), {
    state: "issued",
    supplierNo: "S3",
    codes,
  });
  expect((await shown(made.receiptToken)).codes).toMatchObject(codes);
  const use = { memberId, key: `used-${made.orderNo}`, orderNo: made.orderNo };
  expect(await receiveOwnOrder(testEnv.context, testEnv.db, use)).toMatchObject({
    display: "done",
  });
});

describe("a code exchanged for a pack of coupons", () => {
  test("puts each coupon into the wallet at once and only once, even when retried", async () => {
    const memberId = await newMember();
    const session = await open(await newCode(), memberId);
    const before = await sold("pack");
    const made = await redeem(session, memberId, "pack");
    await expect(redeem(session, memberId, "pack")).rejects.toMatchObject({ code: "SESSION_OVER" });
    expect(await couponsOf(memberId)).toBe(2);
    expect(await sold("pack")).toBe(before + 1);
    expect(await shown(made.receiptToken)).toMatchObject({ display: "done" });
    expect(await numberOf(made.orderNo)).toBe("");
    expect((await trialBalance(testEnv.db)).isSound).toBe(true);
  });

  test("with one coupon unavailable grants none of them, costs no code, and the session can choose again", async () => {
    const memberId = await newMember();
    const session = await open(await newCode(), memberId);
    const outcome = await redeem(session, memberId, "scarce").then(
      () => "done",
      (error: unknown) => raisedRefusal(error)?.code ?? Object(error).code,
    );
    expect(outcome).toBe("CLAIM_OVER");
    expect(await couponsOf(memberId)).toBe(0);
    const made = await redeem(session, memberId, "pack");
    expect(await codeOf(made.orderNo)).toMatchObject({ state: "REDEEMED", givenBack: 0 });
    expect(await couponsOf(memberId)).toBe(2);
  });
});
