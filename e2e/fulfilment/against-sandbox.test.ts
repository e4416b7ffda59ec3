/**
 * Meals ordered from the sandbox supplier over HTTP: each ends once under one number, despite
 * faults (promise 9).
 */
import { importCards } from "@yunjing/server/domain/fulfilment/actions";
import { expect, onTestFinished, test } from "vitest";
import { type OrderRecord, startFulfilment } from "./fulfilment.fixture.ts";

const ENDS = { timeout: 15_000, interval: 25 };
const isOver = ({ issued, failed }: OrderRecord) => issued + failed > 0;

test("the sentinel phones provoke each failure, and each order reaches the correct end state", async () => {
  const { of, newWorker, choose, order } = await startFulfilment();
  const worker = newWorker();
  onTestFinished(() => worker.stop());
  const meal = await choose();
  const expected = [
    { phone: "13800001111", issued: 1, failed: 0, codes: 1 },
    { phone: "13800000002", issued: 1, failed: 0, codes: 1 },
    { phone: "13800000003", issued: 0, failed: 1, codes: 0 },
    { phone: "13800000004", issued: 0, failed: 1, codes: 0 },
    { phone: "13800000005", issued: 1, failed: 0, codes: 1 },
    { phone: "13800000006", issued: 0, failed: 1, codes: 0 },
  ];
  const placed = await Promise.all(expected.map(({ phone }) => order(meal, phone)));
  const fates = placed.map(({ orderId }) => of(orderId));
  await expect.poll(() => fates.filter(isOver).length, ENDS).toBe(expected.length);
  const seen = fates.map(({ issued, failed, codes }, index) => ({
    phone: expected[index]?.phone,
    issued,
    failed,
    codes: codes.length,
  }));
  expect(seen).toEqual(expected);
  expect(fates[3]?.states).toEqual(["sent", "accepted", "manual"]);
});

test("sixty orders with supplier faults and workers stopped in between end once each", {
  timeout: 60_000,
}, async () => {
  const { sandbox, db, of, newWorker, choose, order } = await startFulfilment();
  const meal = await choose();
  await sandbox.setFaults({
    timeoutButDone: 0.2,
    error500: 0.1,
    duplicateCallback: 0.2,
    garbage: 0.05,
    refuse: 0.1,
    never: 0.05,
    lateCallbackMs: 300,
  });
  let workers = [newWorker(), newWorker()];
  onTestFinished(async () => {
    for (const worker of workers) await worker.stop();
  });
  const placed = await Promise.all(Array.from({ length: 60 }, () => order(meal, "13800001111")));
  for (let round = 0; round < 3; round++) {
    await new Promise((done) => setTimeout(done, 400));
    // A stop without a grace period leaves messages behind, as a kill does, but sooner.
    for (const worker of workers) await worker.stop();
    workers = [newWorker(), newWorker()];
  }
  const fates = placed.map(({ orderId }) => of(orderId));
  await expect.poll(() => fates.filter(isOver).length, { ...ENDS, timeout: 40_000 }).toBe(60);
  await new Promise((done) => setTimeout(done, 500));

  for (const { issued, failed } of fates) expect(issued + failed).toBe(1);
  const supplierOrders = await (
    await fetch(`${sandbox.origin}/sandbox/suppliers/dining/orders`)
  ).json();
  const numbers = new Set(placed.map(({ outNo }) => outNo));
  expect(supplierOrders.every(({ outNo }: { outNo: string }) => numbers.has(outNo))).toBe(true);
  const delivered = supplierOrders.filter(({ state }: { state: string }) => state === "issued");
  expect(delivered).toHaveLength(fates.filter(({ issued }) => issued === 1).length);
  const open = await db.$client.query(
    "SELECT 1 FROM supplier_order WHERE next_look_at IS NOT NULL",
  );
  expect(open.rowCount).toBe(0);
});

test("cards come from our own stock first, then from the supplier, and none is delivered twice", {
  timeout: 40_000,
}, async () => {
  const { context, sandbox, db, of, newWorker, submit } = await startFulfilment();
  const product = "video-month";
  const cards = Array.from({ length: 10 }, (_, n) => ({ code: `OWN${n}`, secret: `${n}` }));
  await importCards(context, db, { product, cards });
  await sandbox.setFaults(
    { timeoutButDone: 0.2, error500: 0.1, refuse: 0.1, duplicateCallback: 0.2 },
    "cards",
  );
  const workers = [newWorker(), newWorker()];
  onTestFinished(async () => {
    for (const worker of workers) await worker.stop();
  });
  const routes = [
    { supplierId: "own", product, costFen: 1_500 },
    { supplierId: "cards", product: "VIDEO30", costFen: 1_800 },
  ];
  const placed = await Promise.all(
    Array.from({ length: 40 }, () => submit({ routes, request: { kind: "card", quantity: 1 } })),
  );
  const fates = placed.map(({ orderId }) => of(orderId));
  await expect.poll(() => fates.filter(isOver).length, { ...ENDS, timeout: 30_000 }).toBe(40);

  for (const { issued, failed } of fates) expect(issued + failed).toBe(1);
  const codes = fates.flatMap((outcome) => outcome.codes);
  expect(new Set(codes).size).toBe(codes.length);
  expect(codes.filter((code) => code.startsWith("OWN"))).toHaveLength(10);
  const answer = await fetch(`${sandbox.origin}/sandbox/suppliers/cards/orders`);
  const supplierOrders: { state: string; codes?: { code: string }[] }[] = await answer.json();
  const made = supplierOrders.flatMap((order) => order.codes?.map(({ code }) => code) ?? []);
  expect(codes.filter((code) => !code.startsWith("OWN")).sort()).toEqual(made.sort());
  const { rows } = await db.$client.query<{ party: string; fen: number }>(
    "SELECT party, sum(amount)::bigint AS fen FROM ledger_transfer GROUP BY party ORDER BY party DESC",
  );
  expect(rows).toEqual([
    { party: "own", fen: 15_000 },
    { party: "cards", fen: made.length * 1_800 },
  ]);
});
