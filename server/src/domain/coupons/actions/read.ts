/** Reads a member's coupons for the wallet and the quote. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { runReadQuery } from "../../../platform/database/read-query.ts";
import type { MemberCoupon } from "../model.ts";
import {
  type CouponRow,
  findCoupon,
  listCoupons,
  memberCouponsQuery,
  type TabPage,
} from "../store.ts";

/**
 * Returns all coupons that the member may use now or later, or that an order has locked, with the
 * rules at issue.
 */
export const couponsOf = (
  db: Db,
  memberId: string,
  now: Date | null,
): Promise<readonly MemberCoupon[]> => runReadQuery(db, memberCouponsQuery, [memberId, now]);

export { memberCouponsQuery };

/** Returns one page of a tab; usable coupons are sorted by their end, the earliest first. */
export const couponPage = (db: Db, page: TabPage): Promise<CouponRow[]> => listCoupons(db, page);

/** Returns one coupon of the member, or undefined. */
export const couponOf = (
  context: Context,
  db: Db,
  memberId: string,
  id: string,
): Promise<CouponRow | undefined> => findCoupon(db, { memberId, id, now: context.clock.sql() });
