/**
 * A paid order reaches its supplier under one number and ends once, also when requests or answers
 * get lost (promise 9).
 */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { writesWithoutHistory } from "../../platform/database/superuser.fixture.ts";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { startWorker } from "../../platform/jobs/worker.ts";
import { testContext } from "../../platform/testing.ts";
import { type FulfilmentDeps, pollDueOrders, receiveCallback } from "./actions.ts";
import { applyInTransaction } from "./actions/apply-status-update.ts";
import { fulfilmentOutboxHandlers } from "./jobs.ts";
import type { SupplierAnswer } from "./port.ts";
import {
  accepted,
  issued,
  scriptedSupplier,
  submitOrder,
  type Submitted,
  recordingListener,
} from "./testing.ts";

const MINUTE = 60_000;
const context = testContext();
let fresh: FreshDatabase;
let db: Db;
let scripted: ReturnType<typeof scriptedSupplier>;
let listenerCalls: string[];
let alarms: string[];
let deps: FulfilmentDeps;

beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
  await writesWithoutHistory(db.$client);
});
beforeEach(async () => {
  await db.execute(sql`DELETE FROM outbox`);
  await db.execute(sql`UPDATE supplier_order SET state = 'FAILED', next_look_at = NULL, ended_at = now()
                       WHERE next_look_at IS NOT NULL`);
  scripted = scriptedSupplier();
  const writing = recordingListener();
  listenerCalls = writing.listenerCalls;
  alarms = [];
  deps = {
    suppliers: { dining: scripted.supplier },
    listener: writing.listener,
    onAlarm: ({ outNo }) => void alarms.push(outNo),
  };
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

/** Handles what is due in the outbox. */
const deliverMessages = async () => {
  const worker = startWorker(context, db, fulfilmentOutboxHandlers(context, db, deps), {
    pollMs: 10,
  });
  await worker.idle();
  await worker.stop();
};
/** Advances time in small steps and runs the poller at each step. */
const advanceTime = async (ms: number, stepMs = 5_000) => {
  for (let gone = 0; gone < ms; gone += stepMs) {
    context.clock.advance(stepMs);
    await pollDueOrders(context, db, deps);
  }
};
const placed = async (): Promise<Submitted> => {
  const order = await submitOrder(context, db);
  await deliverMessages();
  return order;
};
const callback = (outNo: string, answer: SupplierAnswer, eventId = `${outNo}-${answer.state}`) =>
  receiveCallback(context, db, deps, {
    supplierId: "dining",
    event: { eventId, outNo, at: context.clock.now(), answer },
  });
const rowOf = async ({ outNo }: Submitted) =>
  (
    await db.execute(sql`SELECT state, tries, contact_sealed IS NULL AS "isForgotten"
                        FROM supplier_order WHERE out_no = ${outNo}`)
  ).rows[0];

describe("the ordinary case", () => {
  test("sent, accepted, issued by callback; the contact is erased", async () => {
    const order = await placed();
    expect(scripted.orders.get(order.outNo)?.order).toMatchObject({
      contactPhone: "13800138000",
      totalFen: 1900,
    });
    await callback(order.outNo, issued);
    expect(listenerCalls).toEqual(["sent", "accepted", "issued 123456"]);
    expect(await rowOf(order)).toEqual({ state: "SUCCESS", tries: 1, isForgotten: true });
  });

  test("without a callback the query finds the codes", async () => {
    const order = await placed();
    scripted.settle(order.outNo, issued);
    await advanceTime(10_000);
    expect(listenerCalls).toEqual(["sent", "accepted", "issued 123456"]);
  });

  test("a definite refusal refunds at once", async () => {
    scripted.supplier.place = async () => ({ state: "failed", reason: "SOLD_OUT" });
    await placed();
    expect(listenerCalls).toEqual(["sent", "failed SOLD_OUT"]);
  });
});

describe("silence", () => {
  test("an order that was done despite a time-out is delivered, and never ordered under a new number", async () => {
    scripted.script.place = ["unheard"];
    const order = await placed();
    expect(await rowOf(order)).toMatchObject({ state: "UNKNOWN" });
    scripted.settle(order.outNo, issued);
    await advanceTime(30_000);
    expect([...scripted.orders.keys()]).toEqual([order.outNo]);
    expect(listenerCalls).toEqual(["sent", "unknown", "issued 123456"]);
    expect(scripted.calls.filter((call) => call === "place")).toHaveLength(1);
  });

  test("an order that never arrived is sent again under the same number", async () => {
    scripted.script.place = ["lost"];
    const order = await placed();
    await advanceTime(10_000);
    expect([...scripted.orders.keys()]).toEqual([order.outNo]);
    expect(await rowOf(order)).toMatchObject({ state: "ACCEPTED", tries: 2 });
    expect(listenerCalls).toEqual(["sent", "unknown", "accepted"]);
  });

  test("without any answer nothing is refunded and nothing is sent again", async () => {
    scripted.script.place = ["unheard"];
    scripted.script.query = Array.from({ length: 50 }, () => "lost");
    await placed();
    await advanceTime(4 * MINUTE);
    expect(listenerCalls).toEqual(["sent", "unknown"]);
    expect(scripted.calls.filter((call) => call === "place")).toHaveLength(1);
    expect(scripted.calls.filter((call) => call === "query").length).toBeLessThan(10);
  });

  test("a crash between sending and the answer leads to a query, not to a second order", async () => {
    scripted.script.place = ["crash"];
    const order = await submitOrder(context, db);
    await deliverMessages();
    expect(await rowOf(order)).toMatchObject({ state: "SENT" });
    context.clock.advance(1_000);
    await deliverMessages();
    expect(scripted.calls).toEqual(["place", "query"]);
    expect(await rowOf(order)).toMatchObject({ state: "ACCEPTED", tries: 1 });
  });

  test("a crash before the order had left leads to one send of the same number", async () => {
    const order = await submitOrder(context, db);
    await db.execute(sql`UPDATE supplier_order SET state = 'SENT' WHERE out_no = ${order.outNo}`);
    await deliverMessages();
    expect(scripted.calls).toEqual(["query", "place"]);
    expect(await rowOf(order)).toMatchObject({ state: "ACCEPTED" });
  });
});

describe("deadlines at five, ten and fifteen minutes", () => {
  test("accepted without a result: manual at five, cancelled at ten, refunded once", async () => {
    const order = await placed();
    await advanceTime(5 * MINUTE - 5_000);
    expect(listenerCalls).toEqual(["sent", "accepted"]);
    await advanceTime(5_000);
    expect(listenerCalls.slice(2)).toEqual(["manual"]);
    await advanceTime(5 * MINUTE - 5_000);
    expect(scripted.calls).not.toContain("cancel");
    await advanceTime(5_000);
    expect(listenerCalls.slice(3)).toEqual(["failed CANCELLED"]);
    expect(await rowOf(order)).toMatchObject({ state: "FAILED" });
    await advanceTime(10 * MINUTE);
    expect(listenerCalls).toHaveLength(4);
    expect(alarms).toEqual([]);
  });

  test("issued while being cancelled: delivered", async () => {
    const order = await placed();
    scripted.script.query = Array.from({ length: 50 }, () => "lost");
    scripted.settle(order.outNo, issued);
    await advanceTime(10 * MINUTE);
    expect(listenerCalls).toEqual(["sent", "accepted", "manual", "issued 123456"]);
  });

  test("without an answer to the cancel: queried every minute, alarmed at fifteen, ended by any answer", async () => {
    const order = await placed();
    scripted.script.query = Array.from({ length: 90 }, () => "lost");
    scripted.script.cancel = Array.from({ length: 8 }, () => "lost");
    await advanceTime(14 * MINUTE);
    expect(listenerCalls).toEqual(["sent", "accepted", "manual"]);
    expect(scripted.calls.filter((call) => call === "cancel")).toHaveLength(5);
    expect(alarms).toEqual([]);
    await advanceTime(MINUTE);
    expect(alarms).toEqual([order.outNo]);
    await advanceTime(5 * MINUTE);
    expect(alarms).toHaveLength(1);
    expect(listenerCalls).toEqual(["sent", "accepted", "manual", "failed CANCELLED"]);
  });

  test("with every worker dead an unsent order is still cancelled, and a late message sends nothing", async () => {
    const order = await submitOrder(context, db);
    await advanceTime(10 * MINUTE);
    expect(listenerCalls).toEqual(["manual", "failed CANCELLED"]);
    await deliverMessages();
    expect(scripted.calls).toEqual(["cancel"]);
    expect(await rowOf(order)).toMatchObject({ state: "FAILED", tries: 0 });
  });

  test("while an unsent order is being cancelled a late message sends nothing either", async () => {
    const order = await submitOrder(context, db);
    scripted.script.cancel = ["lost"];
    await advanceTime(10 * MINUTE);
    await deliverMessages();
    expect(scripted.calls).not.toContain("place");
    await advanceTime(MINUTE);
    expect(listenerCalls).toEqual(["manual", "failed CANCELLED"]);
    expect(await rowOf(order)).toMatchObject({ state: "FAILED", tries: 0 });
  });
});

describe("callbacks", () => {
  test("twenty callbacks and twenty polls at once end an order once", async () => {
    const order = await placed();
    const failed: SupplierAnswer = { state: "failed", reason: "STORE_CANCELLED" };
    const update = { outNo: order.outNo, answer: failed, source: "query" } as const;
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => [
        callback(order.outNo, failed, `event-${order.outNo}-${index % 10}`),
        applyInTransaction(context, db, deps, update),
      ]).flat(),
    );
    expect(listenerCalls).toEqual(["sent", "accepted", "failed STORE_CANCELLED"]);
    expect(results.filter((result) => result === "moved")).toHaveLength(1);
  });

  test("a repeated event changes nothing, and is reported as a repeat", async () => {
    const order = await placed();
    expect(await callback(order.outNo, issued)).toBe("moved");
    expect(await callback(order.outNo, issued)).toBe("repeat");
    expect(await callback(order.outNo, issued, "another id")).toBe("late");
    expect(listenerCalls).toEqual(["sent", "accepted", "issued 123456"]);
  });

  test("out of order: issued before accepted", async () => {
    scripted.script.place = ["unheard"];
    const order = await placed();
    await callback(order.outNo, issued);
    expect(await callback(order.outNo, accepted)).toBe("late");
    expect(listenerCalls).toEqual(["sent", "unknown", "issued 123456"]);
  });

  test("an unknown number is refused, and its event may be sent again", async () => {
    const early = callback("D20261120NOBODY", issued);
    await expect(early).rejects.toMatchObject({ code: "NOT_FOUND" });
    const inboxRows = await db.execute(sql`SELECT 1 FROM inbox WHERE event_key LIKE '%NOBODY%'`);
    expect(inboxRows.rowCount).toBe(0);
  });

  test("a delivery without its codes is not applied, and may be sent again", async () => {
    const order = await placed();
    const empty: SupplierAnswer = { state: "issued", supplierNo: "S1", codes: [] };
    await expect(callback(order.outNo, empty)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    scripted.settle(order.outNo, empty);
    await advanceTime(10_000);
    expect(listenerCalls).toEqual(["sent", "accepted"]);
    expect(await callback(order.outNo, issued)).toBe("moved");
  });

  test("codes delivered after the refund are a loss, and change nothing", async () => {
    const order = await placed();
    await callback(order.outNo, { state: "failed", reason: "REFUSED" });
    expect(await callback(order.outNo, issued)).toBe("late");
    expect(listenerCalls).toEqual(["sent", "accepted", "failed REFUSED"]);
    const events = await db.execute(sql`
      SELECT name FROM event WHERE entity_id = ${order.id} AND member_id = ${order.ownerId} ORDER BY at, id`);
    expect(events.rows.map(({ name }) => name)).toContain("issued_after_failed");
  });

  test("the inbox stores no codes", async () => {
    const order = await placed();
    await callback(order.outNo, issued);
    const inboxRows = await db.execute(
      sql`SELECT body::text FROM inbox WHERE event_key LIKE ${`%${order.outNo}%`}`,
    );
    expect(inboxRows.rows[0]?.["body"]).not.toContain("123456");
  });
});

test("when the listener throws nothing is applied, and the next status update applies it", async () => {
  const order = await placed();
  const { listener } = deps;
  deps = { ...deps, listener: { ...listener, onIssued: () => Promise.reject(new Error("no")) } };
  await expect(callback(order.outNo, issued)).rejects.toThrow("no");
  deps = { ...deps, listener };
  expect(await callback(order.outNo, issued)).toBe("moved");
});
