/**
 * What went through the payment channel: payments, automatic returns, refunds of orders, and the
 * channel's notifications. Money in fen, instants in ms.
 */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorPayments as routes } from "../../routes/operators/payments.ts";
import { Fen, Instant } from "../../values.ts";
import { MemberName } from "./people.ts";

/** `return`: money that paid for nothing, or a part of a top-up; `refund`: of an order. */
export const PaymentKind = Type.Union([
  Type.Literal("payment"),
  Type.Literal("return"),
  Type.Literal("refund"),
]);
/** `unmatched`: a payment that paid for nothing, because it was late or the second one. */
export const PaymentStage = Type.Union([
  Type.Literal("open"),
  Type.Literal("done"),
  Type.Literal("failed"),
  Type.Literal("unmatched"),
]);

export const PaymentRow = Type.Object({
  kind: PaymentKind,
  no: Type.String({ description: "our number at the channel" }),
  channelNo: Type.Optional(Type.String({ description: "the channel's own number" })),
  channel: Type.String(),
  /** How a payment was made: `jsapi` inside WeChat, `h5` outside. */
  via: Type.Optional(Type.String()),
  title: Type.String(),
  amountFen: Fen,
  state: Type.String(),
  stage: PaymentStage,
  /** Of a payment that came: `won`, `late` or `second`. */
  outcome: Type.Optional(Type.String()),
  /** The channel's last status or refusal. */
  word: Type.Optional(Type.String()),
  /** What it belongs to, with its number. */
  biz: Type.Union([Type.Literal("order"), Type.Literal("topup")]),
  bizNo: Type.Optional(Type.String()),
  /** The payment that a return or a refund belongs to. */
  paymentNo: Type.Optional(Type.String()),
  /** Absent for a guest. */
  member: Type.Optional(MemberName),
  createdAt: Instant,
  paidAt: Type.Optional(Instant),
  endedAt: Type.Optional(Instant),
});
export type PaymentRow = Static<typeof PaymentRow>;

export const ChannelNotice = Type.Object({
  noticeId: Type.String(),
  event: Type.String({ description: "the channel's name of the event" }),
  /** Our number at the channel; absent for notifications before 1.1. */
  no: Type.Optional(Type.String()),
  /** The channel's sentence. */
  text: Type.Optional(Type.String()),
  receivedAt: Instant,
  /** False: it should have changed something and did not. */
  isApplied: Type.Boolean(),
  orderNo: Type.Optional(Type.String()),
  memberNo: Type.Optional(Type.String()),
});
export type ChannelNotice = Static<typeof ChannelNotice>;

const ChannelNo = Type.String({ pattern: "^[0-9A-Za-z_-]{6,64}$" });
const page = {
  /** Default: 24 hours before `to`; at most 31 days. */
  from: Type.Optional(Instant),
  to: Type.Optional(Instant),
  cursor: Type.Optional(Type.String({ maxLength: 200 })),
  pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
};

export const operatorPayments = shapesOf<typeof routes>()({
  list: {
    summary:
      "Payments, returns or refunds at the channel, newest first; without a number or a member at " +
      "most 31 days at once",
    input: Type.Object({
      /** Default: `payment`. */
      kind: Type.Optional(PaymentKind),
      stage: Type.Optional(PaymentStage),
      biz: Type.Optional(Type.Union([Type.Literal("order"), Type.Literal("topup")])),
      /** Ours, the channel's, or the number of an order. */
      number: Type.Optional(ChannelNo),
      memberNo: Type.Optional(Type.String({ pattern: "^\\d{9}$" })),
      ...page,
    }),
    output: Type.Object({
      list: Type.Array(PaymentRow),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: ["INPUT_INVALID"],
  },
  notices: {
    summary: "The channel's notifications, newest first, and whether each was applied",
    input: Type.Object({
      state: Type.Optional(Type.Union([Type.Literal("applied"), Type.Literal("ignored")])),
      number: Type.Optional(ChannelNo),
      ...page,
    }),
    output: Type.Object({
      list: Type.Array(ChannelNotice),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: ["INPUT_INVALID"],
  },
});
