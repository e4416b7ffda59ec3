/** Grants a member one coupon, or all coupons of a pack, in the transaction of its cause. */
import { sql } from "drizzle-orm";
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { couponsGrant } from "../../../sql/coupons.ts";

export type CouponSource =
  | "claim"
  | "grant"
  | "register"
  | "invite"
  | "code"
  | "purchase"
  | "level"
  | "first_order"
  | "birthday"
  | "compensation";

export type CouponGrant = {
  readonly memberId: string;
  readonly templateId: string;
  readonly source: CouponSource;
  /** The same reference of the same source grants once. */
  readonly ref: string;
};

/** Returns the coupon, of a pack the first one, granted now or before. Refuses CLAIM_DENIED, CLAIM_LIMIT and CLAIM_OVER. */
export async function grantCoupon(
  context: Context,
  tx: Tx,
  { memberId, templateId, source, ref }: CouponGrant,
): Promise<{ couponId: string; outcome: "granted" | "replay" }> {
  const couponId = context.ids.next();
  const outcome = await couponsGrant(tx, {
    member: memberId,
    coupon: couponId,
    template: templateId,
    source,
    ref,
    now: context.clock.sql(),
  });
  if (outcome === "granted") return { couponId, outcome };
  const before = await tx.execute<{ id: string }>(sql`
    SELECT id FROM member_coupon
    WHERE member_id = ${memberId} AND template_id = ${templateId} AND source = ${source} AND source_ref = ${ref}
    ORDER BY pack_seq LIMIT 1`);
  return { couponId: before.rows[0]?.id ?? couponId, outcome: "replay" };
}
