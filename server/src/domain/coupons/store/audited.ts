/** Reads what operators change in campaigns and coupons, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";

/** Returns a campaign's state, its terms, and how many coupons it gave and may give. */
export const campaignStateOf = (db: Db, templateId: string) =>
  auditedRow(
    db,
    templateId,
    sql`SELECT t.title, t.status AS state, t.ended_how AS "endedHow", t.rules, t.validity, t.limits, s.given, s.total
        FROM coupon_template t
        CROSS JOIN (SELECT sum(claimed) AS given, sum(total) AS total FROM campaign_stock
                    WHERE template_id = ${templateId}) s
        WHERE t.template_id = ${templateId}`,
  );

type CouponKey = { readonly memberId: string; readonly couponId: string };

/** Returns the state and the validity of one member's coupon. */
export const couponStateOf = (db: Db, { memberId, couponId }: CouponKey) =>
  auditedRow(
    db,
    couponId,
    sql`SELECT template_id AS "templateId", state, valid_until AS "validUntil", void_reason AS "voidReason"
        FROM member_coupon WHERE member_id = ${memberId} AND id = ${couponId}`,
  );

type GiftKey = { readonly memberId: string; readonly templateId: string };

/** Returns how many coupons of a campaign a member has. */
export const memberCouponCountOf = (db: Db, { memberId, templateId }: GiftKey) =>
  auditedRow(
    db,
    templateId,
    sql`SELECT count(*) AS coupons FROM member_coupon
        WHERE member_id = ${memberId} AND template_id = ${templateId}`,
  );
