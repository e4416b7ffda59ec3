/**
 * All SQL statements about withdrawals; each names the owner, and each change is guarded by the
 * expected state.
 */
import { sql } from "drizzle-orm";
import { raisedRefusal } from "../../platform/database/failure.ts";
import type { Position } from "../../platform/database/keyset.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { sqlNow, epochMsSql, type Now } from "../../platform/database/sql.ts";
import type { ArgumentsOf, ResultOf } from "../../platform/database/sql-function.ts";
import {
  withdrawalsApply,
  withdrawalsApprove,
  withdrawalsCreate,
  withdrawalsLeft,
  withdrawalsReturn,
  withdrawalsTakeLook,
} from "../../sql/withdrawals.ts";
import { rethrowLedgerError } from "../ledger/actions.ts";
import type { Withdrawal } from "./model.ts";

type Queryable = Db | Tx;
export type WithdrawalKey = { readonly ownerId: string; readonly id: string };

const rethrow = (error: unknown): never => {
  const refusal = raisedRefusal(error);
  if (refusal) throw refusal;
  return rethrowLedgerError(error);
};

type CreateArguments = ArgumentsOf<typeof withdrawalsCreate>;
/** Creates a withdrawal. Refuses WITHDRAW_LIMIT, BALANCE_SHORT and ACCOUNT_FROZEN. */
export const callCreate = (
  tx: Tx,
  member: string,
  wanted: { request: CreateArguments["wish"]; limits: CreateArguments["limits"]; now: Now },
): Promise<ResultOf<typeof withdrawalsCreate>> => {
  const { request: wish, limits, now } = wanted;
  return withdrawalsCreate(tx, { member, wish, limits, now }).catch(rethrow);
};

/** Returns how many times the member may still withdraw today, and how many fen this month. */
export const callLeft = (
  db: Queryable,
  member: string,
  { limits, now }: Pick<ArgumentsOf<typeof withdrawalsLeft>, "limits" | "now">,
): Promise<ResultOf<typeof withdrawalsLeft>> => withdrawalsLeft(db, { member, limits, now });

export const callApprove = (
  tx: Tx,
  { ownerId: member, id }: WithdrawalKey,
  by: ArgumentsOf<typeof withdrawalsApprove>["by"],
  now: Now,
): Promise<"first" | "PAYING"> => withdrawalsApprove(tx, { member, id, by, now }).catch(rethrow);

export const callReturn = (
  tx: Tx,
  { ownerId: member, id }: WithdrawalKey,
  by: ArgumentsOf<typeof withdrawalsReturn>["by"],
  now: Now,
): Promise<boolean> => withdrawalsReturn(tx, { member, id, by, now }).catch(rethrow);

export type ApplyResult = ResultOf<typeof withdrawalsApply>;
export const callApply = (
  tx: Tx,
  { ownerId: member, id }: WithdrawalKey,
  update: ArgumentsOf<typeof withdrawalsApply>["update"],
  now: Now,
): Promise<ApplyResult> => withdrawalsApply(tx, { member, id, update, now }).catch(rethrow);

/** Claims one poll for this process by setting the next; false when another process claimed it. */
export const callClaimPoll = (
  db: Queryable,
  { ownerId: member, id, pollCount: looks }: WithdrawalKey & { readonly pollCount: number },
  { now, nextAt }: { now: Now; nextAt: Date },
): Promise<boolean> => withdrawalsTakeLook(db, { member, id, looks, nextAt, now });

const columns = sql.raw(`
  w.member_id AS "ownerId", w.id, w.withdrawal_no AS "withdrawalNo", w.state, w.ended_how AS "endedHow",
  w.amount_fen AS "amountFen", w.fee_fen AS "feeFen", w.net_fen AS "netFen", w.payee_hash AS "payeeHash",
  w.payee_sealed AS "payeeSealed", w.name_sealed AS "nameSealed", w.reason, w.out_bill_no AS "outBillNo", w.package,
  w.word AS "channelStatus", w.looks AS "pollCount", ${epochMsSql("w.next_look_at")} AS "nextPollAt", ${epochMsSql("w.refused_at")} AS "refusedAt", ${epochMsSql("w.created_at")} AS "createdAt",
  ${epochMsSql("w.decided_at")} AS "decidedAt", ${epochMsSql("w.sent_at")} AS "sentAt", ${epochMsSql("w.waited_at")} AS "waitedAt",
  ${epochMsSql("w.ended_at")} AS "endedAt"`);

export async function findWithdrawal(
  db: Queryable,
  key: WithdrawalKey,
): Promise<Withdrawal | undefined> {
  const found = await db.execute<Withdrawal>(sql`
    SELECT ${columns} FROM withdrawal w WHERE w.member_id = ${key.ownerId} AND w.id = ${key.id}`);
  return found.rows[0];
}

/** Returns the key of the withdrawal with this number. */
export async function findKeyByWithdrawalNo(
  db: Queryable,
  withdrawalNo: string,
): Promise<WithdrawalKey | undefined> {
  const found = await db.execute<WithdrawalKey>(sql`
    SELECT owner_id AS "ownerId", withdrawal_id AS id FROM withdrawal_no
    WHERE withdrawal_no = ${withdrawalNo}`);
  return found.rows[0];
}

/**
 * Returns the key of the withdrawal with this number at the channel; a number never changes its
 * owner.
 */
export async function findKeyByOutBillNo(
  db: Queryable,
  outBillNo: string,
): Promise<WithdrawalKey | undefined> {
  const found = await db.execute<WithdrawalKey>(sql`
    SELECT owner_id AS "ownerId", withdrawal_id AS id FROM withdrawal_bill
    WHERE out_bill_no = ${outBillNo}`);
  return found.rows[0];
}

