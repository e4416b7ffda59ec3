/**
 * The member's coupons and third-party cards as the wallet shows them, and the coupons that can be
 * claimed.
 */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { coupons as routes } from "../routes/coupons.ts";
import { Fen, Instant, pageOf, paging } from "../values.ts";

/**
 * What a coupon does: takes off an amount, takes off a percentage (with a cap), makes one item
 * free, or sets one item's price.
 */
export const CouponType = Type.Union([
  Type.Literal("amount"),
  Type.Literal("percent"),
  Type.Literal("exchange"),
  Type.Literal("fixed_price"),
]);
export type CouponType = Static<typeof CouponType>;

/**
 * The left part of the ticket: an amount or a price in fen, or a rate of tenths (8.8 is shown as
 * 8.8折), and the line below.
 */
export const CouponFace = Type.Object({
  type: CouponType,
  valueFen: Type.Optional(Fen),
  rate: Type.Optional(Type.Number({ minimum: 0, maximum: 10 })),
  below: Type.String({ description: "满 50 可用, 最高减 15, or 无门槛" }),
});
export type CouponFace = Static<typeof CouponFace>;

/** The destination of 去使用: one benefit, one category, or the whole shop when neither is set. */
const UseAt = Type.Object({
  benefitId: Type.Optional(Type.String()),
  categoryCode: Type.Optional(Type.String()),
});

const couponFields = {
  title: Type.String(),
  face: CouponFace,
  look: Type.Union([Type.Literal("plain"), Type.Literal("member")]),
  scopeText: Type.String({ description: "where it may be used, in one line" }),
  tips: Type.Array(Type.String()),
  useAt: UseAt,
};

const Badge = Type.Union([
  Type.Literal("today"),
  Type.Literal("soon"),
  Type.Literal("new"),
  Type.Literal("locked"),
  Type.Literal("pending"),
]);

export const CouponState = Type.Union([
  Type.Literal("pending"),
  Type.Literal("available"),
  Type.Literal("locked"),
  Type.Literal("used"),
  Type.Literal("expired"),
  Type.Literal("void"),
]);
export type CouponState = Static<typeof CouponState>;

export const WalletCoupon = Type.Object({
  kind: Type.Literal("coupon"),
  id: Type.String(),
  templateId: Type.String(),
  ...couponFields,
  state: CouponState,
  stateText: Type.String(),
  badge: Type.Optional(Badge),
  validFrom: Instant,
  validUntil: Instant,
  dateText: Type.String({ description: "今天 23:59 到期, 2026-11-30 到期, or 2026-11-16 使用" }),
  /** The order that locks the coupon, or that used it. */
  orderNo: Type.Optional(Type.String()),
  usedAt: Type.Optional(Instant),
});
export type WalletCoupon = Static<typeof WalletCoupon>;

export const CardState = Type.Union([
  Type.Literal("ready"),
  Type.Literal("revealed"),
  Type.Literal("marked_used"),
  Type.Literal("expired"),
  Type.Literal("void"),
]);
export type CardState = Static<typeof CardState>;

/** A single code, a number with its password, a picture to scan, or a URL to open. */
export const CardForm = Type.Union([
  Type.Literal("code"),
  Type.Literal("pair"),
  Type.Literal("qr"),
  Type.Literal("link"),
]);
export type CardForm = Static<typeof CardForm>;

export const WalletCard = Type.Object({
  kind: Type.Literal("card"),
  id: Type.String(),
  title: Type.String(),
  brand: Type.Optional(Type.String()),
  artwork: Type.String(),
  tint: Type.String(),
  form: CardForm,
  mask: Type.String({ description: "**** **** 7Q2K" }),
  /** The number of this card within its purchase, and the total. */
  seq: Type.Integer({ minimum: 1 }),
  of: Type.Integer({ minimum: 1 }),
  state: CardState,
  stateText: Type.String(),
  badge: Type.Optional(Badge),
  validUntil: Type.Optional(Instant),
  dateText: Type.String({ description: "2026-11-24 到期，剩 3 天, or 长期有效" }),
  orderNo: Type.Optional(Type.String()),
  revealedAt: Type.Optional(Instant),
  usedAt: Type.Optional(Instant),
});
export type WalletCard = Static<typeof WalletCard>;

export const WalletItem = Type.Union([WalletCoupon, WalletCard]);
export type WalletItem = Static<typeof WalletItem>;

