/** Tests that jobs run on time, in one process at a time, and again after a failure. */
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../database/testing.ts";
import { testContext } from "../testing.ts";
import { type Job, nextRunAt, retryAt, type Schedule, startSchedule } from "./schedule.ts";

const context = testContext();
let fresh: FreshDatabase;
let db: Db;
const started: Schedule[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
});
afterEach(async () => {
  for (const schedule of started.splice(0)) await schedule.stop();
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

const start = (...jobs: Job[]): Schedule => {
  const schedule = startSchedule(context, db, jobs, { tickMs: 10 });
  started.push(schedule);
  return schedule;
};
const settle = () => new Promise((done) => setTimeout(done, 80));
const rowOf = async (name: string) =>
  (await db.execute(sql`SELECT failures, last_error FROM job_lease WHERE name = ${name}`)).rows[0];
/** Whether the job has run and its lease is free. */
const isFree = async (name: string) => {
  const { rows } = await db.execute<{ free: boolean }>(
    sql`SELECT ended_at IS NOT NULL AND lease_until <= ${context.clock.now()} AS free FROM job_lease WHERE name = ${name}`,
  );
  return rows[0]?.free === true;
};

describe("the next run", () => {
  const noon = new Date("2026-11-20T04:00:00Z");
  test.each([
    ["an interval counts from the end of the run", 60_000, "2026-11-20T04:01:00.000Z"],
    ["a pattern is read in China's time", "30 3 * * *", "2026-11-20T19:30:00.000Z"],
  ])("%s", (_, every, expected) => {
    expect(nextRunAt(every, noon).toISOString()).toBe(expected);
  });
  test("after a failure it is soon, then later, but never after the next regular time", () => {
    const waits = [0, 1, 5, 30].map(
      (failures) => retryAt(3_600_000, noon, failures).getTime() - noon.getTime(),
    );
    expect(waits).toEqual([1_000, 2_000, 32_000, 600_000]);
    expect(retryAt(500, noon, 9).getTime() - noon.getTime()).toBe(500);
  });
});

test("a job runs at the start and again when it is due", async () => {
  let runs = 0;
  start({ name: "steady", every: 60_000, run: async () => void runs++ });
  await expect.poll(() => runs).toBe(1);
  await settle();
  expect(runs).toBe(1);
  context.clock.advance(60_000);
  await expect.poll(() => runs).toBe(2);
});

test("two processes run a job once each time, and never at the same time", async () => {
  let runs = 0;
  let finish = (): void => undefined;
  const finished = new Promise<void>((done) => (finish = done));
  const job: Job = {
    name: "alone",
    every: 60_000,
    async run() {
      runs++;
      await finished;
    },
  };
  const one = start(job);
  start(job);
  await expect.poll(() => runs).toBe(1);
  await settle();
  expect(await one.runOnce("alone")).toBe("elsewhere");
  expect(runs).toBe(1);
  finish();
  await expect.poll(() => isFree("alone")).toBe(true);
  await settle();
  expect(runs).toBe(1);
});

test("a failed run is recorded and retried", async () => {
  let runs = 0;
  start({
    name: "shaky",
    every: 3_600_000,
    run: async () => {
      if (++runs === 1) throw new Error("not this time");
    },
  });
  await expect
    .poll(() => rowOf("shaky"))
    .toEqual({ failures: 1, last_error: "Error: not this time" });
  context.clock.advance(1_000);
  await expect.poll(() => rowOf("shaky")).toEqual({ failures: 0, last_error: null });
  expect(runs).toBe(2);
});

test("of several failures in one run, their number and the first are recorded", async () => {
  const errors = [new Error("first order"), new Error("second order")];
  start({
    name: "many",
    every: 3_600_000,
    run: () => Promise.reject(new AggregateError(errors, "some were not closed")),
  });
  await expect
    .poll(() => rowOf("many"))
    .toEqual({
      failures: 1,
      last_error: "AggregateError: some were not closed (2, first Error: first order)",
    });
});

test("the job of a killed process is free again when its lease has expired", async () => {
  let runs = 0;
  const job = { name: "orphan", every: 60_000, run: async () => void runs++ };
  const schedule = start(job);
  await expect.poll(() => isFree("orphan")).toBe(true);
  await db.execute(sql`
    UPDATE job_lease SET lease_until = ${new Date(context.clock.now().getTime() + 300_000)}::timestamptz
    WHERE name = 'orphan'`);
  expect(await schedule.runOnce("orphan")).toBe("elsewhere");
  context.clock.advance(300_000);
  await expect.poll(() => runs).toBe(2);
});
