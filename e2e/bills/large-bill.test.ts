/**
 * Reconciles many thousand rows with differences of every class: each is found by its own row, and
 * no other is reported.
 */
import { reconcileBills } from "@yunjing/server/domain/reconciliation/bills/actions";
import {
  type BillTestEnv,
  createBillTestEnv,
} from "@yunjing/server/domain/reconciliation/bills/test-env.fixture";
import { afterAll, beforeAll, expect, test } from "vitest";
import { serveBill, serveStatement, sourcesAt } from "./servers.fixture.ts";
import { type Planted, plantedBill, plantedStatement } from "./planted.fixture.ts";
import { repeatCount } from "@yunjing/server/platform/repeat-count.fixture";

const ROWS = repeatCount({ suite: 3_000, slow: 50_000 });
const BATCH = 10_000;
let testEnv: BillTestEnv;
beforeAll(async () => {
  testEnv = await createBillTestEnv();
}, 120_000);
afterAll(() => testEnv.close());

async function inBatches<T>(all: readonly T[], put: (some: readonly T[]) => Promise<unknown>) {
  for (let from = 0; from < all.length; from += BATCH) await put(all.slice(from, from + BATCH));
}

const found = (source: string): Promise<Planted[]> =>
  testEnv.rows<Planted>(
    `SELECT class || ' ' || subject AS line, row_no AS "rowNo" FROM bill_difference WHERE source = $1`,
    [source],
  );
const inOrder = (all: readonly Planted[]) =>
  all.map(({ line, rowNo }) => `${line} @${rowNo}`).sort();

test("every planted difference of a bill and of a statement is reported by its row, and no other row is", async () => {
  const { clock } = testEnv.context;
  const bill = plantedBill(ROWS);
  const statement = plantedStatement(ROWS);
  await inBatches(bill.payments, testEnv.put.payments);
  await inBatches(bill.returns, testEnv.put.returns);
  await inBatches(statement.supplies, (some) => testEnv.put.supplies("topup", some));
  await testEnv.owner.query("ANALYZE");
  const servers = [
    await serveBill(bill.rows, clock),
    await serveStatement(statement.orders, clock),
  ];
  const [channel = "", supplier = ""] = servers.map(({ origin }) => origin);
  const sources = sourcesAt({ channel, supplier }, clock);
  await reconcileBills(testEnv.context, testEnv.db, sources);
  for (const { close } of servers) await close();

  expect(
    await testEnv.rows(
      "SELECT row_count FROM bill_day WHERE state = 'compared' ORDER BY source DESC",
    ),
  ).toEqual([{ row_count: bill.rows.length }, { row_count: statement.orders.length }]);
  expect([bill.planted.length, statement.planted.length]).toEqual([400, 150]);
  expect(inOrder(await found("wechatpay"))).toEqual(inOrder(bill.planted));
  expect(inOrder(await found("supplier:topup"))).toEqual(inOrder(statement.planted));
  const [cases] = await testEnv.rows<{ n: number }>(
    "SELECT count(*)::int AS n FROM recon_case WHERE state = 'open'",
  );
  expect(cases?.n).toBe(bill.planted.length + statement.planted.length);
}, 240_000);
