/** Prepaid balances at suppliers: what is left, and the alert before it runs out. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { rollUpPastDays } from "../ledger/actions.ts";
import {
  changeSupplierForm,
  monitorSuppliers,
  prepaidAccounts,
  receiveCallback,
  recordPrepayment,
  supplierCallbacks,
  supplierForm,
} from "./actions.ts";
import { daysLeft } from "./routing.ts";
import { scriptedSupplier, submitOrder, recordingListener } from "./testing.ts";

const context = testContext();
let fresh: FreshDatabase;
let db: Db;
beforeAll(async () => {
  fresh = await freshDatabase();
  db = openDatabase({ url: fresh.appUrl, log: context.log });
});
afterAll(async () => {
  await closeDatabase(db);
  await fresh.drop();
});

const topUp = (entryId: string, amountFen: number) =>
  recordPrepayment(context, db, {
    entryId,
    supplierId: "topup",
    amountFen,
    actor: "operator:1",
    note: "",
  });
/** Makes one delivery at this cost. */
async function deliver(costFen: number): Promise<void> {
  const { outNo } = await submitOrder(context, db, {
    routes: [{ supplierId: "topup", product: "mobile-50", costFen }],
    request: { kind: "topup", quantity: 1, faceFen: 5_000 },
  });
  const deps = {
    suppliers: { topup: scriptedSupplier().supplier },
    listener: recordingListener().listener,
  };
  await receiveCallback(context, db, deps, {
    supplierId: "topup",
    event: {
      eventId: outNo,
      outNo,
      at: context.clock.now(),
      answer: { state: "issued", supplierNo: "S1", codes: [] },
    },
  });
}
const alertsOf = async () => {
  const found = await db.execute<{ text: string }>(sql`
    SELECT text FROM alert WHERE kind = 'prepaid_low' AND subject = 'topup' ORDER BY day`);
  return found.rows.map(({ text }) => text);
};

test("the days left follow from the use of the last days", () => {
  expect(daysLeft({ leftFen: 300, usedFen: 700, days: 7 })).toBe(3);
  expect(daysLeft({ leftFen: 300, usedFen: 0, days: 7 })).toBeUndefined();
  expect(daysLeft({ leftFen: -100, usedFen: 700, days: 7 })).toBe(-1);
});

test("the balance is what was prepaid less what was delivered, also over roll-ups of days", async () => {
  const entry = "0199aaaa-0000-7000-8000-00000000000";
  expect(await topUp(`${entry}1`, 80_000)).toBe(true);
  expect(await topUp(`${entry}1`, 80_000)).toBe(false);
  expect(await topUp(`${entry}2`, 20_000)).toBe(true);
  await deliver(4_000);
  const paid = { supplierId: "topup", paidFen: 100_000 };
  expect(await prepaidAccounts(context, db)).toEqual([
    { ...paid, usedFen: 4_000, leftFen: 96_000, daysLeft: 168 },
  ]);

  context.clock.advance(86_400_000);
  await rollUpPastDays(context, db);
  await deliver(66_000);
  expect(await prepaidAccounts(context, db)).toEqual([
    { ...paid, usedFen: 70_000, leftFen: 30_000, daysLeft: 3 },
  ]);
  await monitorSuppliers(context, db);
  expect(await alertsOf()).toEqual([]);
});

test("below three days left operators are alerted, once a day", async () => {
  await deliver(1_000);
  await monitorSuppliers(context, db);
  await monitorSuppliers(context, db);
  expect(await alertsOf()).toEqual(["供应商预存余额不足：剩 290.00 元，约够 2 天"]);
  context.clock.advance(86_400_000);
  await monitorSuppliers(context, db);
  expect(await alertsOf()).toHaveLength(2);
});

test("a supplier without a delivery for a week raises no alert", async () => {
  context.clock.advance(8 * 86_400_000);
  await monitorSuppliers(context, db);
  expect(await alertsOf()).toHaveLength(2);
  const [account] = await prepaidAccounts(context, db);
  expect(account).toMatchObject({ usedFen: 71_000, daysLeft: undefined });
});

test("what operators keep about a supplier has a version, and its lowest balance raises an alert", async () => {
  const kept = { name: "话费", phone: "400-800", hours: "每天", script: "报供应商单号" };
  const change = (sinceVersion: number, lowestFen?: number) =>
    changeSupplierForm(db, {
      supplierId: "topup",
      ...kept,
      ...(lowestFen === undefined ? {} : { lowestFen }),
      sinceVersion,
      reason: "补充",
    });
  expect(await change(0, 50_000)).toBe(1);
  await expect(change(0)).rejects.toMatchObject({ code: "STATE_CHANGED" });
  expect(await supplierForm(db, "topup")).toEqual({
    supplierId: "topup",
    ...kept,
    lowestFen: 50_000,
    version: 1,
  });
  await monitorSuppliers(context, db);
  expect((await alertsOf()).at(-1)).toBe("供应商预存余额不足：剩 290.00 元，低于 500.00 元");
  await change(1);
  expect(await supplierForm(db, "topup")).not.toHaveProperty("lowestFen");
  await expect(supplierForm(db, "nobody")).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("callbacks are listed newest first with what came of them, page by page", async () => {
  const { list } = await supplierCallbacks(db, { supplierId: "topup" });
  expect(list).toHaveLength(3);
  expect(list[0]).toMatchObject({ state: "issued", outcome: "moved" });
  const { outNo = "" } = list[0] ?? {};
  const deps = {
    suppliers: { topup: scriptedSupplier().supplier },
    listener: recordingListener().listener,
  };
  context.clock.advance(1_000);
  const answer = { state: "failed", reason: "late" } as const;
  const event = { eventId: "late", outNo, at: context.clock.now(), answer };
  await receiveCallback(context, db, deps, { supplierId: "topup", event });
  const first = await supplierCallbacks(db, { supplierId: "topup", pageSize: 1 });
  expect(first.list).toMatchObject([{ outNo, state: "failed", outcome: "late" }]);
  const { nextCursor = "" } = first;
  const rest = await supplierCallbacks(db, { supplierId: "topup", cursor: nextCursor });
  expect(rest.list).toEqual(list);
  expect((await supplierCallbacks(db, { supplierId: "cards" })).list).toEqual([]);
});
