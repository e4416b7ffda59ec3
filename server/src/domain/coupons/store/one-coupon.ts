/** SQL statements that change one coupon of a member on behalf of an operator. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { type Now, sqlNow } from "../../../platform/database/sql.ts";

type CouponKey = { readonly memberId: string; readonly couponId: string };

export async function hasCoupon(tx: Tx, { memberId, couponId }: CouponKey): Promise<boolean> {
  const found = await tx.execute(sql`
    SELECT 1 FROM member_coupon WHERE member_id = ${memberId} AND id = ${couponId}`);
  return found.rowCount === 1;
}

/**
 * Makes the coupon void unless it is used or held by an order that waits. Returns whether it did. A
 * lapsed lock counts as AVAILABLE.
 */
export async function revokeOneCoupon(
  tx: Tx,
  { memberId, couponId, reason, now }: CouponKey & { readonly reason: string; readonly now: Now },
): Promise<boolean> {
  const revoked = await tx.execute(sql`
    UPDATE member_coupon SET state = 'VOID', void_reason = ${reason}, locked_order = NULL, lock_until = NULL
    WHERE member_id = ${memberId} AND id = ${couponId}
      AND (state = 'AVAILABLE' OR (state = 'LOCKED' AND lock_until <= ${sqlNow(now)}))`);
  return revoked.rowCount === 1;
}

/** Sets a later end. Returns whether it did, or why not. */
export async function extendOneCoupon(
  tx: Tx,
  { memberId, couponId, validUntil }: CouponKey & { readonly validUntil: number },
): Promise<"extended" | "earlier" | "none"> {
  const until = sql`${new Date(validUntil)}::timestamptz`;
  const found = await tx.execute<{ isLater: boolean }>(sql`
    SELECT valid_until < ${until} AS "isLater" FROM member_coupon
    WHERE member_id = ${memberId} AND id = ${couponId} AND state IN ('AVAILABLE', 'LOCKED') FOR NO KEY UPDATE`);
  const [row] = found.rows;
  if (!row) return "none";
  if (!row.isLater) return "earlier";
  await tx.execute(sql`
    UPDATE member_coupon SET valid_until = ${until} WHERE member_id = ${memberId} AND id = ${couponId}`);
  return "extended";
}
