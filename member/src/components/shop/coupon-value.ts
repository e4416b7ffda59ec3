/** The stub of a coupon as the ticket draws it: money off, a price, or a rate. */
import type { CouponFace } from "@yunjing/contract/schemas/coupons";

/** A coupon for one whole item has no figure of its own; its words stand for it. */
export const couponValue = ({ valueFen, rate }: CouponFace) => {
  if (rate !== undefined) return { rate };
  return valueFen === undefined ? { word: "兑换" } : { offFen: valueFen };
};

/** Where 去使用 leads. */
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
