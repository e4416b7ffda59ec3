/** Orders as list cards, in detail, and as an anonymous holder may see them. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { orders as routes } from "../routes/orders.ts";
import { Fen, Instant, Nothing, pageOf, paging, Points, Token } from "../values.ts";
import { Photo } from "./benefit.ts";
import { WalletCard } from "./coupons.ts";
import { EatType } from "./dining.ts";
import { PriceLine } from "./price-lines.ts";

export const DisplayState = Type.Union([
  Type.Literal("wait_pay"),
  Type.Literal("issuing"),
  Type.Literal("ready"),
  Type.Literal("done"),
  Type.Literal("manual"),
  Type.Literal("refunding"),
  Type.Literal("part_refunded"),
  Type.Literal("refunded"),
  Type.Literal("cancelled"),
  Type.Literal("closed"),
  Type.Literal("returned"),
]);
export type DisplayState = Static<typeof DisplayState>;

export const OrderKind = Type.Union([
  Type.Literal("meal"),
  Type.Literal("card"),
  Type.Literal("topup"),
  Type.Literal("movie"),
  Type.Literal("ride"),
  Type.Literal("points_mall"),
  Type.Literal("points"),
  Type.Literal("balance"),
  Type.Literal("coupon"),
  Type.Literal("level"),
]);
export type OrderKind = Static<typeof OrderKind>;

const PickupCode = Type.Object({ code: Type.String(), qr: Type.Optional(Type.String()) });
const Allowed = Type.Object({ allowed: Type.Boolean(), reason: Type.Optional(Type.String()) });

/**
 * The amounts of an order, in fen. goods − level − coupon − points = payable; payable = balance +
 * cash. A code's value is in voucherFen, what is paid beyond it in differenceFen. `refundedFen` is
 * what was refunded of balance and cash.
 */
const Amounts = Type.Object({
  goodsFen: Fen,
  voucherFen: Fen,
  differenceFen: Fen,
  levelOffFen: Type.Optional(Fen),
  couponOffFen: Type.Optional(Fen),
  pointsOffFen: Type.Optional(Fen),
  payableFen: Type.Optional(Fen),
  balanceFen: Type.Optional(Fen),
  cashFen: Type.Optional(Fen),
  paidFen: Fen,
  refundedFen: Type.Optional(Fen),
  /** Points received (a points code) or spent (a purchase). */
  points: Type.Optional(Points),
});

const head = {
  orderNo: Type.String(),
  kind: OrderKind,
  source: Type.Union([Type.Literal("code"), Type.Literal("shop"), Type.Literal("partner")]),
  title: Type.String(),
  brand: Type.Optional(Type.String()),
  brandName: Type.Optional(Type.String()),
  artwork: Type.String(),
  /** The uploaded picture of what was ordered first, in place of the drawing. */
  photo: Type.Optional(Photo),
  itemsText: Type.String({ description: "香辣鸡腿堡 × 1、可乐 × 1" }),
  quantity: Type.Integer(),
  display: DisplayState,
  displayText: Type.String(),
  amounts: Amounts,
  /** The payment deadline of an unpaid order. */
  expiresAt: Type.Optional(Instant),
  createdAt: Instant,
  codes: Type.Array(PickupCode),
  store: Type.Optional(
    Type.Object({
      storeId: Type.String(),
      name: Type.String(),
      address: Type.String(),
      lat: Type.Number(),
      lng: Type.Number(),
      phone: Type.String(),
    }),
  ),
  slot: Type.Optional(
    Type.Object({ slot: Type.String(), from: Instant, to: Instant, text: Type.String() }),
  ),
  eatType: Type.Optional(EatType),
};

/**
 * An order placed at a partner after a jump from our app; it is in the list, but the partner
 * decides about it.
 */
const PartnerOrder = Type.Object({
  orderId: Type.String({ description: "ours; `orderNo` is the partner's" }),
  name: Type.String(),
  linkId: Type.Optional(Type.String()),
  changedAt: Instant,
});

export const OrderCard = Type.Object({ ...head, partner: Type.Optional(PartnerOrder) });
export type OrderCard = Static<typeof OrderCard>;

