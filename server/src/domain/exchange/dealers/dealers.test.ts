/** Tests dealers: the monthly quota, the price of a code, and the amount owed. */
import { faceFenOf, priceFenOf } from "@yunjing/contract/dealer-price";
import type { BatchTarget } from "@yunjing/contract/schemas/batches";
import { afterAll, beforeEach, expect, test } from "vitest";
import { testContext } from "../../../platform/testing.ts";
import { approveBatch, rejectBatch } from "../batches/approve.ts";
import { freezeBatch } from "../batches/change.ts";
import { createBatch } from "../batches/create.ts";
import { importBatch } from "../batches/import.ts";
import { readBatch } from "../batches/read.ts";
import { submitAndGenerate } from "../batches/submit.ts";
import { proposeVoid, decideVoid } from "../batches/void.ts";
import { type ExchangeTestEnv, createExchangeTestEnv } from "../testing.ts";
import { dealersView, dealerStatement, ownTerms, setDealer } from "./actions.ts";
import { enterPayment, paymentsOfMonth, reversePayment } from "./payments.ts";
import { monthOf, pointsWorth, type Terms } from "./model.ts";

let testEnv: ExchangeTestEnv;
let keys = 0;
let dealerId = "";
let dealers = 100;
beforeEach(async () => {
  testEnv ??= await createExchangeTestEnv();
  dealerId = await testEnv.member(++dealers);
});
afterAll(() => testEnv.close());

const refusal = (code: string) => expect.objectContaining({ name: "Refusal", code });
const key = () => `k${++keys}`;
const terms = (changes: Partial<Terms> = {}): Terms => ({
  memberId: dealerId,
  name: "华东渠道",
  priceBp: 8_000,
  priceFen: null,
  codesMonth: 100,
  faceFenMonth: 100_000,
  isOn: true,
  version: 0,
  ...changes,
});
const set = (changes: Partial<Terms> = {}) =>
  setDealer(testEnv.context, testEnv.db, terms(changes));
const target = (valueFen: number): BatchTarget => ({
  target: "balance",
  title: "余额",
  valueFen,
  validUntil: testEnv.context.clock.now().getTime() + 86_400_000,
});
async function make(count: number, valueFen = 1_000, activation: "now" | "on_sale" = "now") {
  const { context, db } = testEnv;
  const input = { name: "批次", count, target: target(valueFen), activation };
  const { batchId } = await createBatch(context, db, { makerId: dealerId, key: key(), input });
  return submitAndGenerate(context, db, { makerId: dealerId, batchId, key: key() });
}
async function createLiveBatch(count: number, activation: "now" | "on_sale" = "now") {
  const { batchId } = await make(count, 1_000, activation);
  return approveBatch(testEnv.context, testEnv.db, { batchId, checkerId: testEnv.checkerId });
}
const used = async () => (await ownTerms(testEnv.context, testEnv.db, dealerId))?.used;

test("a code costs a share of its face value, rounded, or a fixed price", () => {
  const price = (priceBp: number | null, priceFen: number | null) =>
    priceFenOf({ priceBp, priceFen }, 3_590);
  expect([price(8_000, null), price(1, null), price(null, 100), price(0, null)]).toEqual([
    2_872, 0, 100, 0,
  ]);
  const worth = pointsWorth(testContext().settings);
  expect(faceFenOf({ points: 500 }, worth)).toBe(500);
  expect(faceFenOf(target(700), worth)).toBe(700);
  // A dealer cannot set a lower face value.
  expect(faceFenOf({ ...target(700), faceFen: 1 }, worth)).toBe(700);
});

test("a month begins at midnight in Shanghai", () => {
  expect(monthOf(new Date("2026-11-30T15:59:59Z"))).toBe("2026-11");
  expect(monthOf(new Date("2026-11-30T16:00:00Z"))).toBe("2026-12");
});

test("a maker without terms can create as many codes as a batch holds, and owes nothing", async () => {
  const batch = await make(200);
  expect(batch).toMatchObject({ state: "ready", made: 200 });
  expect(batch.dealer).toBeUndefined();
  expect(await used()).toBeUndefined();
});

test("a dealer cannot create more codes or face value than the monthly quota", async () => {
  await set();
  await make(60);
  await expect(make(41)).rejects.toEqual(refusal("DEALER_QUOTA"));
  await expect(make(10, 4_001)).rejects.toEqual(refusal("DEALER_QUOTA"));
  await make(40);
  expect(await used()).toEqual({ codes: 100, faceFen: 100_000 });
  await expect(make(1)).rejects.toEqual(refusal("DEALER_QUOTA"));
});

