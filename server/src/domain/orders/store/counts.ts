/**
 * Counts of a member's orders by kind: those that are stored, and the orders since. A read that finds
 * many orders adds them to the stored counts, so that its cost does not grow with the orders.
 *
 * Kind and source of an order never change; only hiding takes an order out of the list. A caller that
 * counts or hides holds the lock of the member's mark, so an order is counted and taken out at most
 * once.
 */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { type Now, sqlNow } from "../../../platform/database/sql.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import type { OrderKey } from "./read.ts";

/** From how many orders after the stored counts on they are added to them. */
export const ORDERS_TO_COUNT = 100;

/** The stored counts of member `$1` and the orders since: kind, source, count. */
export const countsByKind = `
  SELECT kind, source, sum(count)::int AS count FROM (
    SELECT kind, source, count FROM order_count WHERE member_id = $1
    UNION ALL
    SELECT o.kind, o.source, count(*) FROM orders o
    WHERE o.member_id = $1 AND o.hidden_at IS NULL
      AND o.created_at >= coalesce((SELECT until FROM order_count_mark WHERE member_id = $1), '-infinity')
    GROUP BY 1, 2) part
  GROUP BY 1, 2 HAVING sum(count) > 0`;

/** How many orders of member `$1` are made since the stored counts, at most as many as are added to them. */
export const ordersSinceCounts = `
  SELECT count(*)::int FROM (
    SELECT FROM orders o WHERE o.member_id = $1 AND o.hidden_at IS NULL
      AND o.created_at >= coalesce((SELECT until FROM order_count_mark WHERE member_id = $1), '-infinity')
    LIMIT ${ORDERS_TO_COUNT}) later`;

const makeMark = (tx: Tx, memberId: string) =>
  tx.execute(sql`
    INSERT INTO order_count_mark (member_id) VALUES (${memberId}::uuid) ON CONFLICT DO NOTHING`);

/**
 * Adds the orders after the mark to the stored counts, up to an hour ago: no transaction that made an
 * order before is still open. Leaves it to another caller who is doing so.
 */
export function addOrdersToCounts(db: Db, memberId: string, now: Now): Promise<void> {
  return transaction(db, async (tx) => {
    await makeMark(tx, memberId);
    const { rowCount } = await tx.execute(sql`
      SELECT FROM order_count_mark WHERE member_id = ${memberId} FOR UPDATE SKIP LOCKED`);
    if (rowCount === 0) return;
    // A statement of its own, because it must see what was hidden before the lock.
    await tx.execute(sql`
      WITH span AS MATERIALIZED (
        SELECT until AS since, greatest(until, ${sqlNow(now)} - interval '1 hour') AS till
        FROM order_count_mark WHERE member_id = ${memberId}
      ), added AS (
        INSERT INTO order_count AS n (member_id, kind, source, count)
        SELECT ${memberId}::uuid, kind, source, count(*) FROM orders
        WHERE member_id = ${memberId} AND hidden_at IS NULL
          AND created_at >= (SELECT since FROM span) AND created_at < (SELECT till FROM span)
        GROUP BY kind, source
        ON CONFLICT (member_id, kind, source) DO UPDATE SET count = n.count + excluded.count
      )
      UPDATE order_count_mark m SET until = span.till FROM span WHERE m.member_id = ${memberId}`);
  });
}

/** Hides a member's own order from the list, and takes it out of the stored counts. */
export async function hideOwnOrder(tx: Tx, { ownerId, orderId }: OrderKey, now: Now) {
  await makeMark(tx, ownerId);
  await tx.execute(sql`SELECT FROM order_count_mark WHERE member_id = ${ownerId} FOR UPDATE`);
  await tx.execute(sql`
    WITH hidden AS (
      UPDATE orders SET hidden_at = ${sqlNow(now)}
      WHERE member_id = ${ownerId} AND id = ${orderId} AND hidden_at IS NULL
      RETURNING kind, source, created_at
    )
    UPDATE order_count n SET count = n.count - 1
    FROM hidden JOIN order_count_mark m ON m.member_id = ${ownerId} AND hidden.created_at < m.until
    WHERE n.member_id = ${ownerId} AND n.kind = hidden.kind AND n.source = hidden.source`);
}
