/**
 * Tests code generation: the submit returns at once, a leased message generates exactly the
 * requested number, also after crashes.
 */
import { parseCode } from "@yunjing/contract/exchange-code";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startWorker } from "../../../platform/jobs/worker.ts";
import { claim, readOutboxMetrics } from "../../../platform/jobs/worker-claims.ts";
import { ownTerms, setDealer } from "../dealers/actions.ts";
import { codeGenerationHandlers } from "../jobs.ts";
import { type ExchangeTestEnv, createExchangeTestEnv } from "../testing.ts";
import { createBatch } from "./create.ts";
import { isLastFailure } from "./fail.ts";
import { generateCodes } from "./generate.ts";
import { unusedCodes } from "./grant.ts";
import { readBatch } from "./read.ts";
import { submitBatch } from "./submit.ts";
import { approveBatch } from "./approve.ts";

const COUNT = 4_500;
const LEASE_MS = 30_000;
const DAY_MS = 86_400_000;
/** Not a valid instant, so the codes of such a batch cannot be stored. */
const NO_INSTANT = Number.MAX_SAFE_INTEGER;

let testEnv: ExchangeTestEnv;
let keys = 0;
beforeAll(async () => {
  testEnv = await createExchangeTestEnv({ outboxLeaseMs: LEASE_MS });
});
afterAll(() => testEnv.close());

const mine = () => ({ memberId: testEnv.makerId, maySeeAll: false });
const read = (batchId: string) => readBatch(testEnv.context, testEnv.db, mine(), batchId);

async function submitted(
  count = COUNT,
  validUntil = testEnv.context.clock.now().getTime() + DAY_MS,
) {
  const { context, db, makerId } = testEnv;
  const target = { target: "points", title: "100 积分", points: 100, validUntil } as const;
  const input = { name: "批次", count, target };
  const { batchId } = await createBatch(context, db, { makerId, key: `k${++keys}`, input });
  return submitBatch(context, db, { makerId, key: `k${++keys}`, batchId });
}

/**
 * Expects serials from 1 to the end without a gap, each once, and codes that are all different and
 * of our form.
 */
async function expectWhole(batchId: string, count: number): Promise<void> {
  expect(await read(batchId)).toMatchObject({ state: "ready", made: count, asleep: count });
  const found = await testEnv.db.execute<{ serials: number; last: number; codes: number }>(sql`
    SELECT count(DISTINCT serial)::int AS serials, max(serial) AS last, count(*)::int AS codes
    FROM code WHERE batch_id = ${batchId}`);
  expect(found.rows).toEqual([{ serials: count, last: count, codes: count }]);
}

function createWorker() {
  const worker = startWorker(
    testEnv.context,
    testEnv.db,
    codeGenerationHandlers(testEnv.context, testEnv.db),
    {
      pollMs: 20,
    },
  );
  onTestFinished(() => worker.stop());
  return worker;
}

test("a submit returns before any code exists, and the codes are generated in the background", async () => {
  const batch = await submitted();
  expect(batch).toMatchObject({ state: "generating", made: 0 });
  await createWorker().idle();
  await expectWhole(batch.batchId, COUNT);
  const { context, db, checkerId } = testEnv;
  await approveBatch(context, db, { batchId: batch.batchId, checkerId });
  const codes = await unusedCodes(context, db, batch.batchId, COUNT);
  expect(new Set(codes).size).toBe(COUNT);
  expect(codes.every((code) => parseCode(code).form === "own")).toBe(true);
});

test("when a worker crashes, another continues at the same place after its lease is over", async () => {
  const { batchId } = await submitted();
  const { context, db } = testEnv;
  const [taken] = await claim(context, db, { limit: 1, startQueue: 0 });
  expect(taken?.payload).toEqual({ batchId });
  // The worker crashes after its first chunk: its claimed message is neither done nor released.
  await generateCodes(context, db, await read(batchId), 0);
  const { state, made } = await read(batchId);
  expect(state).toBe("generating");
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(COUNT);

  const worker = createWorker();
  await worker.idle();
  expect((await read(batchId)).made).toBe(made);
  context.clock.advance(LEASE_MS);
  await worker.idle();
  await expectWhole(batchId, COUNT);
});

