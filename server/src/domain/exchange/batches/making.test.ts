/** The making of codes: answered at once, done by a leased message, exactly as many as asked for, whoever dies. */
import { readCode } from "@yunjing/contract/exchange-code";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startWorker } from "../../../platform/jobs/worker.ts";
import { claim } from "../../../platform/jobs/worker-claims.ts";
import { codeCouriers } from "../jobs.ts";
import { type Bed, makeBed } from "../testing.ts";
import { createBatch } from "./create.ts";
import { generateCodes } from "./generate.ts";
import { openCodes } from "./grant.ts";
import { readBatch } from "./read.ts";
import { submitBatch } from "./submit.ts";
import { approveBatch } from "./approve.ts";

const COUNT = 4_500;
const LEASE_MS = 30_000;

let bed: Bed;
let keys = 0;
beforeAll(async () => {
  bed = await makeBed({ outboxLeaseMs: LEASE_MS });
});
afterAll(() => bed.close());

const mine = () => ({ memberId: bed.makerId, maySeeAll: false });
const read = (batchId: string) => readBatch(bed.context, bed.db, mine(), batchId);

async function submitted(count = COUNT) {
  const { context, db, makerId } = bed;
  const validUntil = context.clock.now().getTime() + 86_400_000;
  const target = { target: "points", title: "100 积分", points: 100, validUntil } as const;
  const input = { name: "批次", count, target };
  const { batchId } = await createBatch(context, db, { makerId, key: `k${++keys}`, input });
  return submitBatch(context, db, { makerId, key: `k${++keys}`, batchId });
}

/** Serials from 1 to the end without a gap, each once; every code different and of our form. */
async function expectWhole(batchId: string, count: number): Promise<void> {
  expect(await read(batchId)).toMatchObject({ state: "ready", made: count, asleep: count });
  const found = await bed.db.execute<{ serials: number; last: number; codes: number }>(sql`
    SELECT count(DISTINCT serial)::int AS serials, max(serial) AS last, count(*)::int AS codes
    FROM code WHERE batch_id = ${batchId}`);
  expect(found.rows).toEqual([{ serials: count, last: count, codes: count }]);
}

function work() {
  const worker = startWorker(bed.context, bed.db, codeCouriers(bed.context, bed.db), {
    pollMs: 20,
  });
  onTestFinished(() => worker.stop());
  return worker;
}

test("a submit answers before a code is made, and the codes come by themselves", async () => {
  const batch = await submitted();
  expect(batch).toMatchObject({ state: "generating", made: 0 });
  await work().idle();
  await expectWhole(batch.batchId, COUNT);
  const { context, db, checkerId } = bed;
  await approveBatch(context, db, { batchId: batch.batchId, checkerId });
  const codes = await openCodes(context, db, batch.batchId, COUNT);
  expect(new Set(codes).size).toBe(COUNT);
  expect(codes.every((code) => readCode(code).form === "own")).toBe(true);
});

test("a maker that dies is followed by another when its lease is over, where it stopped", async () => {
  const { batchId } = await submitted();
  const { context, db } = bed;
  const [taken] = await claim(context, db, { limit: 1, startLane: 0 });
  expect(taken?.payload).toEqual({ batchId });
  // It dies after its first chunk: what it held is neither done nor given back.
  await generateCodes(context, db, await read(batchId), 0);
  const { state, made } = await read(batchId);
  expect(state).toBe("generating");
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(COUNT);

  const worker = work();
  await worker.idle();
  expect((await read(batchId)).made).toBe(made);
  context.clock.advance(LEASE_MS);
  await worker.idle();
  await expectWhole(batchId, COUNT);
});

test("a shift ends before its lease does, and the next one goes on", async () => {
  const { batchId } = await submitted();
  const short = { ...bed.context, settings: { ...bed.context.settings, outboxLeaseMs: 0 } };
  const couriers = codeCouriers(short, bed.db);
  const shifts: number[] = [];
  const worker = startWorker(
    bed.context,
    bed.db,
    {
      "codes.make": async (delivery) => {
        await couriers["codes.make"]?.(delivery);
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

test("several makers at once, and a submit said twice, make no code too many", async () => {
  const { batchId } = await submitted();
  const { context, db, makerId } = bed;
  await submitBatch(context, db, { makerId, key: `k${++keys}`, batchId });
  const batch = await read(batchId);
  const worker = work();
  await Promise.all([1, 2, 3].map(() => generateCodes(context, db, batch)));
  await worker.idle();
  await expectWhole(batchId, COUNT);
});