test("a multi-use code counts its face value once per use", async () => {
  await set();
  const { context, db } = testEnv;
  const input = { name: "共用码", count: 1, target: target(100), usesPerCode: 50, perMember: 1 };
  const { batchId } = await createBatch(context, db, { makerId: dealerId, key: key(), input });
  const batch = await submitAndGenerate(context, db, { makerId: dealerId, batchId, key: key() });
  expect(batch.dealer).toEqual({ priceFen: 4_000, owedFen: 0 });
  expect(await used()).toEqual({ codes: 1, faceFen: 5_000 });
});

test("a refused batch stays a draft and can be submitted in another month", async () => {
  await set({ codesMonth: 0 });
  await expect(make(1)).rejects.toEqual(refusal("DEALER_QUOTA"));
  expect(await used()).toEqual({ codes: 0, faceFen: 0 });
});

test("imported codes count as well, and a disabled dealer cannot create any", async () => {
  await set({ codesMonth: 1 });
  const { context, db } = testEnv;
  const bring = (file: string) =>
    importBatch(context, db, {
      makerId: dealerId,
      input: { target: target(1_000), dryRun: false, file },
    });
  await expect(bring("DEALT-0001\nDEALT-0002\n")).rejects.toEqual(refusal("DEALER_QUOTA"));
  expect(await bring("DEALT-0001\n")).toMatchObject({ accepted: 1 });
  expect(await used()).toEqual({ codes: 1, faceFen: 1_000 });
  await set({ isOn: false, version: 1 });
  await expect(make(1)).rejects.toEqual(refusal("DEALER_QUOTA"));
});

test("a rejected batch releases the monthly quota, once", async () => {
  await set();
  const { batchId } = await make(60);
  await rejectBatch(testEnv.context, testEnv.db, {
    batchId,
    checkerId: testEnv.checkerId,
    reason: "面额有误",
  });
  expect(await used()).toEqual({ codes: 0, faceFen: 0 });
});

test("a dealer owes for codes that became live and are not void, at the price of the day they were created", async () => {
  await set();
  const { context, db, checkerId } = testEnv;
  const batch = await createLiveBatch(10);
  expect(batch.dealer).toEqual({ priceFen: 800, owedFen: 8_000 });
  await set({ priceBp: 9_000, version: 1 });
  const sleeping = await createLiveBatch(5, "on_sale");
  expect(sleeping.dealer).toEqual({ priceFen: 900, owedFen: 0 });

  const mine = { memberId: dealerId, maySeeAll: false };
  const ends = { batchId: batch.batchId, from: 1, to: 4, reason: "印错了" };
  const proposal = await proposeVoid(context, db, mine, ends);
  const approvalId = proposal.waiting[0]?.approvalId ?? "";
  const decision = { batchId: batch.batchId, approvalId, isAgreed: true, reason: "同意" };
  await decideVoid(context, db, { memberId: checkerId, maySeeAll: true }, decision);
  // Frozen codes may become live again, so they are owed.
  await freezeBatch(context, db, mine, { ...ends, from: 5, to: 6 });
  const after = await readBatch(context, db, mine, batch.batchId);
  expect(after.dealer).toEqual({ priceFen: 800, owedFen: 4_800 });

  const month = monthOf(context.clock.now());
  const statement = await dealerStatement(context, db, { memberId: dealerId, month });
  expect(statement).toMatchObject({ month, owedFen: 4_800 });
  expect(statement.list).toMatchObject([
    { count: 10, live: 4, frozen: 2, void: 4, redeemed: 0, expired: 0, owedFen: 4_800 },
    { count: 5, asleep: 5, owedFen: 0 },
  ]);
  expect(await dealerStatement(context, db, { memberId: dealerId, month: "2026-10" })).toEqual({
    month: "2026-10",
    list: [],
    owedFen: 0,
  });
  const refusedStatement = dealerStatement(context, db, { memberId: checkerId, month });
  await expect(refusedStatement).rejects.toEqual(refusal("NOT_FOUND"));
});

