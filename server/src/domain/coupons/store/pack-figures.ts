/** SQL statement on what became of the coupons of a pack. Money in fen. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";

export type SeqFigures = {
  /** The coupon's number within its pack, from 1. */
  readonly seq: number;
  readonly given: number;
  readonly used: number;
  /** What the used ones took off. */
  readonly offFen: number;
};

/** Returns the figures of each coupon of a pack; a coupon that was merged counts at its new owner. */
export async function packFigures(db: Db, templateId: string): Promise<SeqFigures[]> {
  const { rows } = await db.execute<SeqFigures>(sql`
    SELECT c.pack_seq AS seq, count(*)::int AS given, count(*) FILTER (WHERE c.state = 'USED')::int AS used,
           coalesce(sum(u.off_fen), 0)::float8 AS "offFen"
    FROM member_coupon c
    LEFT JOIN coupon_use u ON u.member_id = c.member_id AND u.order_id = c.used_order AND u.coupon_id = c.id
    WHERE c.template_id = ${templateId} AND c.void_reason IS DISTINCT FROM 'merged'
    GROUP BY c.pack_seq`);
  return rows;
}
