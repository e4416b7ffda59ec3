/** Reads the ledger for operators: postings, the statement of an account, and balances at an instant. */
import type { Input, Output } from "@yunjing/contract/operations";
import type {
  LedgerTransaction,
  StatementLine as ShownLine,
} from "@yunjing/contract/schemas/operators/ledger";
import { accountText, actorText, postingText } from "@yunjing/contract/shared-words";
import type { Context } from "../../../platform/context.ts";
import { keysetPageOf, keysetResult, readCursor } from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { inSnapshot } from "../../../platform/database/transaction.ts";
import { type Call, memberOf } from "../../../platform/http/call.ts";
import { withoutNulls } from "../../../platform/http/fields.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { auditRead } from "../../audit/actions.ts";
import { type AccountSums, memberAccountBetween, sumsBefore } from "../../ledger/actions.ts";
import { assets, signOf } from "../../ledger/model.ts";
import { accountOf, allAccounts, isMembers, type NamedAccount } from "../ledger-account.ts";
import { spanOf } from "../span.ts";
import {
  findNumber,
  findRefOwners,
  type LineRow,
  listLines,
  listPostings,
  type PostingRow,
  readOwner,
} from "../store/ledger-list.ts";

const STATEMENT_DAYS = 30;
const DAY_MS = 86_400_000;
const LINES = 20;

type Owner = NonNullable<Awaited<ReturnType<typeof readOwner>>>;
/** An account with its member, where it has one. */
type FoundAccount = NamedAccount & { readonly owner?: Owner };

/** Refuses INPUT_INVALID for an id of no account, NOT_FOUND for the account of an unknown member. */
async function findAccount(db: Db, account: string): Promise<FoundAccount> {
  const named = accountOf(account);
  if (!named) throw new Refusal("INPUT_INVALID", { field: "account", text: "没有这个账户" });
  if (named.memberNo === undefined) return named;
  const owner = await readOwner(db, named.memberNo);
  if (!owner) throw new Refusal("NOT_FOUND", { field: "account", text: "没有这位会员" });
  return { ...named, owner };
}

/** Records that an operator read one person's accounts. */
const recordRead = (
  context: Context,
  db: Db,
  call: Call,
  read: { readonly operation: string; readonly subject: Readonly<Record<string, unknown>> },
) =>
  auditRead(context, db, {
    operatorId: memberOf(call).memberId,
    requestId: call.requestId,
    address: call.address,
    ...read,
  });

function transactionOf(row: PostingRow): LedgerTransaction {
  const { id, at, kind, title, ref, actor, memberNo, nickname, phone } = row;
  const { reverses, orderNo, refundNo, withdrawalNo } = row;
  return {
    txnId: id,
    at,
    kind,
    kindText: postingText(kind),
    title,
    ref,
    actorText: actorText(actor.split(":")[0] ?? actor),
    ...(memberNo === null ? {} : { member: { memberNo, nickname, phone } }),
    ...withoutNulls({ reverses, orderNo, refundNo, withdrawalNo }),
    transfers: row.transfers.map(({ party, ...transfer }) => ({
      ...transfer,
      debitText: accountText(transfer.debit),
      creditText: accountText(transfer.credit),
      ...withoutNulls({ party }),
    })),
  };
}

// A merge moves value between two members under one reference (`merge_out`, `merge_in`).
const MEMBERS_OF_REF_MAX = 2;

/**
 * Whose postings a number or reference names. A number that was claimed (an order's, a refund's) has
 * precedence; any other text is a posting's own ref. Without a member, `memberId` is absent for the
 * reference of a merge. Undefined when there is none; refuses INPUT_INVALID for what many members
 * have, such as the day of a sign-in.
 */
async function findRef(db: Db, ref: string, memberId: string | undefined) {
  const found = await findNumber(db, ref);
  if (found && (memberId === undefined || memberId === found.memberId)) return found;
  if (memberId !== undefined) return { memberId, orderId: null, refs: [ref] };
  const owners = await findRefOwners(db, ref);
  if (owners.length > MEMBERS_OF_REF_MAX) {
    const text = "许多会员都有这个参考号，请改用会员号查找";
    throw new Refusal("INPUT_INVALID", { field: "ref", text });
  }
  if (owners.length === 0) return undefined;
  return { memberId: owners.length === 1 ? owners[0] : undefined, orderId: null, refs: [ref] };
}

