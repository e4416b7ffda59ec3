/** Locks an order that waits for an operator. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import type { OrderKey } from "./order-detail.ts";

/**
 * Locks an active order in manual handling until the transaction ends, and returns what its
 * supplier order asked for; `undefined` in any other state, or when the item is not in manual
 * handling.
 */
export async function lockStuckOrder(
  tx: Tx,
  { ownerId, orderId }: OrderKey,
  outNo: string,
): Promise<{ readonly kind: string; readonly itemId: string | null } | undefined> {
  const locked = await tx.execute(sql`
    SELECT 1 FROM orders WHERE member_id = ${ownerId} AND id = ${orderId}
      AND order_state = 'ACTIVE' AND fulfil_state = 'MANUAL' FOR NO KEY UPDATE`);
  if (locked.rowCount !== 1) return undefined;
  const found = await tx.execute<{ kind: string; itemId: string | null }>(sql`
    SELECT s.request->>'kind' AS kind, s.item_id AS "itemId"
    FROM supplier_order s LEFT JOIN order_item i ON i.member_id = s.member_id AND i.id = s.item_id
    WHERE s.member_id = ${ownerId} AND s.order_id = ${orderId} AND s.out_no = ${outNo}
      AND (s.item_id IS NULL OR i.fulfil_state = 'MANUAL')`);
  return found.rows[0];
}
