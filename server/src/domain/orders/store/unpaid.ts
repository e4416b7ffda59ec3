/** SQL statements about orders that wait for their payment. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import { rethrow, type Spend } from "./place.ts";
import type { OrderKey } from "./read.ts";

export type DuePayment = {
  readonly orderId: string;
  readonly cashFen: number;
  readonly title: string;
  /** ms */
  readonly expiresAt: number;
};

/** See `functions/paying.sql`; `undefined` where it returns null. Refuses what it raises. */
export async function markPaying(
  db: Db,
  request: { memberId: string; orderNo: string; spend: Spend; now: Now },
): Promise<DuePayment | undefined> {
  const { proof, freeFen, dayFen } = request.spend;
  const marked = await db
    .execute<{ due: DuePayment | null }>(sql`
      SELECT orders_paying(${request.memberId}, ${request.orderNo}, ${proof}::bytea, ${freeFen}::integer,
                           ${dayFen}::integer, ${request.now}::timestamptz) AS due`)
    .catch(rethrow);
  return marked.rows[0]?.due ?? undefined;
}

/** Lists unpaid orders that expired at least `afterMs` ago, oldest first. */
export async function listExpiredUnpaid(
  db: Db,
  { afterMs, limit, now }: { afterMs: number; limit: number; now: Now },
): Promise<(OrderKey & { isPaying: boolean })[]> {
  const found = await db.execute<OrderKey & { isPaying: boolean }>(sql`
    SELECT member_id AS "ownerId", id AS "orderId", pay_state = 'PAYING' AS "isPaying" FROM orders
    WHERE order_state = 'WAIT_PAY' AND expires_at <= ${sqlNow(now)} - ${afterMs} * interval '1 ms'
    ORDER BY expires_at LIMIT ${limit}`);
  return found.rows;
}
