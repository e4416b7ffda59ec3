/** Buying: the quote that explains a price, the resulting order, and the payment state. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { buying as routes } from "../routes/buying.ts";
import { Fen, Instant, pageOf, paging, Points, RegionCode, Token } from "../values.ts";
import { BenefitCard, Photo } from "./benefit.ts";
import { CouponFace, WalletCoupon, WalletItemId } from "./coupons.ts";
import { MealChoice, MealLine } from "./dining.ts";
import { DisplayState, OrderDetail, OrderNo } from "./orders.ts";
import { PriceLine } from "./price-lines.ts";

const QuoteItem = Type.Object({
  skuId: Type.String({ minLength: 1, maxLength: 64 }),
  quantity: Type.Integer({ minimum: 1, maximum: 99 }),
  /** Keyed by the field names of the benefit's form: an account to charge, a phone. */
  input: Type.Optional(
    Type.Record(Type.String({ maxLength: 32 }), Type.String({ maxLength: 140 }), {
      maxProperties: 8,
    }),
  ),
  /** A saved account, in place of `input`: its content never leaves the server. */
  savedAccountId: Type.Optional(Token),
});

/** A price that is valid until `expiresAt`; `place` takes `quoteToken`. */
export const Quote = Type.Object({
  quoteToken: Type.String(),
  expiresAt: Instant,
  items: Type.Array(
    Type.Object({
      skuId: Type.String(),
      benefitId: Type.String(),
      title: Type.String(),
      spec: Type.String(),
      artwork: Type.String(),
      photo: Type.Optional(Photo),
      tint: Type.String(),
      quantity: Type.Integer(),
      marketFen: Fen,
      unitFen: Fen,
      totalFen: Fen,
    }),
  ),
  lines: Type.Array(PriceLine),
  goodsFen: Fen,
  payableFen: Fen,
  balanceFen: Type.Integer({ minimum: 0, description: "what the balance pays of it" }),
  cashFen: Type.Integer({ minimum: 0, description: "what is left for the channel" }),
  points: Type.Object({
    available: Points,
    usable: Type.Integer({ description: "at most so many for this order", minimum: 0 }),
    used: Points,
    offFen: Fen,
    why: Type.Optional(Type.String({ description: "why none can be used" })),
  }),
  balance: Type.Object({ availableFen: Fen, usedFen: Fen }),
  coupons: Type.Object({
    chosen: Type.Array(Type.String()),
    best: Type.Array(Type.String()),
    usable: Type.Array(
      Type.Object({
        couponId: Type.String(),
        title: Type.String(),
        text: Type.String({ description: "满30减8" }),
        offFen: Fen,
        endsAt: Instant,
      }),
    ),
    unusable: Type.Array(
      Type.Object({
        couponId: Type.String(),
        title: Type.String(),
        text: Type.String(),
        why: Type.String({ description: "还差 ¥3.00 可用" }),
        endsAt: Instant,
      }),
    ),
  }),
});
export type Quote = Static<typeof Quote>;

/** The price of one SKU with the member's best coupons, for the page of a benefit. */
export const Estimate = Type.Object({
  totalFen: Type.Integer({ minimum: 0, description: "at the member's price, before coupons" }),
  payableFen: Fen,
  couponOffFen: Fen,
  couponTitles: Type.Array(Type.String()),
  /** The coupon that lacks the least to its threshold; with `couponId`, only that one. */
  near: Type.Optional(
    Type.Object({
      couponId: Type.String(),
      title: Type.String(),
      face: CouponFace,
      missingFen: Fen,
    }),
  ),
  whyNot: Type.Optional(
    Type.String({ description: "why the coupon `couponId` takes nothing off, in a sentence" }),
  ),
});
export type Estimate = Static<typeof Estimate>;

/** One benefit that a coupon fits: its price after the coupon, or what is missing. */
const CouponBenefit = Type.Object({
  benefit: BenefitCard,
  skuId: Type.String(),
  spec: Type.String(),
  offFen: Type.Optional(Fen),
  payableFen: Type.Optional(Fen),
  missingFen: Type.Optional(Fen),
});
export type CouponBenefit = Static<typeof CouponBenefit>;

const PayState = Type.Union([
  /** The order is paid. */
  Type.Literal("paid"),
  /** The payment channel waits for the payer. */
  Type.Literal("waiting"),
  /**
   * The result is not known yet: the channel is queried again, and the member is never charged
   * twice.
   */
  Type.Literal("unknown"),
  /** It can no longer be paid. */
  Type.Literal("over"),
]);

/** The payment state; `jsapi` is passed to WeChat's bridge, `h5Url` is opened outside WeChat. */
export const Payment = Type.Object({
  orderNo: Type.String(),
  state: PayState,
  display: DisplayState,
  dueFen: Type.Integer({ minimum: 0, description: "what the channel still has to bring" }),
  expiresAt: Type.Optional(Instant),
  outTradeNo: Type.Optional(Type.String()),
  jsapi: Type.Optional(
    Type.Object({
      appId: Type.String(),
      timeStamp: Type.String(),
      nonceStr: Type.String(),
      package: Type.String(),
      signType: Type.String(),
      paySign: Type.String(),
    }),
  ),
  h5Url: Type.Optional(Type.String()),
});
export type Payment = Static<typeof Payment>;

