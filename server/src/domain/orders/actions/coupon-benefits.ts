/**
 * Lists what one coupon of a member can be used for in a city: each benefit with its price after
 * the coupon, or what is missing to the coupon's threshold.
 */
import { PAGE_SIZE } from "@yunjing/contract/limits";
import type { Input, Output } from "@yunjing/contract/operations";
import { Refusal } from "../../../platform/refusal.ts";
import {
  cityCodeOf,
  listSellables,
  type SellableBenefit,
  type Shop,
} from "../../catalog/actions.ts";
import { deliveryKinds } from "../../catalog/model/delivery-kinds.ts";
import { couponOf, couponsOf, walletCoupon } from "../../coupons/actions.ts";
import { couponsInCity, evaluateCoupons, type MemberCoupon } from "../../coupons/model.ts";
import { memberLevelOf } from "../../levels/actions.ts";
import { basketOf } from "./quote-coupons.ts";

type Fitting = Output<"buying", "couponBenefits">["list"][number];

/**
 * Returns the SKU with the lowest price after the coupon; if none reaches the threshold, the one
 * that lacks the least.
 */
function fittingOf(
  { card, sellables }: SellableBenefit,
  coupon: MemberCoupon,
  now: Date,
): Fitting | undefined {
  const results = sellables.flatMap((sellable): Omit<Fitting, "benefit">[] => {
    if (!deliveryKinds[sellable.delivery].isSoldInShop) return [];
    const quantity = sellable.quantityMin;
    const { usable, unusable } = evaluateCoupons([coupon], basketOf([{ sellable, quantity }]), now);
    const offFen = usable[0]?.offFen;
    const missingFen = unusable[0]?.missingFen;
    const { skuId, spec, unitFen } = sellable;
    if (offFen !== undefined)
      return [{ skuId, spec, offFen, payableFen: unitFen * quantity - offFen }];
    return missingFen === undefined ? [] : [{ skuId, spec, missingFen }];
  });
  const [best] = results.toSorted(
    (a, b) =>
      Number(a.payableFen === undefined) - Number(b.payableFen === undefined) ||
      (a.payableFen ?? 0) - (b.payableFen ?? 0) ||
      (a.missingFen ?? 0) - (b.missingFen ?? 0),
  );
  return best && { benefit: card, ...best };
}

/** Usable ones first, then by what is missing; each in the shop's order. Refuses NOT_FOUND. */
export async function couponBenefits(
  shop: Shop,
  memberId: string,
  input: Input<"buying", "couponBenefits">,
): Promise<Output<"buying", "couponBenefits">> {
  const { context, db, cityOf } = shop;
  const { couponId, regionCode, page = 1, pageSize = PAGE_SIZE } = input;
  const now = context.clock.now();
  const [row, live, { grade }] = await Promise.all([
    couponOf(context, db, memberId, couponId),
    couponsOf(db, memberId, context.clock.sql()),
    memberLevelOf(context, db, memberId),
  ]);
  if (!row) throw new Refusal("NOT_FOUND");
  const cityCode = regionCode === undefined ? undefined : cityCodeOf(regionCode, cityOf);
  const coupon = couponsInCity(live, cityCode).find((one) => one.couponId === couponId);
  const benefits = coupon ? await listSellables(shop, { regionCode, grade }) : [];
  const all = benefits
    .flatMap((benefit) => (coupon && fittingOf(benefit, coupon, now)) ?? [])
    .toSorted((a, b) => (a.missingFen ?? 0) - (b.missingFen ?? 0));
  const start = (page - 1) * pageSize;
  const whyNot = coupon && all.length === 0 ? coupon.barred : undefined;
  return {
    coupon: walletCoupon(row, { now: now.getTime(), orderNo: undefined }),
    list: all.slice(start, start + pageSize),
    total: all.length,
    page,
    pageSize,
    hasMore: all.length > start + pageSize,
    ...(whyNot ? { whyNot } : {}),
  };
}
