/** Formats coupons and templates for the contract: faces, dates and badges as text for members. */
import type { ClaimablePack, CouponFace, WalletCoupon } from "@yunjing/contract/schemas/coupons";
import { dayOf, endBadge, endText } from "./dates.ts";
import { type CampaignRules, isPack, issueOffFen, type PackRules, packSize } from "./pack.ts";
import { type CouponAppearance, type CouponRules, scopeTexts } from "./rules.ts";
import type { CouponRow } from "./store.ts";

/** Formats fen for a ticket: 5000 → 50, 1250 → 12.5. */
const shortYuan = (fen: number): string => String(fen / 100);

function belowOf({ thresholdFen = 0, capFen, type }: CouponRules): string {
  if (thresholdFen > 0) return `满 ${shortYuan(thresholdFen)} 可用`;
  if (type === "percent" && capFen !== undefined) return `最高减 ${shortYuan(capFen)}`;
  return "无门槛";
}

/** The left part of the ticket. */
export const couponFaceOf = (rules: CouponRules): CouponFace => ({
  type: rules.type,
  ...(rules.valueFen === undefined ? {} : { valueFen: rules.valueFen }),
  ...(rules.type === "percent" ? { rate: (rules.percent ?? 100) / 10 } : {}),
  below: belowOf(rules),
});

/** The face of a pack, for clients that know no packs: what it takes off at most, or 兑换. */
const packFaceOf = (rules: PackRules): CouponFace => {
  const mostFen = issueOffFen(rules);
  return {
    ...(mostFen === undefined ? { type: "exchange" } : { type: "amount", valueFen: mostFen }),
    below: `共 ${packSize(rules)} 张`,
  };
};

/** What a pack shows besides its face: its coupons, and what they take off at most together. */
function packOf(rules: PackRules): ClaimablePack {
  const mostFen = issueOffFen(rules);
  return {
    size: packSize(rules),
    ...(mostFen === undefined ? {} : { mostFen }),
    coupons: rules.parts.map(({ count, title, looks, rules: own }) => ({
      title,
      count,
      face: couponFaceOf(own),
      scopeText: looks.scopeText,
    })),
  };
}

/** A template in the claim centre: one coupon, or a pack with its coupons. */
export const templateAppearanceOf = (
  title: string,
  looks: CouponAppearance,
  rules: CampaignRules,
) =>
  isPack(rules)
    ? {
        ...looks,
        title,
        face: packFaceOf(rules),
        tips: [...looks.tips],
        pack: packOf(rules),
      }
    : couponAppearanceOf(title, looks, rules);

/** The parts of a template, or of a coupon's copy of it, that are shown everywhere. */
export const couponAppearanceOf = (
  title: string,
  appearance: CouponAppearance,
  rules: CouponRules,
) => ({
  title,
  face: couponFaceOf(rules),
  look: appearance.look,
  scopeText: appearance.scopeText,
  tips: [
    ...scopeTexts(rules),
    ...appearance.tips,
    ...(rules.type === "percent" && rules.capFen !== undefined
      ? [`最高减 ${shortYuan(rules.capFen)} 元`]
      : []),
  ],
  useAt: appearance.useAt,
});

const STATE_TEXTS = {
  pending: "未生效",
  available: "可用",
  locked: "占用中",
  used: "已使用",
  expired: "已过期",
  void: "已作废",
} as const;

const NEW_FOR_MS = 86_400_000;

function dateTextOf(coupon: CouponRow, now: number): string {
  const { state, validFrom, validUntil, usedAt } = coupon;
  switch (state) {
    case "pending":
      return `${dayOf(validFrom)} 起可用`;
    case "used":
      return `${dayOf(usedAt ?? validUntil)} 使用`;
    case "expired":
      return `${dayOf(validUntil)} 已过期`;
    case "void":
      return "已作废";
    default:
      return endText(validUntil, now);
  }
}

function badgeOf(coupon: CouponRow, now: number): WalletCoupon["badge"] {
  const { state, validUntil, createdAt } = coupon;
  if (state === "locked" || state === "pending") return state;
  if (state !== "available") return undefined;
  return endBadge(validUntil, now) ?? (now - createdAt < NEW_FOR_MS ? "new" : undefined);
}

/** Returns a coupon for the wallet; `orderNo` of the order that locked or used it, if any. */
export function walletCoupon(
  coupon: CouponRow,
  { now, orderNo }: { readonly now: number; readonly orderNo: string | undefined },
): WalletCoupon {
  const badge = badgeOf(coupon, now);
  const isHeld = coupon.state === "locked" || coupon.state === "used";
  return {
    kind: "coupon",
    id: coupon.id,
    templateId: coupon.templateId,
    ...couponAppearanceOf(coupon.title, coupon.looks, coupon.rules),
    state: coupon.state,
    stateText: STATE_TEXTS[coupon.state],
    ...(badge ? { badge } : {}),
    validFrom: coupon.validFrom,
    validUntil: coupon.validUntil,
    dateText: dateTextOf(coupon, now),
    ...(isHeld && orderNo !== undefined ? { orderNo } : {}),
    ...(coupon.usedAt === null ? {} : { usedAt: coupon.usedAt }),
  };
}
