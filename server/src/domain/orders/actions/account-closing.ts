/** Account closing: counts the orders under way, and erases personal data in orders. */
import { sql } from "drizzle-orm";
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import { hashToken } from "../../../platform/secrets.ts";
import { receiptTokenOf } from "./receipt.ts";

/**
 * Counts the orders that wait for their payment, their goods or pickup (`open`), and those that
 * wait for a refund (`returning`).
 */
export async function countPendingOrders(
  tx: Tx,
  memberId: string,
  now: Now,
): Promise<{ readonly open: number; readonly returning: number }> {
  const { rows } = await tx.execute<{ open: number; returning: number }>(sql`
    SELECT count(*) FILTER (WHERE (order_state = 'WAIT_PAY' AND expires_at > ${sqlNow(now)})
             OR (order_state = 'ACTIVE' AND fulfil_state NOT IN ('DONE', 'FAILED'))
             OR (kind = 'meal' AND order_state = 'ACTIVE' AND fulfil_state = 'DONE' AND pickup_to > ${sqlNow(now)}))::int AS open,
           count(*) FILTER (WHERE refund_state IN ('APPLIED', 'APPROVED', 'PROCESSING', 'ABNORMAL'))::int
             AS returning
    FROM orders WHERE member_id = ${memberId}`);
  return rows[0] ?? { open: 0, returning: 0 };
}

/** Erases phones, entered accounts and receipts; the orders stay for bookkeeping. */
export async function eraseContacts(context: Context, tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`
    UPDATE orders SET contact_sealed = NULL, contact_mask = NULL
    WHERE member_id = ${memberId} AND (contact_sealed IS NOT NULL OR contact_mask IS NOT NULL)`);
  await tx.execute(sql`
    UPDATE order_item SET input_sealed = NULL WHERE member_id = ${memberId} AND input_sealed IS NOT NULL`);
  const { rows } = await tx.execute<{ id: string }>(
    sql`SELECT id FROM orders WHERE member_id = ${memberId}`,
  );
  // Found by key: a receipt is stored under the hash of its token alone.
  const hashes = rows.map(({ id }) => hashToken(receiptTokenOf(context, id)));
  await tx.execute(sql`
    UPDATE receipt SET revoked_at = ${sqlNow(context.clock.sql())}
    WHERE token_hash = ANY (${sql.param(hashes)}::bytea[]) AND revoked_at IS NULL`);
}
