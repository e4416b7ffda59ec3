/**
 * Orders meals from a faulty supplier by workers that are killed, and checks the results for
 * breaches.
 */
import type { ChildProcess } from "node:child_process";
import { randomBytes } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createSandbox } from "@yunjing/sandbox/sandbox";
import { syncStores } from "@yunjing/server/domain/dining/actions";
import { closeDatabase, type Db } from "@yunjing/server/platform/database/pool";
import { freshDatabase } from "@yunjing/server/platform/database/testing";
import { repeatCount } from "@yunjing/server/platform/repeat-count.fixture";
import { expect, onTestFinished } from "vitest";
import { freshCodes, mealAtNoon, callOrThrow } from "./caller.fixture.ts";
import { compose } from "./composed.fixture.ts";
import { bundleEntry, stopProcess, run, waitForOutput } from "./process.fixture.ts";

const BUYERS = 4;
const WORKERS = repeatCount({ suite: 2, slow: 4 });
const KILL_EVERY_MS = 3_000;
const ENDED_WITHIN_MS = 90_000;

/** Shortens minutes to seconds. */
const settings = {
  supplierTimeoutMs: 400,
  supplierQuerySeconds: [1, 2, 3],
  supplierQueriesPerDay: 1_000,
  supplierQueriesPerMinute: 100_000,
  outboxLeaseMs: 2_000,
  codeIssueManualMs: repeatCount({ suite: 4_000, slow: 8_000 }),
  codeIssueCancelMs: repeatCount({ suite: 7_000, slow: 15_000 }),
  codeIssueAlarmMs: 300_000,
  cancelAgainMs: 1_000,
};
export const faultRates = {
  timeoutButDone: 0.2,
  error500: 0.1,
  duplicateCallback: 0.05,
  // High enough that no run of few orders lacks one that is given back.
  refuse: repeatCount({ suite: 0.15, slow: 0.05 }),
  never: 0.02,
};
/** Delay (ms) of the supplier's callback for the last twentieth of the orders. */
const LATE_MS = repeatCount({ suite: 3_000, slow: 6_000 });
const LATE_SHARE = 0.05;

export type SupplierTestEnv = Awaited<ReturnType<typeof openSupplierTestEnv>>;
type SeenOrder = { outNo: string; supplierNo?: string; state: string; codes?: { code: string }[] };

export async function openSupplierTestEnv() {
  const fresh = await freshDatabase();
  const sandbox = createSandbox({
    answerDelayMs: 800,
    issueDelayMs: [100, 800],
    callbackRetryMs: [500, 1_000, 2_000, 4_000, 8_000],
  });
  const supplier = await sandbox.listen();
  const env = {
    DATABASE_URL: fresh.appUrl,
    SANDBOX_ORIGIN: supplier,
    LOG_LEVEL: "silent",
    APP_SECRET: randomBytes(32).toString("hex"),
    SETTINGS: JSON.stringify(settings),
  };
  const { context, db, app } = await compose(env);
  const origin = await app.server.listen({ host: "127.0.0.1", port: 0 });
  sandbox.callBackTo(origin);
  await syncStores(context, db, app.gateways.diningSource);
  onTestFinished(async () => {
    await sandbox.close();
    await app.server.close();
    await closeDatabase(db);
    await fresh.drop();
  });
  return { origin, supplier, db, env };
}

export async function setFaults(supplier: string, wanted: object): Promise<void> {
  const answer = await fetch(`${supplier}/sandbox/suppliers/dining/faults`, {
    method: "PUT",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(wanted),
  });
  expect(answer.ok).toBe(true);
}

/**
 * Starts workers. With `areKilled`, the oldest is repeatedly killed without warning and replaced.
 */
export async function startWorkers(
  env: Readonly<Record<string, string>>,
  { areKilled = true }: { readonly areKilled?: boolean } = {},
) {
  const { entry, remove } = await bundleEntry("e2e/faults/worker.fixture.ts");
  const workers: ChildProcess[] = [];
  let isOver = false;
  let kills = 0;
  const hire = async () => {
    const worker = run(entry, env);
    workers.push(worker);
    await waitForOutput(worker, /at work/);
  };
  await Promise.all(Array.from({ length: WORKERS }, hire));
  const killing = (async () => {
    while (areKilled && !isOver) {
      await pause(KILL_EVERY_MS);
      const eldest = workers.shift();
      if (isOver || !eldest) return;
      await stopProcess(eldest, "SIGKILL");
      kills++;
      await hire();
    }
  })();
  onTestFinished(async () => {
    isOver = true;
    await Promise.allSettled([killing, ...workers.map((worker) => stopProcess(worker, "SIGKILL"))]);
    await Promise.all(workers.map((worker) => stopProcess(worker, "SIGKILL")));
    remove();
  });
  return { kills: () => kills };
}