test("payments of a month are entered up to what is owed, once for each key and slip", async () => {
  await set();
  const { context, db, checkerId } = testEnv;
  await createLiveBatch(10);
  const month = monthOf(context.clock.now());
  const dealer = { memberId: dealerId, month };
  const pay = (amountFen: number, slip: string, paymentKey = key()) => {
    const by = { operatorId: checkerId, key: paymentKey };
    return enterPayment(context, db, { ...dealer, ...by, amountFen, slip, reason: "已到账" });
  };
  const refusedField = (field: string) =>
    expect.objectContaining({ code: "INPUT_INVALID", data: expect.objectContaining({ field }) });
  const repeated = key();
  const first = await pay(5_000, "B001", repeated);
  expect(first.openFen).toBe(3_000);
  expect(await pay(5_000, "B001", repeated)).toEqual(first);
  await expect(pay(3_001, "B002")).rejects.toEqual(refusedField("amountFen"));
  await expect(pay(1_000, "B001")).rejects.toEqual(refusedField("slip"));
  expect((await pay(3_000, "B002")).openFen).toBe(0);
  await expect(pay(1, "B003")).rejects.toEqual(refusedField("amountFen"));
  expect(await paymentsOfMonth(db, dealer)).toMatchObject({
    paidFen: 8_000,
    payments: [
      { slip: "B002", amountFen: 3_000, by: checkerId },
      { slip: "B001", amountFen: 5_000 },
    ],
  });
  const other = { ...dealer, month: "2026-10", amountFen: 1, slip: "B004", reason: "已到账" };
  const early = enterPayment(context, db, { ...other, operatorId: checkerId, key: key() });
  await expect(early).rejects.toEqual(refusedField("amountFen"));
});

test("a wrong payment is reversed once: both stay, the month is open again, the slip is free", async () => {
  await set();
  const { context, db, checkerId } = testEnv;
  await createLiveBatch(10);
  const dealer = { memberId: dealerId, month: monthOf(context.clock.now()) };
  const by = () => ({ operatorId: checkerId, key: key() });
  const pay = (amountFen: number, slip: string) =>
    enterPayment(context, db, { ...dealer, ...by(), amountFen, slip, reason: "已到账" });
  const reverse = (paymentId: string, request: { operatorId: string; key: string } = by()) =>
    reversePayment(context, db, { memberId: dealerId, paymentId, reason: "多登记了", ...request });
  await pay(1_000, "B001");
  const wrong = await pay(7_000, "B002");
  await expect(pay(1_000, "B003")).rejects.toEqual(refusal("INPUT_INVALID"));
  const repeated = by();
  expect(await reverse(wrong.paymentId, repeated)).toEqual({ openFen: 7_000 });
  expect(await reverse(wrong.paymentId, repeated)).toEqual({ openFen: 7_000 });
  await expect(reverse(wrong.paymentId)).rejects.toEqual(refusal("STATE_CHANGED"));
  const others = reversePayment(context, db, {
    ...by(),
    memberId: testEnv.makerId,
    paymentId: wrong.paymentId,
    reason: "多登记了",
  });
  await expect(others).rejects.toEqual(refusal("NOT_FOUND"));

  // The limit holds after it, and a slip has one payment that counts.
  await expect(pay(7_001, "B002")).rejects.toEqual(refusal("INPUT_INVALID"));
  expect((await pay(700, "B002")).openFen).toBe(6_300);
  await expect(pay(100, "B002")).rejects.toEqual(refusal("INPUT_INVALID"));
  const read = await paymentsOfMonth(db, dealer);
  expect(read.paidFen).toBe(1_700);
  const reversal = { reason: "多登记了", by: checkerId, at: context.clock.now().getTime() };
  expect(read.payments.map((one) => [one.slip, one.amountFen, one.reversal])).toEqual([
    ["B002", 700, undefined],
    ["B002", 7_000, reversal],
    ["B001", 1_000, undefined],
  ]);
});

test("terms have exactly one price, one version at a time, and belong to a member", async () => {
  await set();
  await expect(set()).rejects.toEqual(refusal("STATE_CHANGED"));
  await expect(set({ version: 7 })).rejects.toEqual(refusal("STATE_CHANGED"));
  await expect(set({ priceFen: 1, version: 1 })).rejects.toEqual(refusal("INPUT_INVALID"));
  await expect(set({ priceBp: null, version: 1 })).rejects.toEqual(refusal("INPUT_INVALID"));
  const refusedChange = set({ memberId: "00000000-0000-7000-8000-000000000000" });
  await expect(refusedChange).rejects.toEqual(refusal("NOT_FOUND"));
  const all = await dealersView(testEnv.context, testEnv.db);
  expect(all).toContainEqual(expect.objectContaining({ memberId: dealerId, version: 1 }));
});
