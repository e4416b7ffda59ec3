/**
 * Tests that concurrent submits do not exceed a dealer's monthly quota, and that they do without
 * the guard.
 */
import { afterEach, expect, test } from "vitest";
import type { Mutant } from "../../../platform/database/mutant.fixture.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { createBatch } from "../batches/create.ts";
import { submitBatch } from "../batches/submit.ts";
import { type ExchangeTestEnv, createExchangeTestEnv } from "../testing.ts";
import { isSlowTier } from "../../../platform/repeat-count.fixture.ts";
import { ownTerms, setDealer } from "./actions.ts";

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
  ["codes", byCodes, { from: "m.codes + excluded.codes <= (", to: "0 <= (" }],
  ["face value", byFace, { from: /m\.face_fen \+ excluded\.face_fen\s+<= \(/, to: "0 <= (" }],
] as const)(
  "mutant: without the guard of %s concurrent submits exceed it",
  async (_, quota, mutant) => {
    expect((await submitAllAtOnce(quota, [mutant])).done).toBe(AT_ONCE);
  },
);