/** Orders `count` meals, each with a code, and returns the receipt tokens. */
export async function orderMeals(
  { origin, supplier }: SupplierTestEnv,
  count: number,
  faults: object,
) {
  const codes = await freshCodes(origin, "kfc-set", count);
  const meal = await mealAtNoon(origin);
  const receipts: string[] = [];
  const buyer = async () => {
    for (let code = codes.pop(); code; code = codes.pop()) {
      if (codes.length === Math.round(count * LATE_SHARE)) {
        await setFaults(supplier, { ...faults, lateCallbackMs: LATE_MS });
      }
      const body = { code };
      const { session } = await callOrThrow<{ session: string }>(origin, "/exchange/sessions", {
        body,
      });
      const path = `/exchange/sessions/${session}/dining-order`;
      const { receiptToken } = await callOrThrow<{ receiptToken: string }>(origin, path, {
        body: meal,
        key: session,
      });
      receipts.push(receiptToken);
    }
  };
  await Promise.all(Array.from({ length: BUYERS }, buyer));
  return receipts;
}

type OrderResult = {
  out_no: string;
  state: string;
  numbers: number;
  pickups: number;
  code_state: string;
  closed_reason: string | null;
};

/**
 * Returns each order with its number, its pickup codes, and the state of the code that paid for it.
 */
const readOrderResults = async (db: Db): Promise<OrderResult[]> => {
  const found = await db.$client.query<OrderResult>(`
    SELECT s.out_no, s.state, c.state AS code_state, o.closed_reason,
      (SELECT count(*) FROM supplier_order n WHERE n.order_id = o.id) AS numbers,
      (SELECT count(*) FROM pickup_code p WHERE p.order_id = o.id) AS pickups
    FROM orders o JOIN supplier_order s ON s.order_id = o.id JOIN code c USING (code_mac)`);
  return found.rows;
};

export async function waitUntilAllEnded(db: Db): Promise<number> {
  const began = performance.now();
  const open = "SELECT count(*) AS n FROM supplier_order WHERE state NOT IN ('SUCCESS', 'FAILED')";
  for (;;) {
    const found = await db.$client.query<{ n: number }>(open);
    const left = found.rows[0]?.n;
    const passedMs = performance.now() - began;
    if (left === 0) return passedMs;
    if (passedMs > ENDED_WITHIN_MS) throw new Error(`${left} orders have not ended`);
    await pause(200);
  }
}

const isDelivered = (o: OrderResult) =>
  o.state === "SUCCESS" && o.pickups === 1 && o.code_state === "REDEEMED" && !o.closed_reason;
const isGivenBack = (o: OrderResult) =>
  o.state === "FAILED" && o.pickups === 0 && o.code_state === "ACTIVE" && !!o.closed_reason;

/**
 * Returns the orders' results, and one line with a reason and a number for every breach of the
 * promise.
 */
export async function findBreaches(
  { origin, supplier, db }: SupplierTestEnv,
  receipts: readonly string[],
) {
  const orders = await readOrderResults(db);
  const breaches: string[] = [];
  for (const order of orders) {
    const isOne = isDelivered(order) !== isGivenBack(order) && order.numbers === 1;
    if (!isOne) breaches.push(`not one end: ${order.out_no}`);
  }
  const delivered = new Set(orders.filter(isDelivered).map(({ out_no }) => out_no));

  // The supplier's own records must agree.
  const answer = await fetch(`${supplier}/sandbox/suppliers/dining/orders`);
  const seen: SeenOrder[] = await answer.json();
  const known = new Set(orders.map(({ out_no }) => out_no));
  for (const { outNo, state } of seen) {
    if (!known.has(outNo)) breaches.push(`not our number: ${outNo}`);
    else if ((state === "issued") !== delivered.has(outNo)) breaches.push(`not the same: ${outNo}`);
  }

  // Each buyer's receipt must show the supplier's codes, and each code may appear only once.
  const shown = await Promise.all(
    receipts.map((token) =>
      callOrThrow<{ codes: { code: string }[] }>(origin, `/receipts/${token}`, { method: "GET" }),
    ),
  );
  const deliveredCodes = shown.flatMap(({ codes }) => codes.map(({ code }) => code)).sort();
  const made = seen.flatMap(({ codes = [] }) => codes.map(({ code }) => code)).sort();
  if (deliveredCodes.join() !== made.join()) breaches.push("not the same codes");
  return { breaches, orders: orders.length, delivered: delivered.size };
}