/**
 * Returns a page of postings, newest first. Without a member or a reference it covers 24 hours, or
 * the span of `from` and `to` of at most 31 days. Refuses INPUT_INVALID, NOT_FOUND, BAD_REQUEST. What
 * belongs to one person is recorded in the audit.
 */
export async function operatorLedgerTransactions(
  context: Context,
  db: Db,
  input: Input<"operatorLedger", "transactions">,
  call: Call,
): Promise<Output<"operatorLedger", "transactions">> {
  const { ref, memberNo, kind } = input;
  const account = input.account === undefined ? undefined : await findAccount(db, input.account);
  const named = memberNo === undefined ? account?.owner : await readOwner(db, memberNo);
  if (memberNo !== undefined && !named) {
    throw new Refusal("NOT_FOUND", { field: "memberNo", text: "没有这位会员" });
  }
  if (named && account?.owner && named.memberId !== account.owner.memberId) return { list: [] };
  const number = ref === undefined ? undefined : await findRef(db, ref, named?.memberId);
  if (ref !== undefined && !number) return { list: [] };
  const memberId = number?.memberId ?? named?.memberId;
  const isOfPersons = memberId !== undefined || number !== undefined;
  const span = spanOf(context.clock.now(), input, isOfPersons);
  if (isOfPersons) {
    const subject = withoutUndefined({ memberNo: named?.memberNo, account: account?.account, ref });
    await recordRead(context, db, call, { operation: "operatorLedger.transactions", subject });
  }
  const page = keysetPageOf(input);
  const rows = await listPostings(
    db,
    {
      ...span,
      memberId,
      kind,
      purpose: account?.purpose,
      party: account?.party,
      orderId: number?.orderId,
      refs: number?.refs,
    },
    page,
  );
  return keysetResult(rows, page, transactionOf);
}

