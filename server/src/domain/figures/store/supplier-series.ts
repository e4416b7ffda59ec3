/** SQL statements of a supplier's series: sums of hours, and the open orders of unknown result. */
import { type SQL, sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import type { Span } from "./read.ts";

export type Grain = "hour" | "day";
type Wanted = Span & { readonly supplierId: string; readonly grain: Grain };

const bucketOf = (grain: Grain, at: string): SQL =>
  sql.raw(
    grain === "hour"
      ? `date_trunc('hour', ${at}, 'UTC')`
      : `date_trunc('day', ${at} AT TIME ZONE 'Asia/Shanghai') AT TIME ZONE 'Asia/Shanghai'`,
  );

/** A count of an hour or day, `at` in ms: of a measure, or of a bucket of durations. */
export type SupplierCount = {
  readonly at: number;
  readonly name: string;
  readonly count: number;
};

/** Returns what was delivered, failed and came into the manual queue, by when it was placed. */
export async function countSupplied(db: Db, wanted: Wanted): Promise<SupplierCount[]> {
  const { supplierId, grain, from, to } = wanted;
  const { rows } = await db.execute<SupplierCount>(sql`
    SELECT ${sql.raw(epochMsSql("bucket"))} AS at, measure AS name, sum(value)::int AS count FROM (
      SELECT ${bucketOf(grain, "hour")} AS bucket, measure, value FROM stat_hour
      WHERE dimension = 'supplier' AND key = ${supplierId} AND measure IN ('delivered', 'failed', 'manual')
        AND hour >= ${new Date(from)} AND hour < ${new Date(to)}) s GROUP BY bucket, measure`);
  return rows;
}

/** Returns how many deliveries took how long; the name is the bucket of the duration. */
export async function countLatencies(db: Db, wanted: Wanted): Promise<SupplierCount[]> {
  const { supplierId, grain, from, to } = wanted;
  const { rows } = await db.execute<SupplierCount>(sql`
    SELECT ${sql.raw(epochMsSql("bucket"))} AS at, name, sum(value)::int AS count FROM (
      SELECT ${bucketOf(grain, "hour")} AS bucket, split_part(key, ':', 2) AS name, value FROM stat_hour
      WHERE dimension = 'latency' AND split_part(key, ':', 1) = ${supplierId}
        AND hour >= ${new Date(from)} AND hour < ${new Date(to)}) s GROUP BY bucket, name`);
  return rows;
}

/** Returns the orders that are in the manual queue now, by when they were placed. */
export async function countOpenUnknown(db: Db, wanted: Wanted): Promise<SupplierCount[]> {
  const { supplierId, grain, from, to } = wanted;
  const { rows } = await db.execute<SupplierCount>(sql`
    SELECT ${sql.raw(epochMsSql("bucket"))} AS at, 'manual' AS name, count(*)::int AS count FROM (
      SELECT ${bucketOf(grain, "created_at")} AS bucket FROM supplier_order
      WHERE next_look_at IS NOT NULL AND manual_at IS NOT NULL AND supplier_id = ${supplierId}
        AND created_at >= ${new Date(from)} AND created_at < ${new Date(to)}) s GROUP BY bucket`);
  return rows;
}
