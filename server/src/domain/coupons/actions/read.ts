/** A member's coupons as the wallet and the quote read them. */
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

/** All that a member may use now, or later, or that an order holds, with the rules they were issued under. */
export const couponsOf = (
  db: Db,
  memberId: string,
  now: Date | null,
): Promise<readonly MemberCoupon[]> => runReadQuery(db, memberCouponsQuery, [memberId, now]);

export { memberCouponsQuery };

/** One page of a tab, those that end first on top where they can still be used. */
export const couponPage = (db: Db, page: TabPage): Promise<CouponRow[]> => listCoupons(db, page);

/** One coupon of the member, or undefined. */
export const couponOf = (
  context: Context,
  db: Db,
  memberId: string,
  id: string,
): Promise<CouponRow | undefined> => findCoupon(db, { memberId, id, now: context.clock.sql() });
