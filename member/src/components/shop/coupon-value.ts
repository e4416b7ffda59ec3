/** The value on the stub of a coupon ticket: a discount, a price, or a rate. */
import type { CouponFace } from "@yunjing/contract/schemas/coupons";

/** A coupon for one whole item has no number; its text is shown instead. */
export const couponValue = ({ valueFen, rate }: CouponFace) => {
  if (rate !== undefined) return { rate };
  return valueFen === undefined ? { text: "兑换" } : { offFen: valueFen };
};

/** Returns the target of 去使用. */
export const couponUsePath = (useAt: {
  readonly benefitId?: string;
  readonly categoryCode?: string;
}): string => {
  if (useAt.benefitId) {
    return `/pages/benefit/detail?id=${encodeURIComponent(useAt.benefitId)}`;
  }
  return useAt.categoryCode
    ? `/pages/benefit/search?category=${encodeURIComponent(useAt.categoryCode)}`
    : "/pages/benefit/search?all=1";
};
