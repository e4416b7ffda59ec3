/** An item with several routes: a definite no goes on to the next one, silence never does, and only one delivers. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { startWorker } from "../../platform/jobs/worker.ts";
import { testContext } from "../../platform/testing.ts";
import { trialBalance } from "../ledger/actions.ts";
import { type FulfilmentDeps, placeOrder, queryDue, receiveCallback } from "./actions.ts";
import { fulfilmentCouriers } from "./jobs.ts";
import type { SupplierAnswer } from "./port.ts";
import { accepted, scriptedSupplier, submitOrder, writingListener } from "./testing.ts";

const context = testContext();
let fresh: FreshDatabase;
let db: Db;
let first: ReturnType<typeof scriptedSupplier>;
let second: ReturnType<typeof scriptedSupplier>;
let told: string[];
let deps: FulfilmentDeps;

beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
});
beforeEach(async () => {
  // The slot in which a circuit changed counts for neither side of the change.
  context.clock.advance(10_000);
  await db.execute(sql`DELETE FROM outbox`);
  await db.execute(sql`DELETE FROM supplier_health`);
  await db.execute(sql`UPDATE supplier_circuit SET state = 'closed', retry_at = NULL`);
  await db.execute(sql`UPDATE supplier_order SET state = 'FAILED', next_look_at = NULL, ended_at = now()
                       WHERE next_look_at IS NOT NULL`);
  first = scriptedSupplier();
  second = scriptedSupplier();
  const writing = writingListener();
  told = writing.told;
  deps = {
    suppliers: { topup: first.supplier, cards: second.supplier },
    listener: writing.listener,
  };
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

const carry = async () => {
  const worker = startWorker(context, db, fulfilmentCouriers(context, db, deps), { pollMs: 10 });
  await worker.idle();
  await worker.stop();
};
const pass = async (ms: number, stepMs = 5_000) => {
  for (let gone = 0; gone < ms; gone += stepMs) {
    context.clock.advance(stepMs);
    await queryDue(context, db, deps);
  }
};
const done: SupplierAnswer = { state: "issued", supplierNo: "S9", codes: [] };
const refused: SupplierAnswer = { state: "failed", reason: "SOLD_OUT" };
const callback = (supplierId: string, outNo: string, answer: SupplierAnswer) =>
  receiveCallback(context, db, deps, {
    supplierId,
    event: { eventId: `${outNo}-${answer.state}`, outNo, at: context.clock.now(), answer },
  });

const TOPUP = { supplierId: "topup", product: "mobile-50", costFen: 4_900 };
const CARDS = { supplierId: "cards", product: "CMCC50", costFen: 4_950 };
const ROUTES = [TOPUP, CARDS];
const order = (routes = ROUTES) =>
  submitOrder(context, db, {
    ...{ routes, itemId: "0199aaaa-0000-7000-8000-000000000001" },
    request: { kind: "topup", quantity: 2, faceFen: 5_000 },
  });

type Row = { outNo: string; supplierId: string; state: string; attempt: number; costFen: number };
const attemptsOf = async ({ orderId }: { orderId: string }): Promise<Row[]> => {
  const found = await db.execute<Row>(sql`
    SELECT out_no AS "outNo", supplier_id AS "supplierId", state, attempt, cost_fen AS "costFen"
    FROM supplier_order WHERE order_id = ${orderId} ORDER BY attempt`);
  return found.rows;
};
const lossesOf = async ({ orderId }: { orderId: string }) => {
  const found = await db.execute(sql`
    SELECT kind, supplier_id, cost_fen FROM loss_case WHERE order_id = ${orderId}`);
  return found.rows;
};
const costsOf = async ({ ownerId }: { ownerId: string }) => {
  const found = await db.execute(sql`
    SELECT t.ref, l.party, l.amount, l.debit, l.credit FROM ledger_txn t
    JOIN ledger_transfer l ON l.member_id = t.member_id AND l.txn_id = t.id
    WHERE t.member_id = ${ownerId} AND t.kind = 'supplier_cost'`);
  return found.rows;
};

describe("a definite no", () => {
  test("goes on to the next route under a new number, with the same account, and the listener hears no failure", async () => {
    first.supplier.place = async () => refused;
    const submitted = await order();
    await carry();
    const attempts = await attemptsOf(submitted);
    expect(attempts).toMatchObject([
      { supplierId: "topup", state: "FAILED", attempt: 1, costFen: 9_800 },
      { supplierId: "cards", state: "ACCEPTED", attempt: 2, costFen: 9_900 },
    ]);
    const outNo = attempts[1]?.outNo ?? "";
    expect(outNo).not.toBe(submitted.outNo);
    expect(second.book.get(outNo)?.order).toEqual({
      ...{ outNo, kind: "topup", product: "CMCC50", account: "13800138000" },
      ...{ quantity: 2, faceFen: 5_000 },
    });
    expect(told).toEqual(["sent", "sent", "accepted"]);
    await callback("cards", outNo, done);
    expect(told.slice(3)).toEqual(["issued"]);
  });

  test("ends the item once no route is left", async () => {
    first.supplier.place = async () => refused;
    second.supplier.place = async () => ({ state: "failed", reason: "ACCOUNT_UNKNOWN" });
    const submitted = await order();
    await carry();
    expect(told).toEqual(["sent", "sent", "failed ACCOUNT_UNKNOWN"]);
    expect(await attemptsOf(submitted)).toMatchObject([{ state: "FAILED" }, { state: "FAILED" }]);
  });

  test("told twice, by callback and by query, asks the next supplier once", async () => {
    const submitted = await order();
    await carry();
    first.settle(submitted.outNo, refused);
    const again = callback("topup", submitted.outNo, refused);
    await Promise.all([again, pass(5_000), callback("topup", submitted.outNo, refused)]);
    await carry();
    expect(await attemptsOf(submitted)).toHaveLength(2);
    expect(second.calls.filter((call) => call === "place")).toHaveLength(1);
  });

  test("when the next attempt cannot be written, the no is not written either", async () => {
    const submitted = await order([TOPUP, { ...CARDS, supplierId: "nobody" }]);
    await carry();
    await expect(callback("topup", submitted.outNo, refused)).rejects.toThrow();
    expect(await attemptsOf(submitted)).toMatchObject([{ state: "ACCEPTED" }]);
  });
});

describe("silence", () => {
  test("never goes on: asked for ten minutes, cancelled, and only the cancel's answer opens the next route", async () => {
    first.script.place = ["unheard"];
    first.script.query = Array.from({ length: 200 }, () => "lost");
    first.script.cancel = ["lost", "lost"];
    const submitted = await order();
    await carry();
    await pass(11 * 60_000 - 5_000);
    expect(second.calls).toEqual([]);
    expect(await attemptsOf(submitted)).toMatchObject([{ state: "UNKNOWN" }]);
    await pass(2 * 60_000);
    await carry();
    expect(await attemptsOf(submitted)).toMatchObject([{ state: "FAILED" }, { state: "ACCEPTED" }]);
    // A person was on it before, so of the second attempt only the end is told.
    expect(told).toEqual(["sent", "unknown", "manual"]);
  });
});

describe("a delivery after its definite no", () => {
  test("is a loss case, alarmed, and gives the member nothing more", async () => {
    first.supplier.place = async () => refused;
    const submitted = await order();
    await carry();
    const [, next] = await attemptsOf(submitted);
    await callback("cards", next?.outNo ?? "", done);
    expect(await callback("topup", submitted.outNo, done)).toBe("late");
    expect(await callback("topup", submitted.outNo, done)).toBe("repeat");
    expect(told).toEqual(["sent", "sent", "accepted", "issued"]);
    expect(await lossesOf(submitted)).toEqual([
      { kind: "issued_after_failed", supplier_id: "topup", cost_fen: 9_800 },
    ]);
  });

  test("whichever of the two comes first, the member gets one", async () => {
    const submitted = await order();
    await carry();
    await callback("topup", submitted.outNo, refused);
    await callback("topup", submitted.outNo, done);
    await carry();
    const [, next] = await attemptsOf(submitted);
    await callback("cards", next?.outNo ?? "", done);
    expect(told.filter((word) => word === "issued")).toHaveLength(1);
    expect(await lossesOf(submitted)).toHaveLength(1);
  });
});

test("a delivery posts its cost once, in the owner's book, for the supplier who delivered", async () => {
  first.supplier.place = async () => refused;
  const submitted = await order();
  await carry();
  const [, next] = await attemptsOf(submitted);
  const outNo = next?.outNo ?? "";
  await Promise.all([callback("cards", outNo, done), callback("cards", outNo, done), pass(5_000)]);
  expect(await costsOf(submitted)).toMatchObject([
    { party: "cards", amount: 9_900, debit: "cost", credit: "prepaid" },
  ]);
  expect((await trialBalance(db)).isSound).toBe(true);
});

test("a delivery that is refused by the listener posts no cost", async () => {
  const submitted = await order();
  await carry();
  deps = {
    ...deps,
    listener: { ...deps.listener, onIssued: () => Promise.reject(new Error("no")) },
  };
  await expect(callback("topup", submitted.outNo, done)).rejects.toThrow("no");
  expect(await costsOf(submitted)).toEqual([]);
});

describe("the circuit", () => {
  const fail = async (times: number) => {
    first.supplier.place = async () => ({ state: "unknown", reason: "time-out" });
    for (let n = 0; n < times; n++) {
      await order([TOPUP]);
      await carry();
    }
  };
  const wentTo = async () => {
    const submitted = await order();
    await carry();
    const attempts = await attemptsOf(submitted);
    return attempts.map(({ supplierId, state }) => `${supplierId} ${state}`);
  };

  test("opens on trouble, sends orders by the other route, and tries one again after a while", async () => {
    await fail(9);
    expect(await wentTo()).toEqual(["topup UNKNOWN"]);
    // That was the tenth: from now on nothing new goes there.
    expect(await wentTo()).toEqual(["topup FAILED", "cards ACCEPTED"]);
    expect(first.calls).toEqual([]);

    context.clock.advance(context.settings.circuitOpenMs);
    // One is tried, and it goes wrong; so the circuit stays open for another while.
    expect(await wentTo()).toEqual(["topup UNKNOWN"]);
    expect(await wentTo()).toEqual(["topup FAILED", "cards ACCEPTED"]);

    context.clock.advance(context.settings.circuitOpenMs);
    first.supplier.place = async () => accepted;
    expect(await wentTo()).toEqual(["topup ACCEPTED"]);
    expect(await wentTo()).toEqual(["topup ACCEPTED"]);
  });

  test("while a trial is out nothing else goes there", async () => {
    await fail(10);
    context.clock.advance(context.settings.circuitOpenMs);
    let answer = (_: SupplierAnswer): void => undefined;
    first.supplier.place = () => new Promise((resolve) => void (answer = resolve));
    const trial = await order();
    const placing = placeOrder(context, db, deps, trial);
    await expect.poll(async () => (await attemptsOf(trial))[0]?.state).toBe("SENT");
    const other = await order();
    await placeOrder(context, db, deps, other);
    expect(await attemptsOf(other)).toMatchObject([{ state: "FAILED" }, { supplierId: "cards" }]);
    answer(accepted);
    await placing;
    const after = await order();
    first.supplier.place = async () => accepted;
    await placeOrder(context, db, deps, after);
    expect(await attemptsOf(after)).toMatchObject([{ supplierId: "topup", state: "ACCEPTED" }]);
  });

  test("without another route an order goes where it must", async () => {
    await fail(10);
    first.supplier.place = async () => accepted;
    const submitted = await order([TOPUP]);
    await carry();
    expect(await attemptsOf(submitted)).toMatchObject([{ state: "ACCEPTED" }]);
  });

  test("leaves the shut supplier as the last resort of an order that was passed over", async () => {
    await fail(10);
    second.supplier.place = async () => refused;
    expect(await wentTo()).toEqual(["topup FAILED", "cards FAILED", "topup UNKNOWN"]);
  });

  test("is told to operators once a day", async () => {
    await fail(10);
    const alerts = await db.execute(sql`SELECT subject FROM alert WHERE kind = 'circuit_open'`);
    expect(alerts.rows).toEqual([{ subject: "topup" }]);
  });
});
