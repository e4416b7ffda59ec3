/** 64 requests for the invoice of one dealer's month at once, and a mutant that accepts several. */
import { readFileSync } from "node:fs";
import { afterEach, expect, test } from "vitest";
import { makeOwingDealer } from "../exchange/dealers/owing-dealer.fixture.ts";
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
  const memberId = await env.member(FIRST_DEALER + n);
  await makeOwingDealer(env, { memberId, codes: 2, faceFen: 1_000, price: { fen: 800 } });
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
