/** SQL statements about orders that wait for their payment. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import type { ResultOf } from "../../../platform/database/sql-function.ts";
import { ordersPaying } from "../../../sql/orders.ts";
import { rethrow, type Spend } from "./place.ts";
import type { OrderKey } from "./read.ts";

export type DuePayment = NonNullable<ResultOf<typeof ordersPaying>>;

/** See `functions/paying.sql`; `undefined` where it returns null. Refuses what it raises. */
export async function markPaying(
  db: Db,
  request: { memberId: string; orderNo: string; spend: Spend; now: Now },
): Promise<DuePayment | undefined> {
  const { memberId: member, orderNo, now } = request;
  const { proof: stepUp, freeFen, dayFen } = request.spend;
  const values = { member, orderNo, stepUp, freeFen, dayFen, now };
  return (await ordersPaying(db, values).catch(rethrow)) ?? undefined;
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
