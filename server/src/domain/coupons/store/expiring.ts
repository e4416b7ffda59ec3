/** Lists usable coupons that end within a time span, in the order of their ends, for reminders. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";

export type ExpiringCoupon = {
  readonly memberId: string;
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly endsAt: number;
  /**
   * The same instant as the database formats it, to the microsecond: the position where a page
   * ends.
   */
  readonly at: string;
  readonly title: string;
};

/**
 * Returns coupons that end after `from` and not after `to`; a page begins after the last row of the
 * previous one.
 */
export async function listExpiringCoupons(
  db: Db,
  span: {
    readonly from: Date;
    readonly to: Date;
    readonly after: Pick<ExpiringCoupon, "at" | "memberId" | "id"> | undefined;
    readonly limit: number;
  },
): Promise<ExpiringCoupon[]> {
  const { from, to, after, limit } = span;
  const beyond = after
    ? sql`AND (l.valid_until, l.member_id, l.id) > (${after.at}::timestamptz, ${after.memberId}::uuid, ${after.id}::uuid)`
    : sql``;
  const found = await db.execute<ExpiringCoupon>(sql`
    SELECT l.member_id AS "memberId", l.id, ${sql.raw(epochMsSql("l.valid_until"))} AS "endsAt", l.valid_until::text AS at, l.snapshot->>'title' AS title
    FROM member_coupon l JOIN coupon_template t ON t.template_id = l.template_id
    WHERE l.state = 'AVAILABLE' AND t.revoked_at IS NULL AND l.valid_until > ${from} AND l.valid_until <= ${to} ${beyond}
    ORDER BY l.valid_until, l.member_id, l.id LIMIT ${limit}`);
  return found.rows;
}
