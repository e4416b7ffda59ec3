/** The value on the stub of a coupon ticket: a discount, a price, or a rate. */
import type { CouponFace } from "@yunjing/contract/schemas/coupons";
import { moneyText } from "../money.ts";

/** A coupon for one whole item has no number; its text is shown instead. */
export const couponValue = ({ valueFen, rate }: CouponFace) => {
  if (rate !== undefined) return { rate };
  return valueFen === undefined ? { text: "兑换" } : { offFen: valueFen };
};

/**
 * Returns the target of 去使用 for a coupon that the member owns: its one benefit, or the list of
 * what it fits.
 */
export const ownCouponPath = ({
  id,
  useAt,
}: {
  readonly id: string;
  readonly useAt: { readonly benefitId?: string };
}): string => {
  const coupon = encodeURIComponent(id);
  return useAt.benefitId
    ? `/pages/benefit/detail?id=${encodeURIComponent(useAt.benefitId)}&coupon=${coupon}`
    : `/pages/benefit/search?coupon=${coupon}`;
};

/** Returns the value of a coupon in a sentence: ¥20 券, 8.8 折券, 兑换券. */
export const couponName = ({ type, valueFen, rate }: CouponFace): string => {
  if (rate !== undefined) return `${rate} 折券`;
  if (valueFen === undefined) return "兑换券";
  return type === "fixed_price"
    ? `${moneyText(valueFen, "shop")} 特价券`
    : `${moneyText(valueFen, "shop")} 券`;
};

/** Returns the target of 去使用 for a campaign's coupon. */
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