const detail = {
  ...head,
  nextStep: Type.String({ description: "what happens next, in one sentence" }),
  lines: Type.Array(
    Type.Object({
      name: Type.String(),
      optionsText: Type.String(),
      artwork: Type.String(),
      photo: Type.Optional(Photo),
      quantity: Type.Integer(),
      totalFen: Fen,
      itemId: Type.Optional(Type.String({ description: "for a refund of part of the order" })),
      benefitId: Type.Optional(Type.String()),
      refundedQuantity: Type.Optional(Type.Integer()),
      state: Type.Optional(DisplayState),
      stateText: Type.Optional(Type.String()),
    }),
  ),
  /** The masked input: a charged account. */
  inputs: Type.Optional(Type.Array(Type.Object({ label: Type.String(), text: Type.String() }))),
  /** Cards of this order, as the wallet shows them; `couponId` repeats `id`. */
  cards: Type.Optional(
    Type.Array(Type.Object({ couponId: Type.String(), ...WalletCard.properties })),
  ),
  /** How the price was calculated, line by line. */
  priceLines: Type.Optional(Type.Array(PriceLine)),
  pay: Type.Optional(Allowed),
  cancel: Type.Optional(Allowed),
  contactPhone: Type.Optional(Type.String({ description: "masked" })),
  codeLast4: Type.Optional(Type.String()),
  timeline: Type.Array(Type.Object({ at: Instant, event: Type.String(), text: Type.String() })),
  rules: Type.Array(Type.String()),
  validUntil: Type.Optional(Instant),
  /** `until`: the deadline of the refund request, where there is one. */
  refund: Type.Object({ ...Allowed.properties, until: Type.Optional(Instant) }),
  received: Allowed,
};
export const OrderDetail = Type.Object(detail);
export type OrderDetail = Static<typeof OrderDetail>;

export const Receipt = Type.Object({ ...detail, claimed: Type.Boolean() });
export type Receipt = Static<typeof Receipt>;

const State = Type.Union([
  Type.Literal("wait_pay"),
  Type.Literal("processing"),
  Type.Literal("ready"),
  Type.Literal("after_sale"),
]);
export const OrderNo = Type.String({ pattern: "^\\d{10,32}$" });
const OrderPath = { orderNo: OrderNo };
const ReceiptPath = { receiptToken: Token };

export const orders = shapesOf<typeof routes>()({
  list: {
    summary: "The member's orders, and those at partners, newest first, by kind, state or words",
    input: Type.Object({
      ...paging,
      kind: Type.Optional(Type.Union([OrderKind, Type.Literal("code"), Type.Literal("all")])),
      state: Type.Optional(State),
      keyword: Type.Optional(Type.String({ maxLength: 40 })),
    }),
    output: pageOf(OrderCard),
    refusals: [],
  },
  summary: {
    summary: "Counts by kind and state, the live pickup codes and the latest three orders",
    input: Type.Object({}),
    output: Type.Object({
      kinds: Type.Record(Type.String(), Type.Integer()),
      states: Type.Record(Type.String(), Type.Integer()),
      live: Type.Array(OrderCard),
      latest: Type.Array(OrderCard),
    }),
    refusals: [],
  },
  detail: {
    summary: "One order of the member",
    input: Type.Object(OrderPath),
    output: OrderDetail,
    refusals: ["NOT_FOUND"],
  },
  received: {
    summary: "The member has picked the meal up",
    input: Type.Object(OrderPath),
    output: OrderDetail,
    refusals: ["NOT_FOUND", "ORDER_STATE"],
  },
  hide: {
    summary: "Take an ended order out of the member's list",
    input: Type.Object(OrderPath),
    output: Nothing,
    refusals: ["NOT_FOUND", "ORDER_STATE"],
  },
  receipt: {
    summary: "The order as whoever holds its receipt token may see it",
    input: Type.Object(ReceiptPath),
    output: Receipt,
    refusals: ["NOT_FOUND"],
  },
  receiptReceived: {
    summary: "The holder has picked the meal up",
    input: Type.Object(ReceiptPath),
    output: Receipt,
    refusals: ["NOT_FOUND", "ORDER_STATE"],
  },
  claim: {
    summary: "Take the order into the member's own list",
    input: Type.Object(ReceiptPath),
    output: Type.Object({ orderNo: Type.String() }),
    refusals: ["NOT_FOUND"],
  },
});
