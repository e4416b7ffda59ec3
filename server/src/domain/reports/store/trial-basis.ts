/** SQL of the orders that a trial of a coupon's rules reads. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";

/** A line of a paid order before any coupon; money in fen. */
export type TrialLine = {
  readonly skuId: string;
  readonly benefitId: string;
  readonly categoryCode: string;
  readonly brandCode: string;
  readonly totalFen: number;
  readonly quantity: number;
  readonly isLevelPrice: boolean;
};

/** Money in fen, instants in ms. */
export type TrialOrder = {
  readonly memberId: string;
  readonly placedAt: number;
  readonly paidAt: number;
  readonly isFirst: boolean;
  readonly channel: string;
  /** Where it was placed; null where it is not known. */
  readonly cityCode: string | null;
  /** What was paid of it, with money and balance. */
  readonly paidFen: number;
  readonly costFen: number;
  readonly lines: readonly TrialLine[];
};

/**
 * Returns orders of the shop that were paid since an instant, the oldest first; of more than `most`
 * the newest. Items with a price in points are no lines of theirs.
 */
export async function trialOrders(
  db: Db,
  { from, most }: { readonly from: Date; readonly most: number },
): Promise<TrialOrder[]> {
  const { rows } = await db.execute<TrialOrder>(sql`
    SELECT * FROM (
    SELECT o.member_id AS "memberId", ${sql.raw(epochMsSql("o.created_at"))} AS "placedAt",
           ${sql.raw(epochMsSql("o.paid_at"))} AS "paidAt", m.reg_channel AS channel,
           o.city_code AS "cityCode",
           o.payable_fen::float8 AS "paidFen",
           NOT m.is_returning AND NOT EXISTS (
             SELECT 1 FROM orders e WHERE e.member_id = o.member_id AND e.source = 'shop'
               AND e.paid_at IS NOT NULL AND e.created_at < o.created_at) AS "isFirst",
           coalesce(i.cost, 0)::float8 AS "costFen", coalesce(i.lines, '[]') AS lines
    FROM orders o
    JOIN member m ON m.member_id = o.member_id
    LEFT JOIN LATERAL (
      SELECT sum(x.cost_fen) AS cost, jsonb_agg(jsonb_build_object(
               'skuId', x.sku_id, 'benefitId', x.snapshot->>'benefitId', 'categoryCode', x.snapshot->>'categoryCode',
               'brandCode', x.snapshot->>'brandCode', 'totalFen', x.goods_fen - x.level_off_fen,
               'quantity', x.quantity, 'isLevelPrice', x.level_off_fen > 0)) FILTER (WHERE x.points = 0) AS lines
      FROM order_item x WHERE x.member_id = o.member_id AND x.order_id = o.id) i ON true
    WHERE o.paid_at >= ${from} AND o.source = 'shop'
    ORDER BY o.paid_at DESC LIMIT ${most}
    ) newest ORDER BY "paidAt"`);
  return rows;
}
