/** A paid order reaches its supplier under one number and ends once, whatever gets lost on the way (promise 9). */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { startWorker } from "../../platform/jobs/worker.ts";
import { testContext } from "../../platform/testing.ts";
import { type FulfilmentDeps, queryDue, receiveCallback } from "./actions.ts";
import { apply } from "./actions/apply.ts";
import { fulfilmentCouriers } from "./jobs.ts";
import type { SupplierAnswer } from "./port.ts";
import {
  accepted,
  issued,
  scriptedSupplier,
  submitOrder,
  type Submitted,
  writingListener,
} from "./testing.ts";

const MINUTE = 60_000;
const context = testContext();
let fresh: FreshDatabase;
let db: Db;
let world: ReturnType<typeof scriptedSupplier>;
let told: string[];
let alarms: string[];
let deps: FulfilmentDeps;

beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
});
beforeEach(async () => {
  await db.execute(sql`DELETE FROM outbox`);
  await db.execute(sql`UPDATE supplier_order SET state = 'FAILED', next_look_at = NULL, ended_at = now()
                       WHERE next_look_at IS NOT NULL`);
  world = scriptedSupplier();
  const writing = writingListener();
  told = writing.told;
  alarms = [];
  deps = {
    suppliers: { dining: world.supplier },
    listener: writing.listener,
    onAlarm: ({ outNo }) => void alarms.push(outNo),
  };
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

/** Carries what is due in the outbox. */
const carry = async () => {
  const worker = startWorker(context, db, fulfilmentCouriers(context, db, deps), { pollMs: 10 });
  await worker.idle();
  await worker.stop();
};
/** Lets time pass in small steps, with the poller looking at each. */
const pass = async (ms: number, stepMs = 5_000) => {
  for (let gone = 0; gone < ms; gone += stepMs) {
    context.clock.advance(stepMs);
    await queryDue(context, db, deps);
  }
};
const placed = async (): Promise<Submitted> => {
  const order = await submitOrder(context, db);
  await carry();
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

describe("the ordinary way", () => {
  test("sent, accepted, issued by callback; the contact is forgotten", async () => {
    const order = await placed();
    expect(world.book.get(order.outNo)?.order).toMatchObject({
      contactPhone: "13800138000",
      totalFen: 1900,
    });
    await callback(order.outNo, issued);
    expect(told).toEqual(["sent", "accepted", "issued 123456"]);
    expect(await rowOf(order)).toEqual({ state: "SUCCESS", tries: 1, isForgotten: true });
  });

  test("without any callback the query finds the codes", async () => {
    const order = await placed();
    world.settle(order.outNo, issued);
    await pass(10_000);
    expect(told).toEqual(["sent", "accepted", "issued 123456"]);
  });

  test("a definite refusal gives back at once", async () => {
    world.supplier.place = async () => ({ state: "failed", reason: "SOLD_OUT" });
    await placed();
    expect(told).toEqual(["sent", "failed SOLD_OUT"]);
  });
});

describe("silence", () => {
  test("a time-out that was done is delivered, and never ordered under a new number", async () => {
    world.script.place = ["unheard"];
    const order = await placed();
    expect(await rowOf(order)).toMatchObject({ state: "UNKNOWN" });
    world.settle(order.outNo, issued);
    await pass(30_000);
    expect([...world.book.keys()]).toEqual([order.outNo]);
    expect(told).toEqual(["sent", "unknown", "issued 123456"]);
    expect(world.calls.filter((call) => call === "place")).toHaveLength(1);
  });

  test("an order that never arrived is sent again under the same number", async () => {
    world.script.place = ["lost"];
    const order = await placed();
    await pass(10_000);
    expect([...world.book.keys()]).toEqual([order.outNo]);
    expect(await rowOf(order)).toMatchObject({ state: "ACCEPTED", tries: 2 });
    expect(told).toEqual(["sent", "unknown", "accepted"]);
  });

  test("while nothing is heard nothing is given back and nothing is sent again", async () => {
    world.script.place = ["unheard"];
    world.script.query = Array.from({ length: 50 }, () => "lost");
    await placed();
    await pass(4 * MINUTE);
    expect(told).toEqual(["sent", "unknown"]);
    expect(world.calls.filter((call) => call === "place")).toHaveLength(1);
    expect(world.calls.filter((call) => call === "query").length).toBeLessThan(10);
  });

  test("a crash between sending and the answer leads to a question, not to a second order", async () => {
    world.script.place = ["crash"];
    const order = await submitOrder(context, db);
    await carry();
    expect(await rowOf(order)).toMatchObject({ state: "SENT" });
    context.clock.advance(1_000);
    await carry();
    expect(world.calls).toEqual(["place", "query"]);
    expect(await rowOf(order)).toMatchObject({ state: "ACCEPTED", tries: 1 });
  });

  test("a crash before the order had left leads to one send of the same number", async () => {
    const order = await submitOrder(context, db);
    await db.execute(sql`UPDATE supplier_order SET state = 'SENT' WHERE out_no = ${order.outNo}`);
    await carry();
    expect(world.calls).toEqual(["query", "place"]);
    expect(await rowOf(order)).toMatchObject({ state: "ACCEPTED" });
  });
});

describe("five, ten and fifteen minutes", () => {
  test("accepted and silent: manual at five, cancelled at ten, given back once", async () => {
    const order = await placed();
    await pass(5 * MINUTE - 5_000);
    expect(told).toEqual(["sent", "accepted"]);
    await pass(5_000);
    expect(told.slice(2)).toEqual(["manual"]);
    await pass(5 * MINUTE - 5_000);
    expect(world.calls).not.toContain("cancel");
    await pass(5_000);
    expect(told.slice(3)).toEqual(["failed CANCELLED"]);
    expect(await rowOf(order)).toMatchObject({ state: "FAILED" });
    await pass(10 * MINUTE);
    expect(told).toHaveLength(4);
    expect(alarms).toEqual([]);
  });

  test("issued while it is being cancelled: delivered", async () => {
    const order = await placed();
    world.script.query = Array.from({ length: 50 }, () => "lost");
    world.settle(order.outNo, issued);
    await pass(10 * MINUTE);
    expect(told).toEqual(["sent", "accepted", "manual", "issued 123456"]);
  });

  test("no answer to the cancel is no decision: asked every minute, alarmed at fifteen, ended by the first word", async () => {
    const order = await placed();
    world.script.query = Array.from({ length: 90 }, () => "lost");
    world.script.cancel = Array.from({ length: 8 }, () => "lost");
    await pass(14 * MINUTE);
    expect(told).toEqual(["sent", "accepted", "manual"]);
    expect(world.calls.filter((call) => call === "cancel")).toHaveLength(5);
    expect(alarms).toEqual([]);
    await pass(MINUTE);
    expect(alarms).toEqual([order.outNo]);
    await pass(5 * MINUTE);
    expect(alarms).toHaveLength(1);
    expect(told).toEqual(["sent", "accepted", "manual", "failed CANCELLED"]);
  });

  test("with every worker dead an unsent order is still cancelled, and a late message sends nothing", async () => {
    const order = await submitOrder(context, db);
    await pass(10 * MINUTE);
    expect(told).toEqual(["manual", "failed CANCELLED"]);
    await carry();
    expect(world.calls).toEqual(["cancel"]);
    expect(await rowOf(order)).toMatchObject({ state: "FAILED", tries: 0 });
  });

  test("while an unsent order is being cancelled a late message sends nothing either", async () => {
    const order = await submitOrder(context, db);
    world.script.cancel = ["lost"];
    await pass(10 * MINUTE);
    await carry();
    expect(world.calls).not.toContain("place");
    await pass(MINUTE);
    expect(told).toEqual(["manual", "failed CANCELLED"]);
    expect(await rowOf(order)).toMatchObject({ state: "FAILED", tries: 0 });
  });
});

describe("callbacks", () => {
  test("twenty callbacks and twenty polls at once end an order once", async () => {
    const order = await placed();
    const failed: SupplierAnswer = { state: "failed", reason: "STORE_CANCELLED" };
    const word = { outNo: order.outNo, answer: failed, source: "query" } as const;
    const results = await Promise.all(
      Array.from({ length: 20 }, (_, index) => [
        callback(order.outNo, failed, `event-${order.outNo}-${index % 10}`),
        apply(context, db, deps, word),
      ]).flat(),
    );
    expect(told).toEqual(["sent", "accepted", "failed STORE_CANCELLED"]);
    expect(results.filter((result) => result === "moved")).toHaveLength(1);
  });

  test("a repeated event changes nothing, and says so", async () => {
    const order = await placed();
    expect(await callback(order.outNo, issued)).toBe("moved");
    expect(await callback(order.outNo, issued)).toBe("repeat");
    expect(await callback(order.outNo, issued, "another id")).toBe("late");
    expect(told).toEqual(["sent", "accepted", "issued 123456"]);
  });

  test("out of order: the end before the acceptance", async () => {
    world.script.place = ["unheard"];
    const order = await placed();
    await callback(order.outNo, issued);
    expect(await callback(order.outNo, accepted)).toBe("late");
    expect(told).toEqual(["sent", "unknown", "issued 123456"]);
  });

  test("a number not known yet is refused and may come again", async () => {
    const early = callback("D20261120NOBODY", issued);
    await expect(early).rejects.toMatchObject({ code: "NOT_FOUND" });
    const noted = await db.execute(sql`SELECT 1 FROM inbox WHERE event_key LIKE '%NOBODY%'`);
    expect(noted.rowCount).toBe(0);
  });

  test("a delivery without its codes is not believed, and may come again", async () => {
    const order = await placed();
    const empty: SupplierAnswer = { state: "issued", supplierNo: "S1", codes: [] };
    await expect(callback(order.outNo, empty)).rejects.toMatchObject({ code: "BAD_REQUEST" });
    world.settle(order.outNo, empty);
    await pass(10_000);
    expect(told).toEqual(["sent", "accepted"]);
    expect(await callback(order.outNo, issued)).toBe("moved");
  });

  test("codes delivered after they were given back are a loss case, and change nothing", async () => {
    const order = await placed();
    await callback(order.outNo, { state: "failed", reason: "REFUSED" });
    expect(await callback(order.outNo, issued)).toBe("late");
    expect(told).toEqual(["sent", "accepted", "failed REFUSED"]);
    const events = await db.execute(sql`
      SELECT name FROM event WHERE entity_id = ${order.id} AND member_id = ${order.ownerId} ORDER BY at, id`);
    expect(events.rows.map(({ name }) => name)).toContain("issued_after_failed");
  });

  test("codes at rest are not in the inbox", async () => {
    const order = await placed();
    await callback(order.outNo, issued);
    const noted = await db.execute(
      sql`SELECT body::text FROM inbox WHERE event_key LIKE ${`%${order.outNo}%`}`,
    );
    expect(noted.rows[0]?.["body"]).not.toContain("123456");
  });
});

test("when the listener throws nothing is applied, and the next word applies it", async () => {
  const order = await placed();
  const { listener } = deps;
  deps = { ...deps, listener: { ...listener, onIssued: () => Promise.reject(new Error("no")) } };
  await expect(callback(order.outNo, issued)).rejects.toThrow("no");
  deps = { ...deps, listener };
  expect(await callback(order.outNo, issued)).toBe("moved");
});
