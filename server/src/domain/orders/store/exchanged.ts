/** Reads how many orders delivered each benefit, by day. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";

/**
 * Days in China, YYYY-MM-DD; `from` is the start of such a day. Reads by the index of `done_at`.
 */
export async function deliveredByDay(
  db: Db,
  from: Date,
): Promise<{ benefitId: string; day: string; orders: number }[]> {
  const found = await db.execute<{ benefitId: string; day: string; orders: number }>(sql`
    SELECT snapshot->>'benefitId' AS "benefitId", (done_at AT TIME ZONE 'Asia/Shanghai')::date::text AS day,
           count(DISTINCT order_id)::int AS orders
    FROM order_item WHERE done_at >= ${from} AND snapshot->>'benefitId' IS NOT NULL GROUP BY 1, 2`);
  return found.rows;
}
