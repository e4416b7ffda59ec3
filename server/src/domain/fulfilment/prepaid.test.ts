/** Prepaid balances at suppliers: what is left, and the alert before it runs out. */
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { closeDatabase, type Db, openDatabase } from "../../platform/database/pool.ts";
import { type FreshDatabase, freshDatabase } from "../../platform/database/testing.ts";
import { testContext } from "../../platform/testing.ts";
import { rollUpContraAccounts } from "../ledger/actions.ts";
import { prepaidAccounts, receiveCallback, recordPrepayment, monitorSuppliers } from "./actions.ts";
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
  await rollUpContraAccounts(context, db);
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
