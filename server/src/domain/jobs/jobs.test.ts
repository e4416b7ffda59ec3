/** Scheduled jobs as operators see them: state, run now, pause on every process; the outbox by topic. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { enqueueMessage } from "../../platform/jobs/outbox.ts";
import { dueTimers } from "../../platform/jobs/job-timers.ts";
import { type Schedule, startSchedule } from "../../platform/jobs/schedule.ts";
import { type TestContext, testContext } from "../../platform/testing.ts";
import { jobLines, pause, resume, runJobNow, topicLines } from "./actions.ts";
import { archiveLines, retentionLines } from "./retention.ts";

const ANNA = "0199cccc-0000-7000-8000-00000000000a";
const HOUR = 3_600_000;
const NAME = "ledger-counter";

let database: FreshDatabase;
let context: TestContext;
let db: Db;
let runs = 0;
let failure: Error | undefined;
const job = {
  name: NAME,
  every: HOUR,
  run: async () => {
    runs += 1;
    if (failure) throw failure;
  },
};
/** Two processes with the same job. */
let processes: readonly Schedule[];
beforeAll(async () => {
  database = await freshDatabase();
  context = testContext();
  db = openDatabase({ url: database.appUrl, log: context.log });
  processes = [1, 2].map(() => startSchedule(context, db, [job], { tickMs: 5 }));
});
afterAll(async () => {
  await Promise.all(processes.map((one) => one.stop()));
  await closeDatabase(db);
  await database.drop();
});

const line = async () => (await jobLines(context, db, [NAME, "gone-job"]))[0];
const idle = () => expect.poll(async () => (await line())?.state).not.toBe("running");
const refused = expect.objectContaining({ code: "STATE_CHANGED" });

test("a job runs now before its time, once, and shows when it ran", async () => {
  await expect.poll(() => runs).toBe(1);
  await idle();
  await runJobNow(context, db, NAME);
  await expect.poll(() => runs).toBe(2);
  await idle();
  const now = context.clock.now().getTime();
  expect(await line()).toMatchObject({
    state: "waiting",
    endedAt: now,
    dueAt: now + HOUR,
    lagMs: 0,
  });
});

test("a paused job runs on no process, and goes on after it", async () => {
  await pause(context, db, { name: NAME, by: ANNA, reason: "等渠道恢复" });
  await expect(pause(context, db, { name: NAME, by: ANNA, reason: "再停" })).rejects.toEqual(
    refused,
  );
  await expect(runJobNow(context, db, NAME)).rejects.toEqual(refused);
  const before = runs;
  context.clock.advance(2 * HOUR);
  expect(await dueTimers(context, db, [NAME])).toEqual([]);
  expect(await line()).toMatchObject({
    state: "paused",
    pauseReason: "等渠道恢复",
    pausedBy: ANNA,
  });
  expect(runs).toBe(before);
  await resume(db, NAME);
  await expect.poll(() => runs).toBe(before + 1);
  await expect(resume(db, NAME)).rejects.toEqual(refused);
  await idle();
});

test("a job that fails shows its last error; one that nobody runs is late", async () => {
  failure = new Error("the bill is not there yet");
  context.clock.advance(HOUR);
  await expect.poll(async () => (await line())?.state).toBe("failing");
  expect((await line())?.lastError).toContain("the bill is not there yet");
  await Promise.all(processes.map((one) => one.stop()));
  context.clock.advance(HOUR);
  expect(await line()).toMatchObject({ state: "late" });
  expect((await line())?.lagMs).toBeGreaterThan(5 * 60_000);
});

test("messages are counted by topic: waiting, due, and given up", async () => {
  const message = { memberId: ANNA, aggregateId: ANNA, payload: {} };
  const dueAt = new Date(context.clock.now().getTime() + HOUR);
  await transaction(db, async (tx) => {
    await enqueueMessage(context, tx, { ...message, topic: "sms.send" });
    await enqueueMessage(context, tx, { ...message, topic: "sms.send", dueAt });
  });
  expect(await topicLines(context, db)).toEqual([
    { topic: "sms.send", queued: 2, due: 1, dead: 0, oldestMs: 0 },
  ]);
});

test("the policies show the settings in force, and what has no end", async () => {
  const lines = await retentionLines(testContext({ auditKeptDays: 1_500 }), db);
  const line = (what: string) => lines.find((one) => one.what.startsWith(what));
  expect(line("操作审计")).toMatchObject({ keptDays: 1_500, then: "archived", archivedRows: 0 });
  expect(line("已送达的消息")).toMatchObject({ keptDays: 7, then: "removed" });
  expect(line("账本")?.keptDays).toBeUndefined();
  expect(await archiveLines(db)).toEqual([]);
});