export const buying = shapesOf<typeof routes>()({
  estimate: {
    summary: "What one SKU costs this member with the best coupons, before anything is filled in",
    input: Type.Object({
      skuId: Type.String({ minLength: 1, maxLength: 64 }),
      quantity: Type.Integer({ minimum: 1, maximum: 99 }),
      regionCode: Type.Optional(RegionCode),
      /** The coupon that the member came with. */
      couponId: Type.Optional(Token),
    }),
    output: Estimate,
    refusals: ["NOT_FOUND", "SOLD_OUT", "REGION_UNAVAILABLE", "LIMIT_REACHED", "LEVEL_NEEDED"],
  },
  couponBenefits: {
    summary: "What one coupon can be used for in a city: usable first, then by what is missing",
    input: Type.Object({
      page: paging.page,
      pageSize: paging.pageSize,
      couponId: WalletItemId,
      regionCode: Type.Optional(RegionCode),
    }),
    output: Type.Object({
      ...pageOf(CouponBenefit).properties,
      coupon: WalletCoupon,
      whyNot: Type.Optional(Type.String({ description: "why it fits nothing now" })),
    }),
    refusals: ["NOT_FOUND"],
  },
  quote: {
    summary:
      "What these items cost this member now, and why: every amount a line, coupons with their why-not",
    input: Type.Object({
      items: Type.Array(QuoteItem, { minItems: 1, maxItems: 20 }),
      regionCode: Type.Optional(RegionCode),
      /** Absent: the best coupons are chosen. Empty: none. */
      couponIds: Type.Optional(Type.Array(Token, { maxItems: 5 })),
      /** True: as many as allowed; a number: exactly so many. */
      usePoints: Type.Optional(Type.Union([Type.Boolean(), Points])),
      useBalance: Type.Optional(Type.Boolean()),
    }),
    output: Quote,
    refusals: [
      "NOT_FOUND",
      "SOLD_OUT",
      "REGION_UNAVAILABLE",
      "INPUT_INVALID",
      "LIMIT_REACHED",
      "LEVEL_NEEDED",
      "COUPON_UNUSABLE",
      "ACCOUNT_FROZEN",
    ],
  },
  place: {
    summary: "Places the order of a quote and holds everything scarce until it is paid or over",
    input: Type.Object({
      quoteToken: Type.String({ minLength: 16, maxLength: 20_000 }),
      /** Saves the input for the next order. */
      keepsAccount: Type.Optional(Type.Boolean()),
    }),
    output: OrderDetail,
    refusals: [
      "QUOTE_EXPIRED",
      "PRICE_CHANGED",
      "SOLD_OUT",
      "LIMIT_REACHED",
      "LEVEL_NEEDED",
      "UNPAID_MANY",
      "COUPON_UNUSABLE",
      "COUPON_LOCKED",
      "POINTS_SHORT",
      "BALANCE_SHORT",
      "ACCOUNT_FROZEN",
    ],
  },
  placeMeal: {
    summary: "Orders a meal at a store and a time; the store gets it once it is paid",
    input: Type.Object({
      ...MealChoice,
      lines: Type.Array(MealLine, { minItems: 1, maxItems: 20 }),
    }),
    output: Type.Object({ orderNo: Type.String(), payableFen: Fen, expiresAt: Instant }),
    refusals: [
      "STORE_CLOSED",
      "STORE_PAUSED",
      "SLOT_INVALID",
      "MENU_CHANGED",
      "LINES_INVALID",
      "UNPAID_MANY",
      "INPUT_INVALID",
      "NOT_FOUND",
    ],
  },
  pay: {
    summary: "Pays what is left: by WeChat, by balance, or nothing when nothing is left",
    input: Type.Object({
      orderNo: OrderNo,
      channel: Type.Union([Type.Literal("wechat"), Type.Literal("balance"), Type.Literal("none")]),
      /** WeChat only: `jsapi` inside it (the default), `h5` from another browser. */
      via: Type.Optional(Type.Union([Type.Literal("jsapi"), Type.Literal("h5")])),
      stepUp: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    output: Payment,
    refusals: [
      "RISK_REFUSED",
      "NOT_FOUND",
      "ORDER_STATE",
      "ORDER_CLOSED",
      "BALANCE_SHORT",
      "ACCOUNT_FROZEN",
      "PAY_PENDING",
      "WECHAT_NEEDED",
      "STEP_UP_NEEDED",
      "PHONE_COOLING",
      "PARTNER_DOWN",
    ],
  },
  payment: {
    summary: "How far paying is; asks the channel when that is not known",
    input: Type.Object({ orderNo: OrderNo }),
    output: Payment,
    refusals: ["NOT_FOUND"],
  },
  cancel: {
    summary: "The member gives an unpaid order up; everything held is free again",
    input: Type.Object({ orderNo: OrderNo }),
    output: OrderDetail,
    refusals: ["NOT_FOUND", "ORDER_STATE", "PAY_PENDING"],
  },
});
