/** Calls the ledger's SQL functions and translates the errors they raise. */
import { sql } from "drizzle-orm";
import {
  violatedConstraint,
  databaseError,
  raisedRefusal,
} from "../../../platform/database/failure.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { Defect, Refusal } from "../../../platform/refusal.ts";
import {
  ledgerClose,
  ledgerConfirm,
  ledgerHold,
  ledgerLockMember,
  ledgerPost,
  ledgerReverse,
  ledgerVoid,
} from "../../../sql/ledger.ts";
import type { PostingHeader, Hold, HoldTarget, PostingKey, Transfer } from "../model.ts";

const OTHER_CONTENT = "YJ001";
const HOLD_OVER = "YJ002";

/**
 * Rethrows an error of a ledger function as BALANCE_SHORT or POINTS_SHORT with `missing` (fen or
 * points), ACCOUNT_FROZEN, ORDER_STATE for a hold that is over, or a Defect for a repeat with other
 * content. Also for other modules whose functions post.
 */
export function rethrowLedgerError(error: unknown): never {
  const raised = databaseError(error);
  if (raised?.code === OTHER_CONTENT) throw new Defect(raised.message, error);
  const refusal = raisedRefusal(error);
  if (refusal) throw refusal;
  if (raised?.code === HOLD_OVER) throw new Refusal("ORDER_STATE");
  // Only the guard in ledger_move gives a column: a CHECK violation without one would mean that the
  // guard is broken.
  if (raised?.column && violatedConstraint(error) === "ledger_account_no_overdraft") {
    const missing = Number(raised.detail);
    throw new Refusal(raised.column === "PTS" ? "POINTS_SHORT" : "BALANCE_SHORT", { missing });
  }
  throw error;
}

/** The posting's own id and its time; null means the database's clock. */
type Mark = { readonly newId: string; readonly now: Date | null };

export const callPost = (
  tx: Tx,
  posting: PostingHeader &
    PostingKey &
    Mark & {
      readonly hash: Buffer;
      readonly orderId?: string;
      readonly transfers: readonly Transfer[];
    },
): Promise<"posted" | "replay"> => {
  const { newId, kind, ref, hash, actor, orderId = null, title = "" } = posting;
  return ledgerPost(tx, {
    member: posting.memberId,
    posting: { id: newId, kind, ref, hash, actor, orderId, title },
    transfers: posting.transfers,
    now: posting.now,
  }).catch(rethrowLedgerError);
};

export const callReverse = (
  tx: Tx,
  reversal: PostingHeader & PostingKey & Mark & { readonly hash: Buffer; readonly txnId: string },
): Promise<"posted" | "replay"> => {
  const { newId, kind, ref, hash, actor, title = "" } = reversal;
  return ledgerReverse(tx, {
    member: reversal.memberId,
    reversed: reversal.txnId,
    posting: { id: newId, kind, ref, hash, actor, orderId: null, title },
    now: reversal.now,
  }).catch(rethrowLedgerError);
};

export const callHold = (
  tx: Tx,
  hold: Hold & { readonly now: Date | null },
): Promise<"held" | "replay"> => {
  const { holdId, asset, purpose, amount, expiresAt, actor, orderId = null, title = "" } = hold;
  return ledgerHold(tx, {
    member: hold.memberId,
    hold: { id: holdId, asset, purpose, amount, expiresAt, actor, orderId, title },
    now: hold.now,
  }).catch(rethrowLedgerError);
};

export const callConfirm = (
  tx: Tx,
  end: PostingHeader & Mark & { readonly holdId: string; readonly to: readonly HoldTarget[] },
): Promise<"confirmed" | "replay"> =>
  ledgerConfirm(tx, {
    member: end.memberId,
    txn: end.newId,
    hold: end.holdId,
    to: end.to,
    actor: end.actor,
    title: end.title ?? "",
    now: end.now,
  }).catch(rethrowLedgerError);

export const callVoid = (
  tx: Tx,
  { memberId, newId, holdId, actor, now }: PostingHeader & Mark & { readonly holdId: string },
): Promise<"voided" | "replay"> =>
  ledgerVoid(tx, { member: memberId, txn: newId, hold: holdId, actor, now }).catch(
    rethrowLedgerError,
  );

/** Returns the id of the posting with this kind and ref. */
export async function txnIdOf(
  tx: Tx,
  memberId: string,
  { kind, ref }: PostingKey,
): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM ledger_txn
    WHERE member_id = ${memberId} AND kind = ${kind} AND ref = ${ref}`);
  const row = rows[0];
  if (!row) throw new Defect(`posting ${kind} ${ref} is missing`);
  return row.id;
}

/** Locks a member's ledger for the rest of the transaction and releases expired holds first. */
export const callLockMember = (tx: Tx, memberId: string, now: Date | null): Promise<void> =>
  ledgerLockMember(tx, { member: memberId, now });

/** Closes the ledger of a merged or closed member; see `functions/close.sql`. */
export const callClose = (tx: Tx, memberId: string, now: Date | null): Promise<void> =>
  ledgerClose(tx, { member: memberId, now });
