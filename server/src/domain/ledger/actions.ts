/** What may be done with money and points. Postings join the caller's transaction: money never moves alone. */
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { runReadQuery } from "../../platform/database/read-query.ts";
import { requestHash } from "../../platform/idempotency.ts";
import {
  type Balances,
  type Asset,
  type PostingHeader,
  type Freeze,
  type Hold,
  type HoldTarget,
  noBalances,
  type Posted,
  type PostingKey,
  type Transfer,
  type TrialBalance,
} from "./model.ts";
import { storedBalancesQuery, rollContra } from "./store/balances.ts";
import {
  callLockMember,
  callClose,
  callConfirm,
  callHold,
  callPost,
  callReverse,
  callVoid,
  txnIdOf,
} from "./store/sql-functions.ts";
import { callFreeze, findFrozenAssets, readFrozen } from "./store/freezes.ts";
import { readTrialBalance } from "./store/trial-balance.ts";

export { type PartySum, sumByParty } from "./store/balances.ts";
export { rethrowLedgerError } from "./store/sql-functions.ts";
export {
  type MonthSum,
  monthSumsOf,
  type StatementLine,
  statementOf,
  type StatementScope,
  type StatementPageRequest,
  statementRows,
} from "./store/statement.ts";

/** A repeat answers the id of the first posting. */
const posted = async (
  tx: Tx,
  posting: PostingHeader & PostingKey,
  outcome: Posted["outcome"],
  newId: string,
): Promise<Posted> => ({
  outcome,
  txnId: outcome === "posted" ? newId : await txnIdOf(tx, posting.memberId, posting),
});

/**
 * Posts transfers into the member's book, in their order, once for each (kind, ref); a repeat
 * answers the first posting's id. Refuses BALANCE_SHORT or POINTS_SHORT with `missing`; other
 * content under the same ref is a Defect.
 */
export async function post(
  context: Context,
  tx: Tx,
  posting: PostingHeader &
    PostingKey & {
      readonly orderId?: string;
      readonly transfers: readonly Transfer[];
      readonly reverses?: string;
    },
): Promise<Posted> {
  const { orderId, transfers, reverses } = posting;
  const newId = context.ids.next();
  const hash = requestHash({ orderId, transfers, reverses });
  const outcome = await callPost(tx, { ...posting, newId, hash, now: context.clock.sql() });
  return posted(tx, posting, outcome, newId);
}

/** Takes a whole posting back, once. Refuses as `post` when what was given has been spent since. */
export async function reverse(
  context: Context,
  tx: Tx,
  reversal: PostingHeader & PostingKey & { readonly txnId: string },
): Promise<Posted> {
  const newId = context.ids.next();
  const hash = requestHash({ txnId: reversal.txnId });
  const outcome = await callReverse(tx, { ...reversal, newId, hash, now: context.clock.sql() });
  return posted(tx, reversal, outcome, newId);
}

/** Sets an amount aside until `expiresAt`, once for each hold id. Refuses as `post`, and ACCOUNT_FROZEN. */
export const hold = (context: Context, tx: Tx, wanted: Hold): Promise<"held" | "replay"> =>
  callHold(tx, { ...wanted, now: context.clock.sql() });

/**
 * Confirms a hold, whole or in part; the rest goes back. Refuses ORDER_STATE when the hold is over:
 * voided, or past its lease, whether or not anything has tidied it.
 */
export const confirmHold = (
  context: Context,
  tx: Tx,
  end: PostingHeader & { readonly holdId: string; readonly to: readonly HoldTarget[] },
): Promise<"confirmed" | "replay"> =>
  callConfirm(tx, { ...end, newId: context.ids.next(), now: context.clock.sql() });

/**
 * Gives a hold back whole; one that lapsed by itself answers replay. Refuses ORDER_STATE when it
 * was confirmed.
 */
export const voidHold = (
  context: Context,
  tx: Tx,
  end: PostingHeader & { readonly holdId: string },
): Promise<"voided" | "replay"> =>
  callVoid(tx, { ...end, newId: context.ids.next(), now: context.clock.sql() });

/**
 * Takes the books of several members to the end of the transaction, always in the order of their ids, so that two who
 * take the same books queue instead of crossing.
 */
export async function lockMemberLedgers(
  context: Context,
  tx: Tx,
  memberIds: readonly string[],
): Promise<void> {
  for (const memberId of [...memberIds].sort()) {
    await callLockMember(tx, memberId, context.clock.sql());
  }
}

/** Closes a member's ledger for good: what is posted to it later is reported as `ledger.late`. */
export const closeLedger = (tx: Tx, memberId: string, now: Date | null): Promise<void> =>
  callClose(tx, memberId, now);

/** Freezes a member's asset, until it is thawed. Answers false when it was frozen already. */
export const freeze = (context: Context, tx: Tx, wanted: Freeze): Promise<boolean> =>
  callFreeze(tx, { ...wanted, verb: "freeze", now: context.clock.sql() });

/** Lets it be spent again. The system thaws only what it froze itself. Answers whether it did. */
export const thaw = (context: Context, tx: Tx, wanted: Freeze): Promise<boolean> =>
  callFreeze(tx, { ...wanted, verb: "thaw", now: context.clock.sql() });

/** Whether holds and other spending of this asset are refused (ACCOUNT_FROZEN). */
export const isFrozen = (db: Db | Tx, memberId: string, asset: Asset): Promise<boolean> =>
  readFrozen(db, memberId, asset);

/** The balances of member `$1` as of `$2`, to be read with other things; see `balancesOf`. */
export const balancesQuery = {
  ...storedBalancesQuery,
  toResult: (rows: Parameters<typeof storedBalancesQuery.toResult>[0]): Balances => ({
    ...noBalances(),
    ...storedBalancesQuery.toResult(rows),
  }),
};

/** The assets of member `$1` that may not be spent, to be read with other things. */
export const frozenAssetsQuery = findFrozenAssets;

/**
 * The member's balances in fen and points as of `now` (null: the database's clock). Holds past
 * their lease count as given back.
 */
export async function balancesOf(
  db: Db | Tx,
  memberId: string,
  now: Date | null = null,
): Promise<Balances> {
  return runReadQuery(db, balancesQuery, [memberId, now]);
}

/** Proves the whole ledger as of one instant. `isSound` is true when every difference is zero. */
export const trialBalance = (db: Db): Promise<TrialBalance> => readTrialBalance(db);

/** Sums the contra accounts of the days that are over. Answers how many sums it wrote. */
export const rollUpContraAccounts = (context: Context, db: Db): Promise<number> =>
  rollContra(db, context.clock.sql());
