/** SQL statements on refunds that a second person approves. */
import { type SQL, sql } from "drizzle-orm";
import { afterPosition, byPosition, microsSql } from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";
import { approvalsExpired, approvalsExpiresAt } from "../../../sql/approvals.ts";
import { ledgerLockMember } from "../../../sql/ledger.ts";
import { type ApprovalQuery, type ApprovalSummary, boxOrder } from "../../approvals/port.ts";
import type { RefundKey } from "../store.ts";

/** Money in fen, instants in ms. */
export type TwoPersonRefund = Omit<ApprovalSummary, "title" | "subject" | "amountFen"> & {
  readonly ownerId: string;
  readonly refundId: string;
  readonly orderNo: string;
  readonly goods: string;
  /** The reason given with the refund, and whether an operator gave it. */
  readonly applied: string;
  readonly isByOperator: boolean;
  readonly cashFen: number;
  readonly balanceFen: number;
  readonly points: number;
  readonly evidence: readonly string[];
  readonly items: readonly { readonly itemId: string; readonly quantity: number }[];
};

const expired = (now: Now) => approvalsExpired.sql({ since: sql`r.first_reviewed_at`, now });

const refunds = (now: Now, time: string): SQL => sql`
  SELECT r.refund_no AS ref, r.member_id AS "ownerId", r.member_id AS beneficiary, r.id AS "refundId",
         o.order_no AS "orderNo", o.title AS goods, r.reason AS applied,
         EXISTS (SELECT FROM event e WHERE e.member_id = r.member_id AND e.entity = 'refund' AND e.entity_id = r.id
           AND e.name = 'opened' AND e.actor_kind = 'operator') AS "isByOperator",
         r.cash_fen::float8 AS "cashFen", r.balance_fen::float8 AS "balanceFen", r.points::float8 AS points,
         to_jsonb(r.evidence) AS evidence, r.first_reviewer AS maker,
         coalesce((SELECT e.reason FROM event e WHERE e.member_id = r.member_id AND e.entity = 'refund'
           AND e.entity_id = r.id AND e.name = 'approved_first' ORDER BY e.at DESC LIMIT 1), '') AS reason,
         CASE WHEN r.state = 'APPLIED' AND ${expired(now)} THEN 'expired' WHEN r.state = 'APPLIED' THEN 'waiting'
              WHEN r.state IN ('REJECTED', 'WITHDRAWN') THEN 'rejected' ELSE 'approved' END AS state,
         r.reviewer AS checker, r.decision, ${sql.raw(epochMsSql("r.first_reviewed_at"))} AS "createdAt",
         ${sql.raw(epochMsSql(approvalsExpiresAt.text({ since: "r.first_reviewed_at" })))} AS "expiresAt",
         ${sql.raw(epochMsSql("r.decided_at"))} AS "decidedAt", ${microsSql(time)} AS micros,
         (SELECT coalesce(jsonb_agg(jsonb_build_object('itemId', i.item_id, 'quantity', i.quantity) ORDER BY i.item_id), '[]')
          FROM refund_item i WHERE i.member_id = r.member_id AND i.refund_id = r.id) AS items
  FROM refund r JOIN orders o ON o.member_id = r.member_id AND o.id = r.order_id`;

const times = { made: "r.first_reviewed_at", decided: "r.decided_at" } as const;

export async function readTwoPersonRefunds(
  db: Db,
  query: ApprovalQuery,
  now: Now,
): Promise<TwoPersonRefund[]> {
  const { time, order } = boxOrder(query.box, times);
  const condition = {
    waiting: sql`r.state = 'APPLIED' AND NOT ${expired(now)} AND r.first_reviewer <> ${query.operatorId}`,
    made: sql`r.state = 'APPLIED' AND r.first_reviewer = ${query.operatorId}`,
    decided: sql`r.decided_at IS NOT NULL`,
  }[query.box];
  const row = { time: sql.raw(time), id: sql`'refund.' || r.refund_no` };
  const { rows } = await db.execute<TwoPersonRefund>(sql`
    ${refunds(now, time)}
    WHERE r.first_reviewer IS NOT NULL AND r.first_reviewed_at IS NOT NULL AND ${condition}
      AND ${afterPosition(row, query.after, order)}
    ORDER BY ${byPosition(row, order)} LIMIT ${query.limit}`);
  return rows;
}

export async function findTwoPersonRefund(
  db: Db | Tx,
  { ownerId, id }: RefundKey,
  now: Now,
): Promise<TwoPersonRefund | undefined> {
  const { rows } = await db.execute<TwoPersonRefund>(sql`
    ${refunds(now, "r.first_reviewed_at")}
    WHERE r.member_id = ${ownerId} AND r.id = ${id} AND r.first_reviewed_at IS NOT NULL`);
  return rows[0];
}

/** Takes the lock that every decision on a refund takes first. */
export const lockRefundOwner = (tx: Tx, { ownerId: member }: RefundKey, now: Now): Promise<void> =>
  ledgerLockMember(tx, { member, now });

/** Returns false when this operator's first approval does not wait any more. */
export async function clearFirstReview(
  tx: Tx,
  { ownerId, id }: RefundKey,
  { operatorId, now }: { readonly operatorId: string; readonly now: Now },
): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE refund SET first_reviewer = NULL, first_reviewed_at = NULL
    WHERE member_id = ${ownerId} AND id = ${id} AND state = 'APPLIED' AND first_reviewer = ${operatorId}
      AND ${approvalsExpiresAt.sql({ since: sql`first_reviewed_at` })} > ${sqlNow(now)}`);
  return done.rowCount === 1;
}

/** Sets the first approval of a waiting refund that has none. */
export async function setFirstReview(
  tx: Tx,
  { ownerId, id }: RefundKey,
  { operatorId, now }: { readonly operatorId: string; readonly now: Now },
): Promise<void> {
  await tx.execute(sql`
    UPDATE refund SET first_reviewer = ${operatorId}, first_reviewed_at = ${sqlNow(now)}
    WHERE member_id = ${ownerId} AND id = ${id} AND state = 'APPLIED' AND first_reviewer IS NULL`);
}

/** Returns which of these refunds wait for an operator. */
export async function waitingRefundsOf(db: Db, refundNos: readonly string[]): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    SELECT refund_no AS id FROM refund
    WHERE refund_no = ANY (${sql.param([...refundNos])}::text[]) AND state IN ('APPLIED', 'ABNORMAL')`);
  return found.rows.map(({ id }) => id);
}

/** Returns the numbers of refunds that wait for an operator, the latest first. */
export async function latestWaitingRefunds(db: Db, limit: number): Promise<string[]> {
  const found = await db.execute<{ id: string }>(sql`
    SELECT refund_no AS id FROM refund WHERE state IN ('APPLIED', 'ABNORMAL') ORDER BY created_at DESC LIMIT ${limit}`);
  return found.rows.map(({ id }) => id);
}
