/** A member's coupons as the wallet and the quote read them. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { readBy } from "../../../platform/database/reading.ts";
import type { MemberCoupon } from "../model.ts";
import { type CouponRow, findCoupon, listCoupons, live, type TabPage } from "../store.ts";

/** All that a member may use now, or later, or that an order holds, with the rules they were issued under. */
export const couponsOf = (
  db: Db,
  memberId: string,
  now: Date | null,
): Promise<readonly MemberCoupon[]> => readBy(db, live, [memberId, now]);

/** The same of member `$1` at `$2`, to be read with other things. */
export const coupons = live;

/** One page of a tab, those that end first on top where they can still be used. */
export const couponPage = (db: Db, page: TabPage): Promise<CouponRow[]> => listCoupons(db, page);

/** One coupon of the member, or undefined. */
export const couponOf = (
  context: Context,
  db: Db,
  memberId: string,
  id: string,
): Promise<CouponRow | undefined> => findCoupon(db, { memberId, id, now: context.clock.sql() });
