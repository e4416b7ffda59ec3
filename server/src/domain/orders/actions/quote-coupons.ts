/** Chooses the coupons of a quote, and describes the others beside them. */
import { raisedReasons } from "@yunjing/contract/refusal-reasons";
import type { Quote } from "@yunjing/contract/schemas/buying";
import { Refusal } from "../../../platform/refusal.ts";
import {
  combineCoupons,
  type MemberCoupon,
  evaluateCoupons,
  type CouponEvaluation,
} from "../../coupons/model.ts";
import type { QuotedCoupon } from "../quote-token.ts";
import type { QuoteLine } from "./build-quote.ts";

export type ChosenCoupons = {
  readonly weighed: CouponEvaluation;
  readonly parts: readonly QuotedCoupon[];
  /** The amount off each SKU. */
  readonly lineOffs: Readonly<Record<string, number>>;
  /** One of the chosen coupons excludes points. */
  readonly forbidsPoints: boolean;
  readonly titles: string | undefined;
};

type BasketPart = Pick<QuoteLine, "sellable" | "quantity">;

/** The basket for coupon rules: one line for each SKU, independent of the input of its pieces. */
export function basketOf(lines: readonly BasketPart[]) {
  const bySku = new Map<string, BasketPart>();
  for (const line of lines) {
    const { skuId, pointsPrice } = line.sellable;
    // An item with a price in points has no price in money: no coupon applies to it.
    if (pointsPrice !== undefined) continue;
    const before = bySku.get(skuId)?.quantity ?? 0;
    bySku.set(skuId, { ...line, quantity: before + line.quantity });
  }
  return [...bySku.values()].map(({ sellable, quantity }) => ({
    skuId: sellable.skuId,
    benefitId: sellable.benefitId,
    quantity,
    categoryCode: sellable.categoryCode,
    brandCode: sellable.brandCode,
    totalFen: sellable.unitFen * quantity,
    isLevelPrice: sellable.unitFen < sellable.priceFen,
  }));
}

/**
 * Returns the requested coupons, or the best ones when none are named. Refuses COUPON_UNUSABLE
 * {couponId, reason}.
 */
export function chooseCoupons(
  coupons: readonly MemberCoupon[],
  lines: readonly QuoteLine[],
  requestedIds: readonly string[] | undefined,
  { now, most }: { readonly now: Date; readonly most: number },
): ChosenCoupons {
  const basket = basketOf(lines);
  const evaluation = evaluateCoupons(coupons, basket, now, most);
  const ids = [...new Set(requestedIds ?? evaluation.best)];
  const chosen = ids.map((couponId) => {
    const coupon = coupons.find((one) => one.couponId === couponId);
    if (!coupon)
      throw new Refusal("COUPON_UNUSABLE", { couponId, reason: raisedReasons.coupon_missing });
    return coupon;
  });
  const tooMany = ids[most];
  if (tooMany !== undefined) {
    const reason = `每单最多使用 ${most} 张`;
    throw new Refusal("COUPON_UNUSABLE", { couponId: tooMany, reason });
  }
  const combined = combineCoupons(chosen, basket, now);
  if ("why" in combined) {
    const { couponId, text: reason } = combined;
    throw new Refusal("COUPON_UNUSABLE", { couponId, reason });
  }
  const templateOf = new Map(chosen.map(({ couponId, templateId }) => [couponId, templateId]));
  return {
    weighed: evaluation,
    parts: combined.parts.map(({ couponId, offFen }) => ({
      couponId,
      offFen,
      templateId: templateOf.get(couponId) ?? "",
    })),
    lineOffs: combined.lineOffs,
    forbidsPoints: chosen.some(({ rules }) => rules.withPoints === false),
    titles: chosen.map(({ title }) => title).join("、") || undefined,
  };
}

/**
 * Lists every coupon of the member with the amount it would take off, or the reason why it would
 * not.
 */
export function shownCoupons(
  coupons: readonly MemberCoupon[],
  { weighed: evaluation, parts }: ChosenCoupons,
): Quote["coupons"] {
  const byId = new Map(coupons.map((coupon) => [coupon.couponId, coupon]));
  const shown = (couponId: string) => {
    const coupon = byId.get(couponId);
    return {
      couponId,
      title: coupon?.title ?? "",
      text: coupon?.scopeText ?? "",
      endsAt: coupon?.validUntil ?? 0,
    };
  };
  return {
    chosen: parts.map(({ couponId }) => couponId),
    best: [...evaluation.best],
    usable: evaluation.usable.map(({ couponId, offFen }) => ({ ...shown(couponId), offFen })),
    unusable: evaluation.unusable.map(({ couponId, text }) => ({ ...shown(couponId), why: text })),
  };
}
