/** Statements about orders that wait for their payment. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { at, type Now } from "../../../platform/database/sql.ts";
import type { Key } from "./read.ts";

export type Due = {
  readonly orderId: string;
  readonly cashFen: number;
  readonly title: string;
  /** ms */
  readonly expiresAt: number;
};

/**
 * Marks that the channel may bring the rest of an order, of which the balance pays at most `freeFen`; undefined when it
 * waits for no money, its time is over, or the balance pays more.
 */
export async function markPaying(
  db: Db,
  {
    memberId,
    orderNo,
    freeFen,
    now,
  }: { memberId: string; orderNo: string; freeFen: number; now: Now },
): Promise<Due | undefined> {
  const marked = await db.execute<Due>(sql`
    UPDATE orders SET pay_state = 'PAYING'
    WHERE member_id = ${memberId} AND order_no = ${orderNo} AND order_state = 'WAIT_PAY' AND cash_fen > 0
      AND pay_state IN ('UNPAID', 'PAYING') AND expires_at > ${at(now)} AND balance_fen <= ${freeFen}
    RETURNING id AS "orderId", cash_fen AS "cashFen", title, orders_ms(expires_at) AS "expiresAt"`);
  return marked.rows[0];
}

/** Orders whose time to pay ended so long ago, the oldest first. */
export async function unpaidOver(
  db: Db,
  { afterMs, limit, now }: { afterMs: number; limit: number; now: Now },
): Promise<(Key & { isPaying: boolean })[]> {
  const found = await db.execute<Key & { isPaying: boolean }>(sql`
    SELECT member_id AS "ownerId", id AS "orderId", pay_state = 'PAYING' AS "isPaying" FROM orders
    WHERE order_state = 'WAIT_PAY' AND expires_at <= ${at(now)} - ${afterMs} * interval '1 ms'
    ORDER BY expires_at LIMIT ${limit}`);
  return found.rows;
}
