/**
 * Tests that concurrent submits do not exceed a dealer's monthly quota, concurrent payments not what
 * is owed, and that a payment is reversed once; and that all of it fails without the guards.
 */
import { afterEach, expect, test } from "vitest";
import type { Mutant } from "../../../platform/database/mutant.fixture.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { createBatch } from "../batches/create.ts";
import { submitBatch } from "../batches/submit.ts";
import { type ExchangeTestEnv, createExchangeTestEnv } from "../testing.ts";
import { isSlowTier } from "../../../platform/repeat-count.fixture.ts";
import { connectAll } from "../../ledger/race.fixture.ts";
import { ownTerms, setDealer } from "./actions.ts";
import { monthOf } from "./model.ts";
import { makeOwingDealer } from "./owing-dealer.fixture.ts";
import { enterPayment, paymentsOfMonth, reversePayment } from "./payments.ts";

const AT_ONCE = 64;
const CODES = 10;
const FACE_FEN = 100;

let testEnv: ExchangeTestEnv;
afterEach(() => testEnv.close());

/**
 * Submits many batches of one code each concurrently, for a dealer with a limited quota. Returns
 * how many succeeded.
 */
async function submitAllAtOnce(
  quota: { codesMonth: number; faceFenMonth: number },
  mutants: readonly Mutant[] = [],
): Promise<{ done: number; codes: number; faceFen: number }> {
  testEnv = await createExchangeTestEnv({}, AT_ONCE, mutants);
  const { context, db, makerId } = testEnv;
  await setDealer(context, db, {
    memberId: makerId,
    name: "渠道",
    priceBp: 8_000,
    priceFen: null,
    isOn: true,
    version: 0,
    ...quota,
  });
  const validUntil = context.clock.now().getTime() + 86_400_000;
  const target = { target: "balance", title: "余额", valueFen: FACE_FEN, validUntil } as const;
  const drafts = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) =>
      createBatch(context, db, {
        makerId,
        key: `draft-${n}`,
        input: { name: "批次", count: 1, target },
      }),
    ),
  );
  const submits = drafts.map(({ batchId }, n) =>
    submitBatch(context, db, { makerId, batchId, key: `submit-${n}` }).then(
      () => 1,
      (error: unknown) => {
        if (error instanceof Refusal && error.code === "DEALER_QUOTA") return 0;
        throw error;
      },
    ),
  );
  const done = (await Promise.all(submits)).reduce<number>((sum, one) => sum + one, 0);
  const { codes = 0, faceFen = 0 } = (await ownTerms(context, db, makerId))?.used ?? {};
  return { done, codes, faceFen };
}

const plenty = 1_000_000;
const byCodes = { codesMonth: CODES, faceFenMonth: plenty };
const byFace = { codesMonth: plenty, faceFenMonth: CODES * FACE_FEN };
const all = { done: CODES, codes: CODES, faceFen: CODES * FACE_FEN };

test.each([
  ["codes", byCodes],
  ["face value", byFace],
] as const)("sixty-four concurrent submits do not exceed a month's %s", async (_, quota) => {
  expect(await submitAllAtOnce(quota)).toEqual(all);
});

test.runIf(isSlowTier).each([
  ["codes", byCodes, { from: "<= d.codes_month", to: "<= d.codes_month + 1000" }],
  ["face value", byFace, { from: "<= d.face_fen_month", to: "<= d.face_fen_month + 1000000" }],
] as const)(
  "mutant: without the guard of %s concurrent submits exceed it",
  async (_, quota, mutant) => {
    expect((await submitAllAtOnce(quota, [mutant])).done).toBe(AT_ONCE);
  },
);

const PRICE_FEN = 80;