test("a worker stops before its lease ends, and the next one continues", async () => {
  const { batchId } = await submitted();
  const short = { ...testEnv.context, settings: { ...testEnv.context.settings, outboxLeaseMs: 0 } };
  const handlers = codeGenerationHandlers(short, testEnv.db);
  const shifts: number[] = [];
  const worker = startWorker(
    testEnv.context,
    testEnv.db,
    {
      "codes.make": async (delivery) => {
        await handlers["codes.make"]?.(delivery);
        shifts.push((await read(batchId)).made);
      },
    },
    { pollMs: 20 },
  );
  onTestFinished(() => worker.stop());
  await worker.idle();
  expect(shifts).toEqual([2_000, 4_000, COUNT]);
  await expectWhole(batchId, COUNT);
});

test("concurrent workers and a repeated submit create no excess codes", async () => {
  const { batchId } = await submitted();
  const { context, db, makerId } = testEnv;
  await submitBatch(context, db, { makerId, key: `k${++keys}`, batchId });
  const batch = await read(batchId);
  const worker = createWorker();
  await Promise.all([1, 2, 3].map(() => generateCodes(context, db, batch)));
  await worker.idle();
  await expectWhole(batchId, COUNT);
});

const brokenSeal = (): never => {
  throw new Error("no key");
};
const submit = (batchId: string) =>
  submitBatch(testEnv.context, testEnv.db, {
    makerId: testEnv.makerId,
    key: `k${++keys}`,
    batchId,
  });
const dead = async () => (await readOutboxMetrics(testEnv.context, testEnv.db)).dead;

test("a batch whose codes cannot be stored fails at once, and its maker sees the reason", async () => {
  const { batchId } = await submitted(3, NO_INSTANT);
  await createWorker().idle();
  expect(await read(batchId)).toMatchObject({
    state: "failed",
    made: 0,
    reason: expect.any(String),
  });
  expect(await dead()).toBe(0);
  const history = await testEnv.db.execute<{ name: string }>(sql`
    SELECT name FROM event WHERE entity_id = ${batchId} ORDER BY at, id`);
  expect(history.rows.at(-1)).toEqual({ name: "failed" });
});

test("a failed batch can be submitted again and continues when the cause is fixed", async () => {
  const { batchId } = await submitted(3, NO_INSTANT);
  const worker = createWorker();
  await worker.idle();
  await submit(batchId);
  await worker.idle();
  expect((await read(batchId)).state).toBe("failed");
  await testEnv.asOwner(`UPDATE code_batch SET target = jsonb_set(target, '{validUntil}', '4000000000000')
                     WHERE batch_id = '${batchId}'`);
  const again = await submit(batchId);
  expect(again.reason).toBeUndefined();
  await worker.idle();
  await expectWhole(batchId, 3);
});

test("a failed batch releases the dealer's monthly quota, and the next try is charged again", async () => {
  const { context, db, makerId } = testEnv;
  const terms = { memberId: makerId, name: "渠道", priceBp: 8_000, priceFen: null, isOn: true };
  await setDealer(context, db, { ...terms, codesMonth: 5, faceFenMonth: 100_000, version: 0 });
  const used = async () => (await ownTerms(context, db, makerId))?.used.codes;
  const before = (await used()) ?? 0;
  const { batchId } = await submitted(3, NO_INSTANT);
  expect(await used()).toBe(before + 3);
  const worker = createWorker();
  await worker.idle();
  expect(await used()).toBe(before);
  // A running worker would fail the batch again before the quota is read.
  await worker.stop();
  await submit(batchId);
  expect(await used()).toBe(before + 3);
  await createWorker().idle();
  expect(await used()).toBe(before);
});

test("a temporary failure is retried five times before the batch fails", async () => {
  const { batchId } = await submitted(3);
  const broken = { ...testEnv.context, secrets: { ...testEnv.context.secrets, seal: brokenSeal } };
  const worker = startWorker(
    testEnv.context,
    testEnv.db,
    codeGenerationHandlers(broken, testEnv.db),
    { pollMs: 20 },
  );
  onTestFinished(() => worker.stop());
  const states: string[] = [];
  for (let tried = 0; tried < 5; tried++) {
    await worker.idle();
    states.push((await read(batchId)).state);
    testEnv.context.clock.advance(60_000);
  }
  expect(states).toEqual([...Array(4).fill("generating"), "failed"]);
});

test("an unavailable database does not fail the batch", () => {
  const absent = Object.assign(new Error("connect"), { code: "ECONNREFUSED" });
  expect(isLastFailure(absent, 99)).toBe(false);
  expect(isLastFailure(new Error("any"), 4)).toBe(false);
  expect(isLastFailure(new Error("any"), 5)).toBe(true);
  expect(isLastFailure(new RangeError("Invalid time value"), 1)).toBe(true);
});
