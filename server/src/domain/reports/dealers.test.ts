/** The report of dealers: what members redeemed of their codes equals the ledger, above zero. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { openSession } from "../exchange/actions/open.ts";
import { redeemCode } from "../exchange/actions/redeem.ts";
import { grantCodes } from "../exchange/batches/grant.ts";
import { setDealer } from "../exchange/dealers/actions.ts";
import { createExchangeTestEnv, type ExchangeTestEnv } from "../exchange/testing.ts";
import { readReport, sumReports } from "./actions.ts";

const CODES = 3;
const REDEEMED = 2;
const FACE_FEN = 2_000;
const PRICE_BP = 8_500;
const DAY_MS = 24 * 3_600_000;

let env: ExchangeTestEnv;
beforeAll(async () => {
  env = await createExchangeTestEnv();
  const { context, db, makerId, checkerId } = env;
  const price = { priceBp: PRICE_BP, priceFen: null, codesMonth: 100, faceFenMonth: 1_000_000 };
  const terms = { memberId: makerId, name: "华东渠道", isOn: true, version: 0, ...price };
  await setDealer(context, db, terms);
  const wanted = { target: "balance-20", count: CODES, makerId, checkerId } as const;
  const codes = await grantCodes(context, db, wanted);
  for (const [at, code] of codes.slice(0, REDEEMED).entries()) {
    const memberId = await env.member(500 + at);
    const caller = { code, memberId, device: "", address: "10.0.0.1", session: undefined };
    const { session } = await openSession(context, db, caller);
    await redeemCode(context, db, { input: { session }, memberId, key: `k${at}` });
  }
});
afterAll(() => env.close());

const read = async () => {
  const to = env.context.clock.now().getTime() + 1;
  const report = await readReport(env.context, env.db, { kind: "dealer", from: to - DAY_MS, to });
  const cells = Object.fromEntries(
    report.columns.map(({ key }, at) => [key, report.rows[0]?.cells[at]]),
  );
  return { ...report, cells };
};

test("what members redeemed of a dealer's codes, and what is owed for them, is above zero and equals the ledger", async () => {
  const { rows, cells, comparisons, ledgerDifference } = await read();
  expect(rows).toHaveLength(1);
  expect(cells).toMatchObject({
    batches: 1,
    orders: REDEEMED,
    code: REDEEMED * FACE_FEN,
    owed: (CODES * FACE_FEN * PRICE_BP) / 10_000,
  });
  const both = { reportFen: REDEEMED * FACE_FEN, ledgerFen: REDEEMED * FACE_FEN };
  expect(comparisons).toMatchObject([both]);
  expect(ledgerDifference).toBe(0);
});

test("the report is the same from stored hours", async () => {
  const { rows, comparisons } = await read();
  env.context.clock.advance(2 * 60_000);
  expect(await sumReports(env.context, env.db)).toBeGreaterThan(0);
  const sums = `SELECT count(*)::int AS stored FROM report_sum WHERE part IN ('batch', 'batchLedger')`;
  const [found] = (await env.db.$client.query<{ stored: number }>(sums)).rows;
  expect(found?.stored).toBeGreaterThan(0);
  expect(await read()).toMatchObject({ rows, comparisons });
  await env.asOwner("TRUNCATE report_sum, report_mark, report_change");
});

test("a redemption that the ledger has with another amount is a difference", async () => {
  await env.asOwner(`UPDATE ledger_transfer SET amount = amount + 7 WHERE txn_id = (
    SELECT id FROM ledger_txn WHERE kind = 'code_redeem' LIMIT 1) AND party LIKE 'batch:%'`);
  expect((await read()).ledgerDifference).toBe(7);
  await env.asOwner(`UPDATE ledger_transfer SET amount = amount - 7 WHERE txn_id = (
    SELECT id FROM ledger_txn WHERE kind = 'code_redeem' LIMIT 1) AND party LIKE 'batch:%'`);
});
