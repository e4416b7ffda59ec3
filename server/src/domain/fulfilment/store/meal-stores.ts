/** SQL statements that count a supplier's orders of meals by store. */
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";

export type MealCount = {
  /** The supplier's number of the store. */
  readonly storeCode: string;
  readonly delivered: number;
  readonly failed: number;
};

type Wanted = {
  readonly supplierId: string;
  readonly storeCodes: readonly string[];
  readonly since: Date;
};

/** The statement of `mealCounts`; a test looks at its plan. */
export const mealCountsSql = ({ supplierId, storeCodes, since }: Wanted): SQL => sql`
  SELECT request->>'storeCode' AS "storeCode", count(*) FILTER (WHERE state = 'SUCCESS')::int AS delivered,
         count(*) FILTER (WHERE state = 'FAILED')::int AS failed
  FROM supplier_order
  WHERE supplier_id = ${supplierId} AND ended_at >= ${since}
    AND request->>'storeCode' = ANY (${sql.param([...storeCodes])}::text[])
  GROUP BY 1`;

/**
 * Counts the orders of meals that ended since an instant, by store; a store without any is absent.
 * An order whose outcome is still unknown is in neither count.
 */
export async function mealCounts(db: Db, wanted: Wanted): Promise<ReadonlyMap<string, MealCount>> {
  if (wanted.storeCodes.length === 0) return new Map();
  const { rows } = await db.execute<MealCount>(mealCountsSql(wanted));
  return new Map(rows.map((row) => [row.storeCode, row]));
}
