/** SQL statement on the members who got a campaign's coupons. Money in fen, instants in ms. */
import { type SQL, sql } from "drizzle-orm";
import type { CouponState } from "@yunjing/contract/schemas/coupons";
import {
  afterPosition,
  byPosition,
  byUuid,
  type KeysetPage,
  type Position,
  positionColumns,
} from "../../../platform/database/keyset.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now } from "../../../platform/database/sql.ts";
import { couponsState } from "../../../sql/coupons.ts";

export type CampaignMemberFilter = {
  readonly templateId: string;
  readonly state?: CouponState | undefined;
};

export type CampaignMember = Position & {
  readonly memberId: string;
  readonly title: string;
  readonly source: string;
  readonly state: CouponState;
  readonly givenAt: number;
  readonly validUntil: number;
  readonly usedAt: number | null;
  readonly offFen: number | null;
};

/** Returns one coupon more than the page, the latest first. */
export async function listCampaignMembers(
  db: Db,
  { templateId, state }: CampaignMemberFilter,
  { after, limit }: KeysetPage,
  now: Now,
): Promise<CampaignMember[]> {
  const order = byUuid("c.created_at", "c.id");
  const stateNow = couponsState.sql({
    state: sql`c.state`,
    lockUntil: sql`c.lock_until`,
    revokedAt: sql`t.revoked_at`,
    validFrom: sql`c.valid_from`,
    validUntil: sql`c.valid_until`,
    now,
  });
  const where: SQL[] = [
    sql`c.template_id = ${templateId}`,
    afterPosition(order, after, "descending"),
  ];
  if (state !== undefined) where.push(sql`${stateNow} = ${state}`);
  const { rows } = await db.execute<CampaignMember>(sql`
    SELECT c.member_id AS "memberId", c.snapshot->>'title' AS title, c.source, ${stateNow} AS state,
           ${sql.raw(epochMsSql("c.created_at"))} AS "givenAt", ${sql.raw(epochMsSql("c.valid_until"))} AS "validUntil",
           ${sql.raw(epochMsSql("c.used_at"))} AS "usedAt", u.off_fen AS "offFen",
           ${positionColumns("c.created_at", "c.id")}
    FROM member_coupon c JOIN coupon_template t ON t.template_id = c.template_id
    LEFT JOIN coupon_use u ON u.member_id = c.member_id AND u.order_id = c.used_order AND u.coupon_id = c.id
    WHERE ${sql.join(where, sql` AND `)} ORDER BY ${byPosition(order, "descending")} LIMIT ${limit + 1}`);
  return rows;
}
