/** The operators' reads of the ledger against a replay of its transfers. */
import { PgDialect } from "drizzle-orm/pg-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { connectAsSuperuser } from "../../platform/database/superuser.fixture.ts";
import { transaction } from "../../platform/database/transaction.ts";
import { post } from "../ledger/actions.ts";
import { runRollUp } from "../ledger/jobs.ts";
import { contra, guarded, type PostingKind, postingKinds } from "../ledger/model.ts";
import { openRefundEnv, type RefundEnv } from "../refunds/test-env.fixture.ts";
import {
  operatorLedgerBalanceAt,
  operatorLedgerStatement,
  operatorLedgerTransactions,
} from "./actions/ledger-list.ts";
import { operatorCall, refusalOf } from "./operator-call.fixture.ts";
import { linePageSql, postingPageSql } from "./store/ledger-list.ts";

const DAY_MS = 86_400_000;

let env: RefundEnv;
let memberNo: string;
let orderNo: string;
let refundNo: string;
/** Between the purchase and its refund, two days later; ms. */
let between: number;

const call = operatorCall("00000000-0000-7000-8000-0000000000aa", ["ledger:read"]);
const transactions = (input: Parameters<typeof operatorLedgerTransactions>[2] = {}) =>
  operatorLedgerTransactions(env.context, env.db, input, call);
const statement = (input: Parameters<typeof operatorLedgerStatement>[2]) =>
  operatorLedgerStatement(env.context, env.db, input, call);
const balanceAt = (input: Parameters<typeof operatorLedgerBalanceAt>[2] = {}) =>
  operatorLedgerBalanceAt(env.context, env.db, input, call);
const now = () => env.context.clock.now().getTime();

type Transfer = { asset: string; debit: string; credit: string; amount: number };

/** Credits less debits of every account, from the transfers alone. */
async function replay(until: number): Promise<Map<string, number>> {
  const transfers = await env.rows<Transfer>(
    `SELECT asset, debit, credit, amount::float8 AS amount FROM ledger_transfer
     WHERE created_at < to_timestamp(($1::float8 + 1) / 1000)`,
    [until],
  );
  const balances = new Map<string, number>();
  for (const { debit, credit, amount } of transfers) {
    balances.set(debit, (balances.get(debit) ?? 0) - amount);
    balances.set(credit, (balances.get(credit) ?? 0) + amount);
  }
  return balances;
}

beforeAll(async () => {
  env = await openRefundEnv();
  const memberId = await env.buyer(2, { points: 1_000, principalFen: 100 });
  orderNo = await env.mixedOrder(memberId, 3);
  between = now();
  env.context.clock.advance(2 * DAY_MS);
  await env.fail(orderNo);
  const [refund] = await env.rows<{ no: string }>("SELECT refund_no AS no FROM refund");
  refundNo = refund?.no ?? "";
  const [member] = await env.rows<{ no: string }>(
    "SELECT member_no AS no FROM member WHERE member_id = $1",
    [memberId],
  );
  memberNo = member?.no ?? "";
});
afterAll(() => env.close());

const expectTrialBalances = async () => {
  for (const at of [between, now()]) {
    const { list, totals } = await balanceAt({ at });
    expect(totals).toEqual([
      { asset: "CNY", difference: 0 },
      { asset: "PTS", difference: 0 },
    ]);
    const posted = list.filter(({ debits, credits }) => debits > 0 || credits > 0);
    const nets = new Map(posted.map(({ account, net }) => [account, net]));
    expect(nets).toEqual(await replay(at));
  }
};

test("the trial balance at an instant sums to zero and equals a replay, before and after the days are summed", async () => {
  await expectTrialBalances();
  await runRollUp(env.context, env.db);
  const summed = await env.rows("SELECT FROM ledger_member_rollup");
  expect(summed.length).toBeGreaterThan(0);
  await expectTrialBalances();
});

test("every account of money and of points is listed, with zeros before the first posting", async () => {
  const { list, totals } = await balanceAt({ at: 0 });
  expect(list.map(({ account }) => account)).toEqual([
    ...guarded.CNY,
    ...contra.CNY,
    ...guarded.PTS,
    ...contra.PTS,
  ]);
  expect(list.every(({ debits, credits, net }) => debits + credits + net === 0)).toBe(true);
  expect(totals.map(({ asset }) => asset)).toEqual(["CNY", "PTS"]);
});

