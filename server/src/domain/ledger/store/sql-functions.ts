/** Calls the ledger's SQL functions and translates the errors they raise. */
import { type SQL, sql } from "drizzle-orm";
import {
  violatedConstraint,
  databaseError,
  raisedRefusal,
} from "../../../platform/database/failure.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { Defect, Refusal } from "../../../platform/refusal.ts";
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

async function outcomeOf<Outcome extends string>(tx: Tx, call: SQL): Promise<Outcome> {
  const { rows } = await tx
    .execute<{ outcome: Outcome }>(sql`SELECT ${call} AS outcome`)
    .catch(rethrowLedgerError);
  const row = rows[0];
  if (!row) throw new Defect("a ledger function returned no row");
  return row.outcome;
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
): Promise<"posted" | "replay"> =>
  outcomeOf(
    tx,
    sql`ledger_post(${posting.memberId},
      ROW(${posting.newId}, ${posting.kind}, ${posting.ref}, ${posting.hash}, ${posting.actor},
          ${posting.orderId ?? null}, ${posting.title ?? ""})::ledger_posting,
      ${JSON.stringify(posting.transfers)}::jsonb, ${posting.now}::timestamptz)`,
  );

export const callReverse = (
  tx: Tx,
  {
    title = "",
    ...reversal
  }: PostingHeader & PostingKey & Mark & { readonly hash: Buffer; readonly txnId: string },
): Promise<"posted" | "replay"> =>
  outcomeOf(
    tx,
    sql`ledger_reverse(${reversal.memberId}, ${reversal.txnId},
      ROW(${reversal.newId}, ${reversal.kind}, ${reversal.ref}, ${reversal.hash}, ${reversal.actor},
          NULL, ${title})::ledger_posting,
      ${reversal.now}::timestamptz)`,
  );

export const callHold = (
  tx: Tx,
  { title = "", orderId, ...hold }: Hold & { readonly now: Date | null },
): Promise<"held" | "replay"> =>
  outcomeOf(
    tx,
    sql`ledger_hold(${hold.memberId},
      ROW(${hold.holdId}, ${hold.asset}, ${hold.purpose}, ${hold.amount}, ${hold.expiresAt},
          ${hold.actor}, ${orderId ?? null}, ${title})::ledger_hold_request,
      ${hold.now}::timestamptz)`,
  );

export const callConfirm = (
  tx: Tx,
  {
    title = "",
    ...end
  }: PostingHeader & Mark & { readonly holdId: string; readonly to: readonly HoldTarget[] },
): Promise<"confirmed" | "replay"> =>
  outcomeOf(
    tx,
    sql`ledger_confirm(${end.memberId}, ${end.newId}, ${end.holdId},
      ${JSON.stringify(end.to)}::jsonb, ${end.actor}, ${title}, ${end.now}::timestamptz)`,
  );

export const callVoid = (
  tx: Tx,
  { memberId, newId, holdId, actor, now }: PostingHeader & Mark & { readonly holdId: string },
): Promise<"voided" | "replay"> =>
  outcomeOf(tx, sql`ledger_void(${memberId}, ${newId}, ${holdId}, ${actor}, ${now}::timestamptz)`);

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
export async function callLockMember(tx: Tx, memberId: string, now: Date | null): Promise<void> {
  await tx.execute(sql`SELECT ledger_lock_member(${memberId}, ${now}::timestamptz)`);
}

/** Closes the ledger of a merged or closed member; see `functions/close.sql`. */
export async function callClose(tx: Tx, memberId: string, now: Date | null): Promise<void> {
  await tx.execute(sql`SELECT ledger_close(${memberId}, ${now}::timestamptz)`);
}