const withoutUndefined = (fields: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/** A balance is credits less debits, of a debt debits less credits. */
const signOfAccount = ({ purpose }: Pick<NamedAccount, "purpose">): 1 | -1 =>
  isMembers(purpose) ? signOf(purpose) : 1;

const shownAccount = ({ account, asset, purpose, party, owner }: FoundAccount) => ({
  account,
  accountText: accountText(purpose),
  asset,
  isMembers: isMembers(purpose),
  ...(owner ? { member: memberNameOf(owner) } : {}),
  ...(party === undefined ? {} : { party }),
});

const memberNameOf = ({ memberNo, nickname, phone }: Owner) => ({ memberNo, nickname, phone });

type Movement = {
  readonly opening: number;
  readonly closing: number;
  readonly debits: number;
  readonly credits: number;
};

const netOf = (sums: Pick<AccountSums, "debits" | "credits">): number => sums.credits - sums.debits;

/** Returns credits less debits before and after the span, and the sums of its movements. */
async function movementOf(
  db: Parameters<typeof sumsBefore>[0],
  { purpose, party, owner }: FoundAccount,
  { from, before }: { readonly from: Date; readonly before: Date },
): Promise<Movement> {
  if (owner && isMembers(purpose)) {
    const account = { memberId: owner.memberId, purpose };
    return memberAccountBetween(db, account, { from, before });
  }
  const none = { debits: 0, credits: 0 };
  const [start = none] = await sumsBefore(db, { before: from, purpose, party });
  const [end = none] = await sumsBefore(db, { before, purpose, party });
  return {
    opening: netOf(start),
    closing: netOf(end),
    debits: end.debits - start.debits,
    credits: end.credits - start.credits,
  };
}

function lineOf(row: LineRow, sign: 1 | -1): ShownLine {
  const { txnId, seq, at, kind, title, ref, other, change } = row;
  const { after, memberNo, orderNo, refundNo, withdrawalNo } = row;
  return {
    txnId,
    seq,
    at,
    kind,
    kindText: postingText(kind),
    title,
    ref,
    otherText: accountText(other),
    change: change * sign,
    ...withoutNulls({ after, memberNo, orderNo, refundNo, withdrawalNo }),
  };
}

/** The last 30 days by default; more than 31 only for one person's account. */
function statementSpan(now: number, wanted: Input<"operatorLedger", "statement">, isOne: boolean) {
  const to = wanted.to ?? now;
  const from = wanted.from ?? Math.max(0, to - STATEMENT_DAYS * DAY_MS);
  spanOf(new Date(now), { from, to }, isOne);
  if (from > to) throw new Refusal("INPUT_INVALID", { field: "from" });
  return { from, to };
}

/**
 * Returns one account over a span: opening and closing balance, what its lines add and take, and a
 * page of them. All figures are of one snapshot. Refuses INPUT_INVALID, NOT_FOUND, BAD_REQUEST.
 */
export async function operatorLedgerStatement(
  context: Context,
  db: Db,
  input: Input<"operatorLedger", "statement">,
  call: Call,
): Promise<Output<"operatorLedger", "statement">> {
  const account = await findAccount(db, input.account);
  const { owner } = account;
  const { from, to } = statementSpan(context.clock.now().getTime(), input, owner !== undefined);
  if (owner) {
    const subject = { account: account.account };
    await recordRead(context, db, call, { operation: "operatorLedger.statement", subject });
  }
  const page = { after: readCursor(input.cursor), limit: input.pageSize ?? LINES };
  const { purpose, party } = account;
  const filter = { purpose, party, memberId: owner?.memberId, from, to };
  const ends = { from: new Date(from), before: new Date(to + 1) };
  const { movement, rows } = await inSnapshot(db, async (tx) => ({
    movement: await movementOf(tx, account, ends),
    rows: await listLines(tx, filter, page),
  }));
  const sign = signOfAccount(account);
  const { opening, closing, debits, credits } = movement;
  return {
    account: shownAccount(account),
    from,
    to,
    opening: opening * sign,
    added: sign === 1 ? credits : debits,
    taken: sign === 1 ? debits : credits,
    closing: closing * sign,
    ...keysetResult(rows, page, (row) => lineOf(row, sign)),
  };
}

const balanceOf = (account: FoundAccount, sums: Pick<AccountSums, "debits" | "credits">) => ({
  ...shownAccount(account),
  debits: sums.debits,
  credits: sums.credits,
  net: netOf(sums),
  balance: netOf(sums) * signOfAccount(account) + 0,
});

const NOTHING = { debits: 0, credits: 0 };

/**
 * Returns the balance of an account, or of every account, also those without a posting, at the end of
 * the millisecond `at`; now by default. Refuses INPUT_INVALID for an instant that is not over, and as
 * `findAccount` does.
 */
export async function operatorLedgerBalanceAt(
  context: Context,
  db: Db,
  { account: wanted, at: asked }: Input<"operatorLedger", "balanceAt">,
  call: Call,
): Promise<Output<"operatorLedger", "balanceAt">> {
  const now = context.clock.now().getTime();
  const at = asked ?? now;
  if (at > now) throw new Refusal("INPUT_INVALID", { field: "at", text: "请选已经过去的时间" });
  const before = new Date(at + 1);
  if (wanted === undefined) {
    const sums = await sumsBefore(db, { before });
    const totals = assets.map((asset) => ({
      asset,
      difference: sums
        .filter((row) => row.asset === asset)
        .reduce((sum, row) => sum + netOf(row), 0),
    }));
    const list = allAccounts.map((account) =>
      balanceOf(account, sums.find(({ purpose }) => purpose === account.purpose) ?? NOTHING),
    );
    return { at, list, totals };
  }
  const account = await findAccount(db, wanted);
  if (account.owner) {
    const subject = { account: account.account };
    await recordRead(context, db, call, { operation: "operatorLedger.balanceAt", subject });
  }
  const movement = await movementOf(db, account, { from: new Date(0), before });
  return { at, list: [balanceOf(account, movement)], totals: [] };
}