test("a statement closes with the account's stored balance, and closing is opening plus its lines", async () => {
  const stored = await env.rows<{ purpose: string; balance: number }>(
    `SELECT purpose, balance::float8 AS balance FROM ledger_account JOIN member USING (member_id)
     WHERE member_no = $1`,
    [memberNo],
  );
  expect(stored.length).toBeGreaterThan(2);
  for (const { purpose, balance } of stored) {
    const account = `${purpose}.${memberNo}`;
    const all = await statement({ account, from: 0, pageSize: 100 });
    expect(all).toMatchObject({ opening: 0, closing: balance });
    const sum = all.list.reduce((total, { change }) => total + change, 0);
    expect(sum).toBe(balance);
    expect(all.list[0]?.after).toBe(balance);
    const later = await statement({ account, from: between + 1 });
    const lines = later.list.reduce((total, { change }) => total + change, 0);
    expect(later.closing).toBe(later.opening + later.added - later.taken);
    expect(later.added - later.taken).toBe(lines);
    const { list } = await balanceAt({ account, at: between });
    expect(list[0]?.balance).toBe(later.opening);
  }
});

test("the statement of an account of the business agrees with its lines, over all pages", async () => {
  for (const account of ["clearing", "clearing.wechatpay", "points_issued", "principal"]) {
    const first = await statement({ account, pageSize: 1 });
    const lines = [...first.list];
    for (let { nextCursor } = first; nextCursor !== undefined; ) {
      const next = await statement({ account, pageSize: 1, cursor: nextCursor });
      lines.push(...next.list);
      nextCursor = next.nextCursor;
    }
    const sum = lines.reduce((total, { change }) => total + change, 0);
    expect(first.closing).toBe(first.opening + sum);
    expect(first.added - first.taken).toBe(sum);
    expect(new Set(lines.map(({ txnId, seq }) => `${txnId} ${seq}`)).size).toBe(lines.length);
  }
});

test("postings are found by an order's, a refund's and a payment's number, with entries that sum to zero", async () => {
  const ofOrder = await transactions({ ref: orderNo });
  expect(ofOrder.list.length).toBeGreaterThan(1);
  expect(new Set(ofOrder.list.map((one) => one.orderNo))).toEqual(new Set([orderNo]));
  expect(ofOrder.list[0]).toMatchObject({ member: { memberNo } });
  const ofRefund = await transactions({ ref: refundNo });
  expect(new Set(ofRefund.list.map((one) => one.refundNo))).toEqual(new Set([refundNo]));
  const [paid] = await env.rows<{ no: string }>("SELECT out_trade_no AS no FROM trade_no");
  expect((await transactions({ ref: paid?.no ?? "" })).list.length).toBeGreaterThan(0);
  const [one] = ofOrder.list;
  const byRef = await transactions({ ref: one?.ref ?? "", memberNo });
  expect(byRef.list.map(({ txnId }) => txnId)).toContain(one?.txnId);
  expect(await transactions({ ref: "nothing" })).toEqual({ list: [] });
});

/** Posts one point to a member under a kind and a reference; returns the posting's id. */
const postOne = async (memberId: string, kind: PostingKind, ref: string): Promise<string> => {
  const { txnId } = await transaction(env.db, (tx) =>
    post(env.context, tx, {
      memberId,
      actor: "system",
      kind,
      ref,
      transfers: [{ asset: "PTS", debit: "points_issued", credit: "available", amount: 1 }],
    }),
  );
  return txnId;
};

const ID = "0199d0c0-0000-7000-8000-00000000beef";
/** References of the forms that `postingKinds` states, where it is not the id of a row. */
const refs: Partial<Record<PostingKind, string>> = {
  code_redeem: `${ID}:1`,
  code_return: `${ID}:1`,
  points_task: `first_order:${ID}`,
  invite_reward: `${ID}:granted`,
  invite_cut: `${ID}:500:granted`,
  invite_back: `${ID}:500`,
  points_back: `${ID}:20`,
  points_return: "T20261124000000000001",
  wxpay_credit: "4200002026112400000000000001",
  merge_out: `${ID}:3`,
  account_close: `${ID}:2`,
};

test("postings are filtered by kind, account and span, and pages follow each other", async () => {
  const all = await transactions({ from: between - DAY_MS, pageSize: 100 });
  const kinds = new Set(all.list.map(({ kind }) => kind));
  for (const kind of kinds) {
    const { list } = await transactions({ from: between - DAY_MS, kind, pageSize: 100 });
    expect(list).toEqual(all.list.filter((one) => one.kind === kind));
  }
  const ofPoints = await transactions({ from: between - DAY_MS, account: `available.${memberNo}` });
  expect(ofPoints.list.length).toBeGreaterThan(0);
  const touches = ofPoints.list.every(({ transfers }) =>
    transfers.some(({ debit, credit }) => debit === "available" || credit === "available"),
  );
  expect(touches).toBe(true);
  const first = await transactions({ from: between - DAY_MS, pageSize: 2 });
  const { nextCursor = "" } = first;
  const second = await transactions({ from: between - DAY_MS, pageSize: 2, cursor: nextCursor });
  expect([...first.list, ...second.list]).toEqual(all.list.slice(0, 4));
});

