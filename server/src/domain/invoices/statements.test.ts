/** Invoices of dealers' statements: when, of how much, once at a time, and lower after codes are void. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { violatedConstraint } from "../../platform/database/failure.ts";
import { decideVoid, proposeVoid } from "../exchange/batches/void.ts";
import { dealerStatement, owedOf } from "../exchange/dealers/actions.ts";
import { makeOwingDealer } from "../exchange/dealers/owing-dealer.fixture.ts";
import { createExchangeTestEnv, type ExchangeTestEnv } from "../exchange/testing.ts";
import { codeOf } from "../orders/shop.fixture.ts";
import {
  decideInvoice,
  invoiceOfStatement,
  invoicePage,
  invoiceSubscriber,
  pageOfInvoices,
  pollDueInvoices,
  requestStatementInvoice,
} from "./actions.ts";
import { COMPANY, PERSON, scriptedIssuer } from "./test-env.fixture.ts";

const MONTH = "2026-11";
const DAYS_MS = 24 * 3_600_000;
const CODES = 10;
const PRICE_FEN = 800;

let env: ExchangeTestEnv;
let dealerId: string;
let batchId: string;
let keys = 0;
const key = () => `k${++keys}`;
const { issuer, standingFen } = scriptedIssuer();
const deps = { issuer, store: { put: () => Promise.resolve() } };
const named = { namesOf: async () => () => "林知远" };

beforeAll(async () => {
  env = await createExchangeTestEnv();
  dealerId = await env.member(101);
  const owing = { memberId: dealerId, codes: CODES, faceFen: 1_000, price: { fen: PRICE_FEN } };
  ({ batchId } = await makeOwingDealer(env, owing));
});
afterAll(() => env.close());

const request = (memberId = dealerId, requestKey = key()) => {
  const wanted = { memberId, month: MONTH, key: requestKey, isIssuing: true, ...COMPANY };
  return requestStatementInvoice(env.context, env.db, wanted);
};
const sheet = () =>
  invoiceOfStatement(env.context, env.db, { memberId: dealerId, month: MONTH, isIssuing: true });
const poll = async (): Promise<void> => {
  await pollDueInvoices(env.context, env.db, deps);
  env.context.clock.advance(3_600_000);
};
const states = async () =>
  (await pageOfInvoices(env.context, env.db, { memberId: dealerId })).list.map(
    ({ state, amountFen }) => [state, amountFen],
  );
async function voidCodes(from: number, to: number): Promise<void> {
  const { context, db, checkerId } = env;
  const mine = { memberId: dealerId, maySeeAll: false };
  const { waiting } = await proposeVoid(context, db, mine, { batchId, from, to, reason: "印错了" });
  const approvalId = waiting[0]?.approvalId ?? "";
  const decision = { batchId, approvalId, isAgreed: true, reason: "同意" };
  await decideVoid(context, db, { memberId: checkerId, maySeeAll: true }, decision);
  const { rows } = await db.$client.query<{ kind: "batch.voided"; ref: string; data: object }>(
    `SELECT payload->>'kind' AS kind, payload->>'ref' AS ref, payload->'data' AS data FROM outbox
     WHERE payload->>'kind' = 'batch.voided'`,
  );
  for (const { kind, ref } of rows) {
    const event = { memberId: dealerId, kind, ref, data: { month: MONTH } };
    await invoiceSubscriber(context, db)(event);
  }
  expect(rows.at(-1)).toMatchObject({ ref: batchId, data: { month: MONTH } });
}

test("a statement is invoiced when its month is over, for what is owed, once at a time", async () => {
  expect(await codeOf(request(env.checkerId))).toBe("NOT_FOUND");
  expect(await codeOf(request())).toBe("INVOICE_DENIED");
  expect(await sheet()).toMatchObject({ canRequest: false, why: "这个月结束后可以开票" });
  env.context.clock.advance(31 * DAYS_MS);
  const dealer = { memberId: dealerId, month: MONTH };
  const { owedFen } = await dealerStatement(env.context, env.db, dealer);
  expect([owedFen, await owedOf(env.db, dealer)]).toEqual([CODES * PRICE_FEN, CODES * PRICE_FEN]);
  expect(await sheet()).toMatchObject({ canRequest: true, payableFen: owedFen });

  expect([await codeOf(request()), await codeOf(request())]).toEqual(["done", "INVOICE_DENIED"]);
  expect(await states()).toEqual([["REQUESTED", owedFen]]);
  const list = await invoicePage(env.context, env.db, named, { stage: "waiting" });
  expect(list.list).toMatchObject([{ month: MONTH, orderTitle: "2026 年 11 月制码对账单" }]);
  expect(list.list[0]?.orderNo).toBeUndefined();
});

test("the database refuses a second invoice of a statement, and one above its amount", async () => {
  const constraintOf = (statement: string) =>
    env.asOwner(statement).then(() => "none", violatedConstraint);
  const columns =
    "member_id, requester_id, title_type, buyer_sealed, amount_fen, payable_fen, requested_at, statement_month";
  const copied = columns.replace("amount_fen, payable_fen", "1, 1");
  const copy = `INSERT INTO invoice (id, ${columns}) SELECT gen_random_uuid(), ${copied} FROM invoice`;
  expect(await constraintOf(copy)).toBe("invoice_statement_once");
  expect(await constraintOf("UPDATE invoice SET amount_fen = amount_fen + 1")).toBe(
    "invoice_within_payment",
  );
  expect(await constraintOf("UPDATE invoice SET statement_month = NULL")).toBe("invoice_of_one");
});

test("codes that become void lower a request, and reverse an issued invoice for a lower one", async () => {
  await voidCodes(1, 2);
  expect(await states()).toEqual([["REQUESTED", 8 * PRICE_FEN]]);
  const { list } = await pageOfInvoices(env.context, env.db, { memberId: dealerId });
  const invoiceId = list[0]?.invoiceId ?? "";
  const by = { operatorId: env.checkerId, reason: "核对无误", event: "agree" } as const;
  await decideInvoice(env.context, env.db, named, { ...by, invoiceId, key: key() });
  await poll();
  expect(await states()).toEqual([["ISSUED", 8 * PRICE_FEN]]);
  expect(standingFen()).toBe(8 * PRICE_FEN);
  await voidCodes(3, 4);
  expect(await states()).toEqual([["REVERSING", 8 * PRICE_FEN]]);
  await poll();
  await poll();
  expect(await states()).toEqual([
    ["ISSUED", 6 * PRICE_FEN],
    ["REVERSED", 8 * PRICE_FEN],
  ]);
  expect(standingFen()).toBe(6 * PRICE_FEN);
});

test("the invoice of a statement that an operator reverses can be asked for with another title", async () => {
  const [latest] = (await pageOfInvoices(env.context, env.db, { memberId: dealerId })).list;
  const by = { operatorId: env.checkerId, reason: "抬头写错了", event: "reverse" } as const;
  const invoiceId = latest?.invoiceId ?? "";
  await decideInvoice(env.context, env.db, named, { ...by, invoiceId, key: key() });
  await poll();
  expect(await sheet()).toMatchObject({ canRequest: true, latest: { state: "REVERSED" } });
  const again = { memberId: dealerId, month: MONTH, key: key(), isIssuing: true, ...PERSON };
  const made = await requestStatementInvoice(env.context, env.db, again);
  expect(made).toMatchObject({ amountFen: 6 * PRICE_FEN, title: PERSON.title, month: MONTH });
});
