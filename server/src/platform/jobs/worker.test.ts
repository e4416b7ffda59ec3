/**
 * Tests the outbox on a real database: one worker per message at a time, in order, never lost,
 * never stuck.
 */
import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { type Listener, openListener } from "../database/listen.ts";
import { openMutantDatabase } from "../database/mutant.fixture.ts";
import { closeDatabase, type Db, openDatabase } from "../database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../database/testing.ts";
import { transaction } from "../database/transaction.ts";
import { testContext } from "../testing.ts";
import type { OutboxHandler, Delivery } from "./outbox.ts";
import { enqueueMessage } from "./outbox.ts";
import { backoffMs } from "./worker-deliver.ts";
import {
  claim,
  complete,
  readOutboxMetrics,
  deleteDoneMessages,
  requeueExpired,
} from "./worker-claims.ts";
import { startWorker, type Worker, type WorkerOptions } from "./worker.ts";
import { wakeWorkers } from "./worker-wakeup.ts";

const context = testContext();
const MEMBER_ID = context.ids.next();
let fresh: FreshDatabase;
let db: Db;
const started: Worker[] = [];

beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
});
afterEach(async () => {
  for (const worker of started.splice(0)) await worker.stop();
  await db.execute(sql`DELETE FROM outbox`);
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

const enqueue = (
  topic: string,
  more: { aggregateId?: string; dueAt?: Date; sealed?: Buffer } = {},
) =>
  transaction(db, (tx) =>
    enqueueMessage(context, tx, {
      memberId: MEMBER_ID,
      aggregateId: context.ids.next(),
      topic,
      payload: { name: topic },
      ...more,
    }),
  );

const start = (handler: OutboxHandler, options: WorkerOptions = {}): Worker => {
  const handlers = Object.fromEntries(
    ["first", "second", "third", "work"].map((topic) => [topic, handler]),
  );
  const worker = startWorker(context, db, handlers, { pollMs: 20, ...options });
  started.push(worker);
  return worker;
};

type Row = { topic: string; state: string; attempt: number; sealed: Buffer | null };
const rows = async () =>
  (
    await db.execute<Row>(
      sql`SELECT topic, state, attempt, sealed FROM outbox ORDER BY created_at, id`,
    )
  ).rows;

test("the pause doubles from one second and stays at six hours", () => {
  expect([1, 2, 3, 10, 15, 16, 20].map((attempt) => backoffMs(attempt) / 1000)).toEqual([
    1, 2, 4, 512, 16_384, 21_600, 21_600,
  ]);
});

describe("delivery", () => {
  test("a message is delivered once and its secret is deleted", async () => {
    const seen: Delivery[] = [];
    await enqueue("work", { sealed: Buffer.from("secret") });
    await start(async (delivery) => void seen.push(delivery)).idle();
    expect(seen).toMatchObject([{ topic: "work", payload: { name: "work" }, attempt: 1 }]);
    expect(Buffer.from(seen[0]?.sealed ?? []).toString()).toBe("secret");
    expect(await rows()).toMatchObject([{ state: "done", attempt: 1, sealed: null }]);
  });

  test("two workers deliver two hundred messages, each once", async () => {
    const seen = new Map<string, number>();
    for (let count = 0; count < 200; count++) await enqueue("work");
    const handler: OutboxHandler = async ({ id }) => void seen.set(id, (seen.get(id) ?? 0) + 1);
    await Promise.all([start(handler), start(handler)].map((worker) => worker.idle()));
    expect(seen.size).toBe(200);
    expect([...seen.values()].every((times) => times === 1)).toBe(true);
  });

  test("a message is not delivered before it is due", async () => {
    let count = 0;
    const worker = start(async () => void count++);
    await enqueue("work", { dueAt: new Date(context.clock.now().getTime() + 60_000) });
    await worker.idle();
    expect(count).toBe(0);
    context.clock.advance(60_000);
    await worker.idle();
    expect(count).toBe(1);
  });

  test("a hint wakes a worker that rarely polls", async () => {
    const listener = openListener(fresh.appUrl, context.log);
    let deliver = (): void => undefined;
    const delivered = new Promise<void>((done) => (deliver = done));
    const worker = start(async () => deliver(), { pollMs: 60_000, listener });
    await expect.poll(() => listener.isUp()).toBe(true);
    await worker.idle();
    await enqueue("work");
    await wakeWorkers(db);
    await delivered;
    await listener.close();
  });

  test("a worker that rarely polls looks once when its listening starts, because hints before it were lost", async () => {
    let listeningStarts: (() => void) | undefined;
    const listener: Listener = {
      listen: (_channel, _onNotify, onBack) => void (listeningStarts = onBack),
      isUp: () => true,
      close: async () => undefined,
    };
    let deliver = (): void => undefined;
    const delivered = new Promise<void>((done) => (deliver = done));
    const worker = start(async () => deliver(), { pollMs: 60_000, listener });
    await worker.idle();
    await enqueue("work");
    listeningStarts?.();
    await delivered;
  });
});

describe("order inside an aggregate", () => {
  test("is preserved while an earlier message is in progress or waits for a retry", async () => {
    const aggregateId = context.ids.next();
    const order: string[] = [];
    let failures = 2;
    const worker = start(async ({ topic }) => {
      await new Promise((done) => setTimeout(done, 20));
      order.push(topic);
      if (topic === "first" && failures-- > 0) throw new Error("not yet");
    });
    for (const topic of ["first", "second", "third"]) {
      await enqueue(topic, { aggregateId });
      context.clock.advance(1);
    }
    await worker.idle();
    expect(order).toEqual(["first"]);
    context.clock.advance(1_000);
    await worker.idle();
    context.clock.advance(2_000);
    await worker.idle();
    expect(order).toEqual(["first", "first", "first", "second", "third"]);
  });

  test("is by due time: a message for later does not hold up the next", async () => {
    const aggregateId = context.ids.next();
    const order: string[] = [];
    const worker = start(async ({ topic }) => void order.push(topic));
    await enqueue("first", {
      aggregateId,
      dueAt: new Date(context.clock.now().getTime() + 60_000),
    });
    await enqueue("second", { aggregateId });
    await worker.idle();
    context.clock.advance(60_000);
    await worker.idle();
    expect(order).toEqual(["second", "first"]);
  });
});

describe("failure", () => {
  test("a message of a killed worker is delivered again when its lease has expired", async () => {
    await enqueue("work");
    const [lost] = await claim(context, db, { limit: 1, startQueue: 5 });
    expect(lost).toMatchObject({ attempt: 1 });
    const attempts: number[] = [];
    const worker = start(async ({ attempt }) => void attempts.push(attempt));
    await worker.idle();
    expect(attempts).toEqual([]);
    context.clock.advance(context.settings.outboxLeaseMs);
    await worker.idle();
    expect(attempts).toEqual([2]);
  });

  test("a delivery that takes longer than its lease stays with its worker, which renews the lease", async () => {
    const outboxLeaseMs = 150;
    const short = { ...context, settings: { ...context.settings, outboxLeaseMs } };
    await enqueue("work");
    const attempts: number[] = [];
    let answer = (): void => undefined;
    const held = new Promise<void>((done) => {
      answer = done;
    });
    const handlers = {
      work: ({ attempt }: { readonly attempt: number }) => {
        attempts.push(attempt);
        return held;
      },
    };
    const workers = [startWorker(short, db, handlers), startWorker(short, db, handlers)];
    await expect.poll(() => attempts).toEqual([1]);
    const leaseUntil = async () => {
      const found = await db.execute<{ until: string }>(
        sql`SELECT lease_until AS until FROM outbox`,
      );
      return Date.parse(found.rows[0]?.until ?? "");
    };
    for (let step = 0; step < 4; step += 1) {
      context.clock.advance(outboxLeaseMs - 1);
      const now = context.clock.now().getTime();
      await expect.poll(leaseUntil).toBe(now + outboxLeaseMs);
      await requeueExpired(short, db);
    }
    expect(attempts).toEqual([1]);
    answer();
    await expect.poll(rows).toMatchObject([{ state: "done", attempt: 1 }]);
    for (const worker of workers) await worker.stop();
  });

  test("a worker whose lease has expired cannot complete a message that another worker has claimed", async () => {
    await enqueue("work");
    const [late] = await claim(context, db, { limit: 1, startQueue: 0 });
    if (!late) throw new Error("nothing was claimed");
    context.clock.advance(context.settings.outboxLeaseMs);
    let answer: (() => void) | undefined;
    const held = new Promise<void>((done) => (answer = done));
    const worker = start(() => held);
    await expect.poll(rows).toMatchObject([{ state: "claimed", attempt: 2 }]);
    expect(await complete(context, db, late)).toBe(false);
    expect(await rows()).toMatchObject([{ state: "claimed", attempt: 2 }]);
    answer?.();
    await worker.idle();
    expect(await rows()).toMatchObject([{ state: "done", attempt: 2 }]);
    expect(await complete(context, db, late)).toBe(false);
  });

  test("mutant: without the check of the attempt it completes a message that another worker has claimed", async () => {
    const guard = / AND attempt = (\$\d+)/;
    const mutant = openMutantDatabase({ url: fresh.appUrl, log: context.log }, [
      { from: guard, to: " AND $1::integer IS NOT NULL" },
    ]);
    await enqueue("work");
    const [late] = await claim(context, db, { limit: 1, startQueue: 0 });
    if (!late) throw new Error("nothing was claimed");
    context.clock.advance(context.settings.outboxLeaseMs);
    await requeueExpired(context, db);
    context.clock.advance(context.settings.outboxLeaseMs);
    const [other] = await claim(context, db, { limit: 1, startQueue: 0 });
    expect(other).toMatchObject({ id: late.id, attempt: 2 });
    expect(await complete(context, db, late)).toBe(false);
    expect(await complete(context, mutant.db, late)).toBe(true);
    expect(mutant.used()).toBe(1);
    await closeDatabase(mutant.db);
  });

  test("after twenty attempts a message is dead, and is reported", async () => {
    await enqueue("work");
    const dead: string[] = [];
    const handler: OutboxHandler = async () => {
      throw new Error("never");
    };
    const worker = start(handler, { onDead: ({ topic }) => void dead.push(topic) });
    for (let tried = 0; tried < context.settings.outboxTriesMax; tried++) {
      await worker.idle();
      context.clock.advance(6 * 3_600_000);
    }
    await worker.idle();
    expect(await rows()).toMatchObject([{ state: "dead", attempt: 20 }]);
    expect(dead).toEqual(["work"]);
    expect(await readOutboxMetrics(context, db)).toMatchObject({ dead: 1, queued: 0 });
  });

  test("a message of a topic without a handler stays in the outbox", async () => {
    await transaction(db, (tx) =>
      enqueueMessage(context, tx, {
        memberId: MEMBER_ID,
        aggregateId: MEMBER_ID,
        topic: "odd",
        payload: {},
      }),
    );
    await start(async () => undefined).idle();
    expect(await rows()).toMatchObject([{ state: "queued", attempt: 1 }]);
  });
});

test("a stop requeues messages that do not finish in time", async () => {
  await enqueue("work");
  let answer: (() => void) | undefined;
  const held = new Promise<void>((done) => (answer = done));
  const worker = startWorker(context, db, { work: () => held }, { pollMs: 20, stopWithinMs: 50 });
  await expect.poll(rows).toMatchObject([{ state: "claimed" }]);
  await worker.stop();
  expect(await rows()).toMatchObject([{ state: "queued", attempt: 1 }]);
  answer?.();
  await new Promise((done) => setTimeout(done, 20));
  expect(await rows()).toMatchObject([{ state: "queued", attempt: 1 }]);
});

test("done messages are deleted after seven days, others are not", async () => {
  await enqueue("work");
  await start(async () => undefined).idle();
  await enqueue("odd");
  context.clock.advance(7 * 24 * 3_600_000 - 1);
  expect(await deleteDoneMessages(context, db)).toBe(0);
  context.clock.advance(2);
  expect(await deleteDoneMessages(context, db)).toBe(1);
  expect(await rows()).toMatchObject([{ topic: "odd" }]);
});
