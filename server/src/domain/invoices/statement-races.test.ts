/** 64 requests for the invoice of one dealer's month at once, and a mutant that accepts several. */
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { approveBatch } from "../exchange/batches/approve.ts";
import { createBatch } from "../exchange/batches/create.ts";
import { submitAndGenerate } from "../exchange/batches/submit.ts";
import { setDealer } from "../exchange/dealers/actions.ts";
import { createExchangeTestEnv, type ExchangeTestEnv } from "../exchange/testing.ts";
import { CONNECTIONS, connectAll, maxOverRounds, times } from "../ledger/race.fixture.ts";
import { codeOf } from "../orders/shop.fixture.ts";
import { requestStatementInvoice } from "./actions.ts";
import { COMPANY } from "./test-env.fixture.ts";

const MONTH = "2026-11";
const DAYS_MS = 24 * 3_600_000;
const FIRST_DEALER = 101;

const opened: ExchangeTestEnv[] = [];
afterEach(async () => {
  for (const env of opened.splice(0)) await env.close();
});

async function open(): Promise<ExchangeTestEnv> {
  const env = await createExchangeTestEnv({}, CONNECTIONS);
  opened.push(env);
  await connectAll(env.db);
  return env;
}

/** Creates a dealer that owes for codes of the month; returns its member id. */
async function dealerOf(env: ExchangeTestEnv, n: number): Promise<string> {
  const { context, db, checkerId } = env;
  const memberId = await env.member(FIRST_DEALER + n);
  const terms = { memberId, name: `华东渠道 ${n}`, priceBp: null, priceFen: 800 };
  const quota = { codesMonth: 100, faceFenMonth: 100_000, isOn: true, version: 0 };
  await setDealer(context, db, { ...terms, ...quota });
  const validUntil = context.clock.now().getTime() + 60 * DAYS_MS;
  const target = { target: "balance", title: "余额", valueFen: 1_000, validUntil } as const;
  const input = { name: "批次", count: 2, target };
  const { batchId } = await createBatch(context, db, { makerId: memberId, key: `b${n}`, input });
  await submitAndGenerate(context, db, { makerId: memberId, batchId, key: `s${n}` });
  await approveBatch(context, db, { batchId, checkerId });
  return memberId;
}

/** Returns how many of 64 requests were accepted, each under its own key. */
async function accepted(env: ExchangeTestEnv, memberId: string): Promise<number> {
  const wanted = { memberId, month: MONTH, isIssuing: true, ...COMPANY };
  const outcomes = await Promise.all(
    times(CONNECTIONS, (n) =>
      codeOf(requestStatementInvoice(env.context, env.db, { ...wanted, key: `${memberId}${n}` })),
    ),
  );
  expect(outcomes.filter((one) => one !== "done" && one !== "INVOICE_DENIED")).toEqual([]);
  return outcomes.filter((one) => one === "done").length;
}

test("of 64 requests for one month of a dealer at once, one is accepted", async () => {
  const env = await open();
  const dealerId = await dealerOf(env, 0);
  env.context.clock.advance(31 * DAYS_MS);
  expect(await accepted(env, dealerId)).toBe(1);
}, 60_000);

test("mutant: without the unique index and its conflict, a month gets several invoices", async () => {
  const env = await open();
  const text = readFileSync(new URL("functions/statement.sql", import.meta.url), "utf8");
  const conflict = /ON CONFLICT \(member_id, statement_month\)[^;]+DO NOTHING/;
  expect(text).toMatch(conflict);
  await env.asOwner(`DROP INDEX invoice_statement_once; ${text.replace(conflict, "")}`);
  const dealers: string[] = [];
  for (const n of times(3, (at) => at)) dealers.push(await dealerOf(env, n));
  env.context.clock.advance(31 * DAYS_MS);
  const round = (n: number) => accepted(env, dealers[n] ?? "");
  expect(await maxOverRounds(1, round, dealers.length)).toBeGreaterThan(1);
}, 60_000);
