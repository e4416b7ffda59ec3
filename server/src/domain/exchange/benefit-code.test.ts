/**
 * Tests codes for a choice of benefits: delivery as for a purchase, and return of the code after a
 * failure.
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { raisedRefusal } from "../../platform/database/failure.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { showTestPicture } from "../catalog/testing.ts";
import { trialBalance } from "../ledger/actions.ts";
import { fulfilmentListener, readReceipt } from "../orders/actions.ts";
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
beforeAll(async () => {
  testEnv = await createExchangeTestEnv();
  await offer(testEnv.db, { id: "topup", delivery: "topup" });
  await offer(testEnv.db, { id: "card", delivery: "card", stock: 2 });
  await offer(testEnv.db, { id: "gone", delivery: "card", stock: 0 });
});
afterAll(() => testEnv.close());

const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
const INPUT = { account: PHONE };

const choices = [
  { skuId: "topup", title: "话费 10 元" },
  { skuId: "card", title: "购物卡 10 元" },
  { skuId: "gone", title: "影票一张" },
];

const codeFor = async (more: { usesPerCode?: number; choices?: typeof choices } = {}) => {
  const { context, db, makerId, checkerId } = testEnv;
  const validUntil = context.clock.now().getTime() + 86_400_000;
  const { usesPerCode = 1, choices: offered = choices } = more;
  const custom = { target: "benefit", title: "三选一", choices: offered, validUntil } as const;
  const by = { makerId, checkerId, count: 1, usesPerCode };
  const [code = ""] = await grantCodes(context, db, { custom, ...by });
  return code;
};
const open = (code: string, memberId?: string) =>
  openSession(testEnv.context, testEnv.db, {
    code,
    memberId,
    device: memberId ?? "a phone",
    address: "10.0.0.1",
    session: undefined,
  });
type RedeemFields = { skuId?: string; input?: Record<string, string> };
const redeem = (session: string, fields: RedeemFields, memberId?: string) =>
  redeemCode(testEnv.context, testEnv.db, {
    input: { session, ...fields },
    memberId,
    key: `key-${++keys}`,
  });
const newMember = () => testEnv.member(++phone);

/** Applies a supplier's status update to the single item of an order. */
async function applySupplierStatus(orderNo: string, state: "issued" | "failed" | "unknown") {
  const { context, db } = testEnv;
  const { rows } = await db.execute<{ ownerId: string; orderId: string; itemId: string }>(sql`
    SELECT i.member_id AS "ownerId", i.order_id AS "orderId", i.id AS "itemId" FROM order_item i
    JOIN orders o ON o.member_id = i.member_id AND o.id = i.order_id WHERE o.order_no = ${orderNo}`);
  const [item] = rows;
  if (!item) throw new Error("no such order");
  const deps = { codes: codeReturner(context), refunds: itemRefunder(context) };
  const listener = fulfilmentListener(context, deps);
  await transaction(db, async (tx) => {
    if (state === "unknown") return listener.onState(tx, { ...item, state: "unknown" });
    if (state === "failed") return listener.onFailed(tx, { ...item, reason: "REFUSED" });
    const delivered = { supplierId: "cards", costFen: 0, codes: [{ code: "4321-8765" }] };
    return listener.onIssued(tx, { ...item, ...delivered });
  });
}
const codeState = (orderNo: string, state: string) =>
  count(
    testEnv.db,
    `SELECT count(*) FROM code c JOIN orders o ON o.code_mac = c.code_mac
     WHERE o.order_no = '${orderNo}' AND c.state = '${state}'`,
  );
const sold = (skuId: string) =>
  count(testEnv.db, `SELECT sum(sold) FROM sku_stock WHERE sku_id = '${skuId}'`);

test("shows the choices, the form fields, and which choices are unavailable", async () => {
  const { manifest } = await open(await codeFor());
  expect(manifest.needsLogin).toBe(false);
  expect(manifest.choices).toMatchObject([
    { skuId: "topup", title: "话费 10 元", available: true, form: [{ name: "account" }] },
    { skuId: "card", available: true, needsLogin: true },
    { skuId: "gone", available: false, unavailable: "已兑完" },
  ]);
});

test("shows the uploaded picture of a choice, and the drawing of one without", async () => {
  await offer(testEnv.db, { id: "pictured", delivery: "topup" });
  const photo = await showTestPicture(testEnv.db, "pictured");
  const offered = [
    { skuId: "pictured", title: "话费 20 元" },
    { skuId: "topup", title: "话费 10 元" },
  ];
  const { manifest } = await open(await codeFor({ choices: offered }));
  expect(manifest.choices?.map((choice) => choice.photo)).toEqual([photo, undefined]);
});

