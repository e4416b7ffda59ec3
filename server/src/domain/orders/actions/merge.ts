/** Merges one member's orders into another's list: the orders keep their owner. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";

/**
 * Adds all entries of one member's list to the other's, at their own times; returns how many were
 * new there.
 */
export async function mergeOrders(tx: Tx, from: string, into: string): Promise<number> {
  const own = await tx.execute(sql`
    INSERT INTO claimed_order (member_id, order_id, owner_id, order_no, kind, created_at)
    SELECT ${into}, o.id, o.member_id, o.order_no, o.kind, o.created_at
    FROM orders o WHERE o.member_id = ${from} AND o.hidden_at IS NULL
    ON CONFLICT (member_id, order_id) DO NOTHING`);
  const claimed = await tx.execute(sql`
    INSERT INTO claimed_order (member_id, order_id, owner_id, order_no, kind, created_at)
    SELECT ${into}, c.order_id, c.owner_id, c.order_no, c.kind, c.created_at
    FROM claimed_order c WHERE c.member_id = ${from} AND c.hidden_at IS NULL
    ON CONFLICT (member_id, order_id) DO NOTHING`);
  return (own.rowCount ?? 0) + (claimed.rowCount ?? 0);
}

/**
 * Returns how many orders a member has, and whether some wait for their payment, their goods, or a
 * refund.
 */
export async function summarizeOrdersForMerge(
  tx: Tx,
  memberId: string,
  now: Now,
): Promise<{ readonly count: number; readonly isOpen: boolean; readonly isReturning: boolean }> {
  const { rows } = await tx.execute<{ count: number; isOpen: boolean; isReturning: boolean }>(sql`
    SELECT count(*) FILTER (WHERE hidden_at IS NULL)::int AS count,
           coalesce(bool_or((order_state = 'WAIT_PAY' AND expires_at > ${sqlNow(now)})
             OR (order_state = 'ACTIVE' AND fulfil_state NOT IN ('DONE', 'FAILED'))), false) AS "isOpen",
           coalesce(bool_or(refund_state IN ('APPLIED', 'APPROVED', 'PROCESSING', 'ABNORMAL')), false)
             AS "isReturning"
    FROM orders WHERE member_id = ${memberId}`);
  return rows[0] ?? { count: 0, isOpen: false, isReturning: false };
}