test("reading one person's accounts is recorded, reading an account of the business is not", async () => {
  const reads = async () =>
    (
      await env.rows<{ input: unknown }>(
        "SELECT input FROM audit_line WHERE operation LIKE 'operatorLedger.%' AND outcome = 'done' ORDER BY seq",
      )
    ).map(({ input }) => input);
  const before = (await reads()).length;
  await statement({ account: "clearing" });
  await balanceAt();
  await transactions();
  expect((await reads()).length).toBe(before);
  const account = `principal.${memberNo}`;
  await statement({ account });
  await balanceAt({ account });
  await transactions({ memberNo });
  const ref = "topup-of-nobody";
  await postOne(env.context.ids.next(), "topup", ref);
  await transactions({ ref });
  expect((await reads()).slice(before)).toEqual([{ account }, { account }, { memberNo }, { ref }]);
});

test("unknown accounts, members and numbers, long spans and instants to come are refused", async () => {
  const refused = [
    statement({ account: "nothing" }),
    statement({ account: "principal.topup" }),
    statement({ account: "clearing", from: 0 }),
    balanceAt({ at: now() + 1_000 }),
    transactions({ from: 0 }),
  ];
  expect(await Promise.all(refused.map(refusalOf))).toEqual(refused.map(() => "INPUT_INVALID"));
  const missing = [
    statement({ account: "principal.999999999" }),
    transactions({ memberNo: "999999999" }),
  ];
  expect(await Promise.all(missing.map(refusalOf))).toEqual(["NOT_FOUND", "NOT_FOUND"]);
});

test("postings of every kind are found by their reference alone, without a member or a span", async () => {
  const kinds = Object.keys(postingKinds) as PostingKind[];
  const memberId = env.context.ids.next();
  const at = now();
  const posted = new Map<PostingKind, string>();
  for (const kind of kinds)
    posted.set(kind, await postOne(memberId, kind, refs[kind] ?? `${kind}:${ID}`));
  env.context.clock.advance(40 * DAY_MS);
  for (const kind of kinds) {
    const { list } = await transactions({ ref: refs[kind] ?? `${kind}:${ID}`, kind });
    expect(list).toMatchObject([{ kind, txnId: posted.get(kind), at }]);
  }
});

test("the reference of a merge finds the postings of both members, one that many members have is refused", async () => {
  const day = "2026-02-29";
  const ref = `${ID}:7`;
  const [from, into, third] = [1, 2, 3].map(() => env.context.ids.next()) as [
    string,
    string,
    string,
  ];
  await postOne(from, "merge_out", ref);
  await postOne(into, "merge_in", ref);
  const { list } = await transactions({ ref });
  expect(list.map(({ kind }) => kind).toSorted()).toEqual(["merge_in", "merge_out"]);
  for (const memberId of [from, into, third]) await postOne(memberId, "points_sign", day);
  expect(await refusalOf(transactions({ ref: day }))).toBe("INPUT_INVALID");
});

/** Postings of the kind that every order makes, as many as make the planner use an index. */
const MANY = `
  WITH txn AS (
    INSERT INTO ledger_txn (member_id, id, kind, ref, request_hash, actor, created_at)
    SELECT gen_random_uuid(), gen_random_uuid(), 'code_redeem', n::text, '', 'system', now() - n * interval '1 minute'
    FROM generate_series(1, 10000) n RETURNING member_id, id, created_at
  )
  INSERT INTO ledger_transfer (member_id, txn_id, seq, asset, debit, credit, amount, created_at)
  SELECT member_id, id, 1, 'CNY', 'codes_sold', 'clearing', 1, created_at FROM txn`;

test("pages read through an index, those of rare kinds and accounts through one of their own", async () => {
  const page = { after: undefined, limit: 20 };
  const span = { from: 0, to: now() };
  const pages = [
    [postingPageSql(span, page), "ledger_transfer_day"],
    [postingPageSql({ ...span, kind: "adjust" }, page), "ledger_txn_rare_kind"],
    [postingPageSql({ refs: ["77"] }, page), "ledger_txn_ref"],
    [linePageSql({ ...span, purpose: "clearing" }, page), "ledger_transfer_day"],
    [linePageSql({ ...span, purpose: "suspense" }, page), "ledger_transfer_rare_debit"],
  ] as const;
  const dialect = new PgDialect();
  const superuser = await connectAsSuperuser(env.db);
  try {
    await superuser.query("BEGIN");
    await superuser.query(MANY);
    await superuser.query("ANALYZE ledger_txn, ledger_transfer");
    for (const [query, index] of pages) {
      const { sql: text, params } = dialect.sqlToQuery(query);
      const { rows } = await superuser.query<object>(`EXPLAIN (FORMAT JSON) ${text}`, params);
      expect(JSON.stringify(rows)).toContain(index);
    }
  } finally {
    await superuser.query("ROLLBACK");
    await superuser.end();
  }
});
