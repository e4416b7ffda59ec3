/**
 * Estimates what one SKU costs a member with the best coupons, before the form is filled in: the
 * price beside the buy button, by the rules of the quote, and the coupon that needs the least more.
 */
import type { Input, Output } from "@yunjing/contract/operations";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { couponFaceOf } from "../../coupons/actions.ts";
import type { CouponEvaluation, MemberCoupon } from "../../coupons/model.ts";
import { type Basket, priceBasket, type QuoteDeps, readBasket } from "./read-basket.ts";

type Estimate = Output<"buying", "estimate">;

/** The coupon with the least amount missing, or the wanted one. */
function nearCoupon(
  coupons: readonly MemberCoupon[],
  { unusable }: CouponEvaluation,
  wantedId: string | undefined,
): Estimate["near"] {
  const found = unusable
    .flatMap(({ couponId, missingFen }) => {
      const coupon = coupons.find((one) => one.couponId === couponId);
      return coupon && missingFen !== undefined ? [{ coupon, missingFen }] : [];
    })
    .filter(({ coupon }) => wantedId === undefined || coupon.couponId === wantedId)
    .toSorted((a, b) => a.missingFen - b.missingFen)[0];
  if (!found) return undefined;
  const { coupon, missingFen } = found;
  const { couponId, title, rules } = coupon;
  return { couponId, title, missingFen, face: couponFaceOf(rules) };
}

/** Why the wanted coupon gives nothing here, unless the threshold alone is missing. */
function whyNotWanted(
  { weighed, near }: { readonly weighed: CouponEvaluation; readonly near: Estimate["near"] },
  wantedId: string | undefined,
): string | undefined {
  if (wantedId === undefined || near?.couponId === wantedId) return undefined;
  if (weighed.usable.some(({ couponId }) => couponId === wantedId)) return undefined;
  return weighed.unusable.find(({ couponId }) => couponId === wantedId)?.text ?? "优惠券已用完";
}

const titlesOf = ({ coupons }: Basket, ids: readonly string[]): string[] =>
  coupons.filter(({ couponId }) => ids.includes(couponId)).map(({ title }) => title);

/**
 * Reads only. Refuses NOT_FOUND, LEVEL_NEEDED {benefitId, level}, SOLD_OUT, REGION_UNAVAILABLE
 * {skuId} and LIMIT_REACHED {benefitId, limit, left}.
 */
export async function estimatePrice(
  context: Context,
  db: Db,
  memberId: string,
  { skuId, quantity, regionCode, couponId }: Input<"buying", "estimate">,
  { cityOf }: QuoteDeps = {},
): Promise<Estimate> {
  const input = {
    items: [{ skuId, quantity }],
    ...(regionCode === undefined ? {} : { regionCode }),
  };
  const basket = await readBasket(context, db, memberId, { input, cityOf, isOpen: true });
  const { chosen, price } = priceBasket(context, basket, {});
  const near = nearCoupon(basket.coupons, chosen.weighed, couponId);
  const whyNot = whyNotWanted({ weighed: chosen.weighed, near }, couponId);
  return {
    totalFen: price.goodsFen - price.levelOffFen,
    payableFen: price.payableFen,
    couponOffFen: price.couponOffFen,
    couponTitles: titlesOf(
      basket,
      chosen.parts.map((part) => part.couponId),
    ),
    ...(near === undefined ? {} : { near }),
    ...(whyNot === undefined ? {} : { whyNot }),
  };
}
