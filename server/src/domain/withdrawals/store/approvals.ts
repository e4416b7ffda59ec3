/** SQL statements on withdrawals that a second person approves. */
import { type SQL, sql } from "drizzle-orm";
import { afterPosition, byPosition, microsSql } from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";
import { approvalsExpired, approvalsExpiresAt } from "../../../sql/approvals.ts";
import { ledgerLockMember } from "../../../sql/ledger.ts";
import { type ApprovalQuery, type ApprovalSummary, boxOrder } from "../../approvals/port.ts";
import type { Check } from "../model.ts";
import type { WithdrawalKey } from "../store.ts";

/** Money in fen, instants in ms. */
export type TwoPersonWithdrawal = Omit<ApprovalSummary, "title" | "subject"> & {
  readonly ownerId: string;
  readonly amountFen: number;
  readonly feeFen: number;
  readonly netFen: number;
  readonly checks: readonly Check[];
};

const expired = (now: Now) => approvalsExpired.sql({ since: sql`w.first_reviewed_at`, now });

const withdrawals = (now: Now, time: string): SQL => sql`
  SELECT w.withdrawal_no AS ref, w.member_id AS "ownerId", w.member_id AS beneficiary,
         w.amount_fen AS "amountFen", w.fee_fen AS "feeFen", w.net_fen AS "netFen", w.checks,
         w.first_reviewer AS maker,
         coalesce((SELECT e.reason FROM event e WHERE e.member_id = w.member_id AND e.entity = 'withdrawal'
           AND e.entity_id = w.id AND e.name = 'approved_first' ORDER BY e.at DESC LIMIT 1), '') AS reason,
         CASE WHEN w.state = 'REVIEWING' AND ${expired(now)} THEN 'expired' WHEN w.state = 'REVIEWING' THEN 'waiting'
              WHEN w.ended_how = 'rejected' THEN 'rejected' ELSE 'approved' END AS state,
         w.reviewer AS checker, w.reason AS decision,
         ${sql.raw(epochMsSql("w.first_reviewed_at"))} AS "createdAt",
         ${sql.raw(epochMsSql(approvalsExpiresAt.text({ since: "w.first_reviewed_at" })))} AS "expiresAt",
         ${sql.raw(epochMsSql("w.decided_at"))} AS "decidedAt", ${microsSql(time)} AS micros
  FROM withdrawal w`;

const times = { made: "w.first_reviewed_at", decided: "w.decided_at" } as const;

export async function readTwoPersonWithdrawals(
  db: Db,
  query: ApprovalQuery,
  now: Now,
): Promise<TwoPersonWithdrawal[]> {
  const { time, order } = boxOrder(query.box, times);
  const condition = {
    waiting: sql`w.state = 'REVIEWING' AND NOT ${expired(now)} AND w.first_reviewer <> ${query.operatorId}`,
    made: sql`w.state = 'REVIEWING' AND w.first_reviewer = ${query.operatorId}`,
    decided: sql`w.decided_at IS NOT NULL`,
  }[query.box];
  const row = { time: sql.raw(time), id: sql`'withdrawal.' || w.withdrawal_no` };
  const { rows } = await db.execute<TwoPersonWithdrawal>(sql`
    ${withdrawals(now, time)}
    WHERE w.first_reviewer IS NOT NULL AND w.first_reviewed_at IS NOT NULL AND ${condition}
      AND ${afterPosition(row, query.after, order)}
    ORDER BY ${byPosition(row, order)} LIMIT ${query.limit}`);
  return rows;
}

export async function findTwoPersonWithdrawal(
  db: Db | Tx,
  { ownerId, id }: WithdrawalKey,
  now: Now,
): Promise<TwoPersonWithdrawal | undefined> {
  const { rows } = await db.execute<TwoPersonWithdrawal>(sql`
    ${withdrawals(now, "w.first_reviewed_at")}
    WHERE w.member_id = ${ownerId} AND w.id = ${id} AND w.first_reviewed_at IS NOT NULL`);
  return rows[0];
}

/** Takes the lock that every decision on a withdrawal takes first. */
export const lockWithdrawalOwner = (
  tx: Tx,
  { ownerId: member }: WithdrawalKey,
  now: Now,
): Promise<void> => ledgerLockMember(tx, { member, now });

/** Returns false when this operator's first approval does not wait any more. */
export async function clearFirstReview(
  tx: Tx,
  { ownerId, id }: WithdrawalKey,
  { operatorId, now }: { readonly operatorId: string; readonly now: Now },
): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE withdrawal SET first_reviewer = NULL, first_reviewed_at = NULL
    WHERE member_id = ${ownerId} AND id = ${id} AND state = 'REVIEWING' AND first_reviewer = ${operatorId}
      AND ${approvalsExpiresAt.sql({ since: sql`first_reviewed_at` })} > ${sqlNow(now)}`);
  return done.rowCount === 1;
}

/** Returns the numbers of withdrawals that wait for an operator, the latest first. */
export async function latestWaitingWithdrawals(db: Db, limit: number): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    SELECT withdrawal_no AS id FROM withdrawal WHERE state = 'REVIEWING' ORDER BY created_at DESC LIMIT ${limit}`);
  return found.rows.map(({ id }) => id);
}