/** Opens the test environment with a dealer who owes for ten codes; returns the dealer's month. */
async function owingDealer(
  mutants: readonly Mutant[],
): Promise<{ readonly memberId: string; readonly month: string }> {
  testEnv = await createExchangeTestEnv({}, AT_ONCE, mutants);
  const { context, makerId: memberId } = testEnv;
  const price = { basisPoints: 8_000 };
  await makeOwingDealer(testEnv, { memberId, codes: CODES, faceFen: FACE_FEN, price });
  return { memberId, month: monthOf(context.clock.now()) };
}

/**
 * Enters many payments of the price of one code at once, for a month in which ten codes are owed.
 * Returns how many succeeded, and what is paid.
 */
async function payAllAtOnce(
  mutants: readonly Mutant[] = [],
): Promise<{ done: number; paidFen: number }> {
  const dealer = await owingDealer(mutants);
  const { context, db, checkerId: operatorId } = testEnv;
  const payments = Array.from({ length: AT_ONCE }, (_, n) =>
    enterPayment(context, db, {
      ...dealer,
      operatorId,
      amountFen: PRICE_FEN,
      slip: `B${1_000 + n}`,
      reason: "已到账",
      key: `payment-${n}`,
    }).then(
      () => 1,
      (error: unknown) => {
        if (error instanceof Refusal && error.code === "INPUT_INVALID") return 0;
        throw error;
      },
    ),
  );
  const done = (await Promise.all(payments)).reduce<number>((sum, one) => sum + one, 0);
  return { done, paidFen: (await paymentsOfMonth(db, dealer)).paidFen };
}

test("sixty-four concurrent payments do not exceed what is owed", async () => {
  expect(await payAllAtOnce()).toEqual({ done: CODES, paidFen: CODES * PRICE_FEN });
});

test.runIf(isSlowTier)("mutant: without the guard payments exceed what is owed", async () => {
  const mutant = { from: "::bigint <= $", to: "::bigint >= -$" };
  expect((await payAllAtOnce([mutant])).done).toBe(AT_ONCE);
});

const WRONG_FEN = 10;

/**
 * Reverses one payment many times at once, in a month whose other payments are higher than all of the
 * reversals together. Returns how many succeeded, and what is paid.
 */
async function reverseAllAtOnce(
  guard: { readonly removed: boolean } = { removed: false },
): Promise<{ done: number; paidFen: number }> {
  const conflict = { from: "ON CONFLICT (member_id, payment_id) DO NOTHING", to: "" };
  const dealer = await owingDealer(guard.removed ? [conflict] : []);
  const { context, db, checkerId: operatorId } = testEnv;
  if (guard.removed)
    await testEnv.asOwner(
      "ALTER TABLE code_dealer_reversal DROP CONSTRAINT code_dealer_reversal_once",
    );
  const pay = (amountFen: number, slip: string) => {
    const payment = { ...dealer, operatorId, amountFen, slip, reason: "已到账", key: slip };
    return enterPayment(context, db, payment);
  };
  await pay(CODES * PRICE_FEN - WRONG_FEN, "B1000");
  const { paymentId } = await pay(WRONG_FEN, "B1001");
  await connectAll(db);
  const reversals = Array.from({ length: AT_ONCE }, (_, n) => {
    const { memberId } = dealer;
    const reversal = { memberId, paymentId, operatorId, reason: "登记错了", key: `reversal-${n}` };
    return reversePayment(context, db, reversal).then(
      () => 1,
      (error: unknown) => {
        if (error instanceof Refusal && error.code === "STATE_CHANGED") return 0;
        throw error;
      },
    );
  });
  const done = (await Promise.all(reversals)).reduce<number>((sum, one) => sum + one, 0);
  return { done, paidFen: (await paymentsOfMonth(db, dealer)).paidFen };
}

test("sixty-four concurrent reversals take a payment back once", async () => {
  expect(await reverseAllAtOnce()).toEqual({ done: 1, paidFen: CODES * PRICE_FEN - WRONG_FEN });
});

test.runIf(isSlowTier)("mutant: without the key a payment is taken back every time", async () => {
  expect((await reverseAllAtOnce({ removed: true })).done).toBe(AT_ONCE);
});