test("refuses an invalid or unavailable choice, wrong form input and a missing login, and keeps the session", async () => {
  const { session } = await open(await codeFor());
  const no = (fields: RedeemFields) => redeem(session, fields);
  await expect(no({})).rejects.toEqual(refusal("INPUT_INVALID"));
  await expect(no({ skuId: "other" })).rejects.toEqual(refusal("INPUT_INVALID"));
  await expect(no({ skuId: "gone" })).rejects.toEqual(refusal("SOLD_OUT"));
  await expect(no({ skuId: "card" })).rejects.toEqual(refusal("LOGIN_NEEDED"));
  await expect(no({ skuId: "topup", input: { account: "12" } })).rejects.toMatchObject({
    code: "INPUT_INVALID",
    data: { field: "account" },
  });
  await redeem(session, { skuId: "topup", input: INPUT });
});

test("tops up a phone without a login, at price 0 for the holder of the code, and is done on delivery", async () => {
  const { session } = await open(await codeFor());
  const { orderNo, receiptToken } = await redeem(session, { skuId: "topup", input: INPUT });
  const countQuery = `SELECT count(*) FROM supplier_order s JOIN orders o ON o.id = s.order_id WHERE o.order_no = '${orderNo}'`;
  expect(await count(testEnv.db, countQuery)).toBe(1);
  const before = await readReceipt(testEnv.context, testEnv.db, receiptToken);
  expect(before).toMatchObject({ display: "issuing", amounts: { paidFen: 0, voucherFen: 1_000 } });
  expect(before.rules.join()).not.toContain("退款规则");
  await applySupplierStatus(orderNo, "unknown");
  expect(await codeState(orderNo, "REDEEMED")).toBe(1);
  await applySupplierStatus(orderNo, "issued");
  const after = await readReceipt(testEnv.context, testEnv.db, receiptToken);
  expect(after).toMatchObject({ display: "done", inputs: [{ text: "139****1234" }] });
  expect(after.lines).toMatchObject([{ state: "done" }]);
  expect((await trialBalance(testEnv.db)).isSound).toBe(true);
});

test("a definite failure returns the code and the stock once, and late status updates change nothing", async () => {
  const memberId = await newMember();
  const code = await codeFor();
  const before = await sold("card");
  const { session } = await open(code, memberId);
  const { orderNo, receiptToken } = await redeem(session, { skuId: "card" }, memberId);
  expect(await sold("card")).toBe(before + 1);
  await applySupplierStatus(orderNo, "failed");
  await applySupplierStatus(orderNo, "failed");
  expect(await codeState(orderNo, "ACTIVE")).toBe(1);
  expect(await sold("card")).toBe(before);
  expect(await readReceipt(testEnv.context, testEnv.db, receiptToken)).toMatchObject({
    display: "returned",
  });
  const again = await redeem((await open(code, memberId)).session, { skuId: "card" }, memberId);
  await applySupplierStatus(again.orderNo, "issued");
  await applySupplierStatus(again.orderNo, "failed");
  expect(await codeState(again.orderNo, "REDEEMED")).toBe(1);
  const cards = `SELECT count(*) FROM card WHERE member_id = '${memberId}'`;
  expect(await count(testEnv.db, cards)).toBe(1);
  expect((await trialBalance(testEnv.db)).isSound).toBe(true);
});

test("of a multi-use code only the failed use is returned", async () => {
  const [one, two] = [await newMember(), await newMember()];
  const code = await codeFor({ usesPerCode: 2 });
  const choice = { skuId: "topup", input: INPUT };
  const first = await redeem((await open(code, one)).session, choice, one);
  await redeem((await open(code, two)).session, choice, two);
  await applySupplierStatus(first.orderNo, "failed");
  expect(await codeState(first.orderNo, "ACTIVE")).toBe(1);
  expect(await redeem((await open(code, one)).session, choice, one)).toMatchObject({ usesLeft: 0 });
});

test("one of two members gets the last item, and the other keeps code and session", async () => {
  await offer(testEnv.db, { id: "last", delivery: "card", stock: 1 });
  const last = [{ skuId: "last", title: "最后一张" }];
  const sessions = await Promise.all(
    [1, 2].map(async () => {
      const memberId = await newMember();
      return { memberId, ...(await open(await codeFor({ choices: last }), memberId)) };
    }),
  );
  const outcomes = await Promise.all(
    sessions.map(({ session, memberId }) =>
      redeem(session, {}, memberId).then(
        () => "done",
        (error: unknown) => raisedRefusal(error)?.code ?? Object(error).code,
      ),
    ),
  );
  expect(new Set(outcomes)).toEqual(new Set(["SOLD_OUT", "done"]));
  expect(
    await count(testEnv.db, "SELECT count(*) FROM code WHERE state = 'LOCKED'"),
  ).toBeGreaterThan(0);
  expect(await sold("last")).toBe(1);
});

test("a batch can only be created for benefits that a code can deliver", async () => {
  const wrong = [{ skuId: "nothing", title: "没有" }];
  await expect(codeFor({ choices: wrong })).rejects.toEqual(refusal("INPUT_INVALID"));
  const twice = [choices[0], choices[0]].flatMap((choice) => choice ?? []);
  await expect(codeFor({ choices: twice })).rejects.toEqual(refusal("INPUT_INVALID"));
});