/** Lists a member's withdrawals after a position, newest first. */
export async function withdrawalsOf(
  db: Queryable,
  ownerId: string,
  { after, limit }: { after: Position | undefined; limit: number },
): Promise<(Withdrawal & Position)[]> {
  const earlier = after
    ? sql`AND (w.created_at, w.id) <
        ('epoch'::timestamptz + ${after.micros}::bigint * interval '1 microsecond', ${after.id}::uuid)`
    : sql``;
  const found = await db.execute<Withdrawal & Position>(sql`
    SELECT ${columns}, (extract(epoch FROM w.created_at) * 1000000)::bigint AS micros FROM withdrawal w
    WHERE w.member_id = ${ownerId} ${earlier}
    ORDER BY w.created_at DESC, w.id DESC LIMIT ${limit}`);
  return found.rows;
}

/** Lists transfers whose poll is due, the longest overdue first. */
export async function dueWithdrawals(db: Db, now: Now, limit: number): Promise<Withdrawal[]> {
  const due = await db.execute<Withdrawal>(sql`
    SELECT ${columns} FROM withdrawal w
    WHERE w.next_look_at <= ${sqlNow(now)} ORDER BY w.next_look_at LIMIT ${limit}`);
  return due.rows;
}

/**
 * Stores the code of a refusal by the channel; with `isRefused` also the time of the first such
 * refusal.
 */
export async function recordRefusedAnswer(
  db: Queryable,
  key: WithdrawalKey,
  refused: { code: string; isRefused: boolean; nextAt: Date; now: Now },
): Promise<void> {
  await db.execute(sql`
    UPDATE withdrawal SET word = ${refused.code}, next_look_at = ${refused.nextAt}::timestamptz,
      refused_at = ${refused.isRefused ? sql`least(refused_at, ${sqlNow(refused.now)})` : sql`NULL`}
    WHERE member_id = ${key.ownerId} AND id = ${key.id} AND state IN ('PAYING', 'WAIT_USER_CONFIRM')`);
}

/** Returns the part of a member's reward cash that came by adjustment, in fen. */
export async function adjustedRewardOf(db: Queryable, ownerId: string): Promise<number> {
  const found = await db.execute<{ fen: number }>(sql`
    SELECT coalesce(sum(l.change), 0)::bigint AS fen
    FROM ledger_line l JOIN ledger_txn t ON t.member_id = l.member_id AND t.id = l.txn_id
    WHERE l.member_id = ${ownerId} AND l.purpose = 'reward_cash' AND l.asset = 'CNY' AND t.kind = 'adjust'`);
  return found.rows[0]?.fen ?? 0;
}

export type UnknownWithdrawalRow = {
  readonly ownerId: string;
  readonly withdrawalNo: string;
  readonly outBillNo: string;
  readonly state: string;
  readonly netFen: number;
  readonly word: string | null;
  readonly alarm: string | null;
  readonly looks: number;
  readonly sentAt: number;
  readonly nextLookAt: number | null;
};

/**
 * Lists transfers without an answer, those that wait for their payee longer than the channel
 * allows, and those that the channel's updates contradict; oldest first.
 */
export async function unknownWithdrawals(
  db: Db,
  { waitsMs, now }: { waitsMs: number; now: Now },
): Promise<UnknownWithdrawalRow[]> {
  const found = await db.execute<UnknownWithdrawalRow>(sql`
    SELECT w.member_id AS "ownerId", w.withdrawal_no AS "withdrawalNo", w.out_bill_no AS "outBillNo", w.state, w.net_fen AS "netFen", w.word,
           w.alarm, w.looks, ${sql.raw(epochMsSql("w.sent_at"))} AS "sentAt",
           ${sql.raw(epochMsSql("w.next_look_at"))} AS "nextLookAt"
    FROM withdrawal w
    WHERE w.sent_at IS NOT NULL AND (w.state IN ('PAYING', 'WAIT_USER_CONFIRM') OR w.alarm IS NOT NULL)
      AND (w.state <> 'WAIT_USER_CONFIRM' OR w.alarm IS NOT NULL
           OR w.waited_at <= ${sqlNow(now)} - ${waitsMs}::integer * interval '1 ms')
    ORDER BY w.sent_at LIMIT 200`);
  return found.rows;
}

export type HoldMismatch = {
  readonly memberId: string;
  readonly id: string;
  /** The money on hold by the withdrawal's row, and by the ledger; fen. */
  readonly openFen: number;
  readonly heldFen: number;
};

/**
 * Lists withdrawals and holds that do not agree, the first hundred. A hold without a lease belongs
 * to a withdrawal.
 */
export async function findHoldMismatches(db: Queryable): Promise<HoldMismatch[]> {
  const found = await db.execute<HoldMismatch>(sql`
    SELECT member_id AS "memberId", id, coalesce(open_fen, 0)::bigint AS "openFen",
           coalesce(held_fen, 0)::bigint AS "heldFen"
    FROM (SELECT member_id, id, amount_fen AS open_fen FROM withdrawal
          WHERE state NOT IN ('SUCCESS', 'RETURNED', 'CANCELLED')) w
    FULL JOIN (SELECT member_id, id, amount AS held_fen FROM ledger_hold
               WHERE state = 'open' AND asset = 'CNY' AND purpose = 'reward_cash' AND expires_at = 'infinity') h
      USING (member_id, id)
    WHERE open_fen IS DISTINCT FROM held_fen ORDER BY 1, 2 LIMIT 100`);
  return found.rows;
}

/** Erases the payees' names of a closed account; amounts and numbers stay for bookkeeping. */
export async function eraseNames(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`
    UPDATE withdrawal SET name_sealed = NULL WHERE member_id = ${memberId} AND name_sealed IS NOT NULL`);
}
