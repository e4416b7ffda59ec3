/**
 * Actions on money and points. Postings run in the caller's transaction, so that money moves
 * together with its cause.
 */
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
import { storedBalancesQuery, rollUpDay, sumMinutes, sumSlots } from "./store/balances.ts";
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

export { sumByParty } from "./store/balances.ts";
export { rethrowLedgerError } from "./store/sql-functions.ts";
export { monthSumsOf } from "./store/month-sums.ts";
export {
  type StatementLine,
  statementOf,
  type StatementPageRequest,
  statementRows,
} from "./store/statement.ts";

/** A repeat returns the id of the first posting. */
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
 * Posts transfers to the member's ledger, in their order, once for each (kind, ref); a repeat
 * returns the first posting's id. Refuses BALANCE_SHORT or POINTS_SHORT with `missing`; different
 * content under the same ref is a Defect.
 */
export async function post(
  context: Context,
  tx: Tx,
  posting: PostingHeader &
    PostingKey & { readonly orderId?: string; readonly transfers: readonly Transfer[] },
): Promise<Posted> {
  const { orderId, transfers } = posting;
  const newId = context.ids.next();
  const hash = requestHash({ orderId, transfers });
  const outcome = await callPost(tx, { ...posting, newId, hash, now: context.clock.sql() });
  return posted(tx, posting, outcome, newId);
}

/**
 * Reverses a whole posting, once. Refuses like `post` when the credited amount has been spent
 * since.
 */
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

/**
 * Holds an amount until `expiresAt`, once for each hold id. Refuses like `post`, and
 * ACCOUNT_FROZEN.
 */
export const hold = (context: Context, tx: Tx, wanted: Hold): Promise<"held" | "replay"> =>
  callHold(tx, { ...wanted, now: context.clock.sql() });

/**
 * Confirms a hold, whole or in part; the rest is returned. Refuses ORDER_STATE when the hold is
 * over: voided, or past its lease, whether or not it was already released.
 */
export const confirmHold = (
  context: Context,
  tx: Tx,
  end: PostingHeader & { readonly holdId: string; readonly to: readonly HoldTarget[] },
): Promise<"confirmed" | "replay"> =>
  callConfirm(tx, { ...end, newId: context.ids.next(), now: context.clock.sql() });

/**
 * Voids a hold and returns its whole amount; a hold that expired returns replay. Refuses
 * ORDER_STATE when it was confirmed.
 */
export const voidHold = (
  context: Context,
  tx: Tx,
  end: PostingHeader & { readonly holdId: string },
): Promise<"voided" | "replay"> =>
  callVoid(tx, { ...end, newId: context.ids.next(), now: context.clock.sql() });

/**
 * Locks the ledgers of several members until the end of the transaction, always in the order of
 * their ids, so that two transactions on the same ledgers wait and do not deadlock.
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

/** Closes a member's ledger permanently: later postings to it are reported as `ledger.late`. */
export const closeLedger = (tx: Tx, memberId: string, now: Date | null): Promise<void> =>
  callClose(tx, memberId, now);

/** Freezes a member's asset until it is thawed. Returns false when it was already frozen. */
export const freeze = (context: Context, tx: Tx, wanted: Freeze): Promise<boolean> =>
  callFreeze(tx, { ...wanted, verb: "freeze", now: context.clock.sql() });

/**
 * Thaws a member's asset, so that it can be spent again. The system thaws only what it froze
 * itself. Returns whether it did.
 */
export const thaw = (context: Context, tx: Tx, wanted: Freeze): Promise<boolean> =>
  callFreeze(tx, { ...wanted, verb: "thaw", now: context.clock.sql() });

/** Returns whether holds and other spending of this asset are refused (ACCOUNT_FROZEN). */
export const isFrozen = (db: Db | Tx, memberId: string, asset: Asset): Promise<boolean> =>
  readFrozen(db, memberId, asset);

/** The balances of member `$1` as of `$2`, to be combined with other queries; see `balancesOf`. */
export const balancesQuery = {
  ...storedBalancesQuery,
  toResult: (rows: Parameters<typeof storedBalancesQuery.toResult>[0]): Balances => ({
    ...noBalances(),
    ...storedBalancesQuery.toResult(rows),
  }),
};

/** The frozen assets of member `$1`, to be combined with other queries. */
export const frozenAssetsQuery = findFrozenAssets;

/**
 * Returns the member's balances in fen and points as of `now` (null: the database's clock). Holds
 * past their lease count as returned.
 */
export async function balancesOf(
  db: Db | Tx,
  memberId: string,
  now: Date | null = null,
): Promise<Balances> {
  return runReadQuery(db, balancesQuery, [memberId, now]);
}

/** Verifies the whole ledger in one snapshot. `isSound` is true when every difference is zero. */
export const trialBalance = (db: Db): Promise<TrialBalance> => readTrialBalance(db);

/**
 * Sums the accounts of the slots, minutes and days that are over, a day in one statement; after an
 * interruption the next call goes on. Returns the number of days' sums of contra accounts written.
 */
export async function rollUpPastDays(context: Context, db: Db): Promise<number> {
  const now = context.clock.sql();
  while (await sumSlots(db, now));
  await sumMinutes(db, now);
  let sums = 0;
  for (let day = await rollUpDay(db, now); day !== undefined; day = await rollUpDay(db, now))
    sums += day;
  return sums;
}
export { freezeStateOf } from "./store/audited.ts";
export { type AccountSums, memberAccountBetween, sumsBefore } from "./store/sums-before.ts";