const TabCounts = Type.Object({
  available: Type.Integer(),
  used: Type.Integer(),
  over: Type.Integer(),
});
const WalletPage = Type.Object({
  ...pageOf(WalletItem).properties,
  counts: Type.Object({ coupon: TabCounts, card: TabCounts }),
});

/** What a pack of coupons holds, for the claim centre; it is claimed as a whole. */
const ClaimablePack = Type.Object({
  /** Coupons in all. */
  size: Type.Integer({ minimum: 2 }),
  /** What they take off at most together; absent when one has no limit. */
  mostFen: Type.Optional(Fen),
  coupons: Type.Array(
    Type.Object({
      title: Type.String(),
      count: Type.Integer({ minimum: 1 }),
      face: CouponFace,
      scopeText: Type.String(),
    }),
  ),
});
export type ClaimablePack = Static<typeof ClaimablePack>;

const TemplateState = Type.Union([
  Type.Literal("claimable"),
  Type.Literal("claimed"),
  Type.Literal("over"),
  Type.Literal("not_yet"),
  Type.Literal("denied"),
]);

export const ClaimableCoupon = Type.Object({
  templateId: Type.String(),
  ...couponFields,
  /** Absent for a single coupon. The face of a pack is what its coupons take off together. */
  pack: Type.Optional(ClaimablePack),
  validityText: Type.String({ description: "领取后 7 天内有效" }),
  state: TemplateState,
  why: Type.Optional(
    Type.String({ description: "why it cannot be claimed, in the member's words" }),
  ),
  /** How many of it the member has claimed, and the limit; packs are counted as wholes. */
  claimed: Type.Integer({ minimum: 0 }),
  perMember: Type.Integer({ minimum: 1 }),
  leftPercent: Type.Optional(
    Type.Integer({ minimum: 0, maximum: 100, description: "absent when there is no limit" }),
  ),
  claimFrom: Type.Optional(Instant),
  claimUntil: Type.Optional(Instant),
});
export type ClaimableCoupon = Static<typeof ClaimableCoupon>;

export const RevealedCard = Type.Object({
  id: Type.String(),
  form: CardForm,
  code: Type.String(),
  secret: Type.Optional(Type.String({ description: "the password of a pair" })),
  qr: Type.Optional(Type.String({ description: "what to draw as a QR code" })),
  barcode: Type.Optional(Type.String({ description: "what to draw as a bar code" })),
  link: Type.Optional(Type.String()),
  validUntil: Type.Optional(Instant),
  state: CardState,
  revealCount: Type.Integer({ minimum: 1 }),
  revealedAt: Instant,
});
export type RevealedCard = Static<typeof RevealedCard>;

const UUID = "^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$";
/** The id of a member's own coupon or card. */
export const WalletItemId = Type.String({ pattern: UUID });
const IdPath = { id: WalletItemId };
const Tab = Type.Union([Type.Literal("available"), Type.Literal("used"), Type.Literal("over")]);
const Kind = Type.Union([Type.Literal("coupon"), Type.Literal("card")]);

export const coupons = shapesOf<typeof routes>()({
  list: {
    summary: "The member's coupons or cards of one tab, those that end first on top",
    input: Type.Object({
      ...paging,
      state: Type.Optional(Tab),
      kind: Type.Optional(Kind),
      /** Cards only: a part of the title or brand, the last four of the code, an order number. */
      keyword: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    output: WalletPage,
    refusals: [],
  },
  detail: {
    summary: "One coupon or card of the member; never a card's secret",
    input: Type.Object(IdPath),
    output: WalletItem,
    refusals: ["NOT_FOUND"],
  },
  reveal: {
    summary: "Show a card's secret to its owner; every time is written down",
    input: Type.Object(IdPath),
    output: RevealedCard,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  used: {
    summary: "The member marks a card as used",
    input: Type.Object(IdPath),
    output: WalletItem,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  templates: {
    summary:
      "The coupons of the claim centre, and why one cannot be claimed; without a login, what every member may claim",
    input: Type.Object({
      ...paging,
      categoryCode: Type.Optional(Type.String({ maxLength: 32 })),
    }),
    output: pageOf(ClaimableCoupon),
    refusals: [],
  },
  claim: {
    summary: "Claim one coupon, or all coupons of a pack; of a pack the first one is returned",
    input: Type.Object({
      templateId: Type.String({ minLength: 1, maxLength: 64, pattern: "^[A-Za-z0-9_-]+$" }),
    }),
    output: WalletCoupon,
    refusals: ["NOT_FOUND", "CLAIM_OVER", "CLAIM_LIMIT", "CLAIM_DENIED", "RISK_REFUSED"],
  },
});
