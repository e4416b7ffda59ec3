/**
 * What of an order can be refunded, to which tender, the consequences, and the state of its
 * refunds.
 */
import { Photo } from "./benefit.ts";
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { refunds as routes } from "../routes/refunds.ts";
import { EVIDENCE_MAX } from "../limits.ts";
import { Fen, Instant, Points, Token, UploadId } from "../values.ts";
import { OrderNo } from "./orders.ts";

/** The amounts refunded to each tender. */
const Tenders = { cashFen: Fen, balanceFen: Fen, points: Points };

const RefundState = Type.Union([
  Type.Literal("applied"),
  Type.Literal("rejected"),
  Type.Literal("withdrawn"),
  Type.Literal("processing"),
  Type.Literal("success"),
  Type.Literal("abnormal"),
]);
export type RefundState = Static<typeof RefundState>;

const RefundItem = Type.Object({
  itemId: Type.String(),
  title: Type.String(),
  spec: Type.String(),
  artwork: Type.String(),
  photo: Type.Optional(Photo),
  tint: Type.String(),
  quantity: Type.Integer(),
  refundedQuantity: Type.Integer({ description: "gone back, or on its way" }),
  /** How many units may be requested now: any number from `refundableMin` up to this. */
  refundable: Type.Integer({ minimum: 0 }),
  refundableMin: Type.Integer({
    minimum: 0,
    description: "what was not delivered goes back whole",
  }),
  why: Type.Optional(Type.String({ description: "why none may" })),
  /** What 1, 2, 3 … units refund, and whether a review is required. */
  shares: Type.Array(
    Type.Object({ quantity: Type.Integer(), ...Tenders, isReviewed: Type.Boolean() }),
  ),
});

const Refund = Type.Object({
  refundNo: Type.String(),
  state: RefundState,
  stateText: Type.String({ description: "退款处理中" }),
  nextStep: Type.String({ description: "what happens next, in one sentence" }),
  ...Tenders,
  items: Type.Array(Type.Object({ title: Type.String(), quantity: Type.Integer() })),
  reason: Type.String(),
  evidence: Type.Array(Type.String(), {
    description: "addresses of the pictures shown with it, good for ten minutes",
  }),
  decision: Type.Optional(Type.String({ description: "why it was rejected" })),
  createdAt: Instant,
  endedAt: Type.Optional(Instant),
  canWithdraw: Type.Boolean(),
});

export const RefundSheet = Type.Object({
  orderNo: Type.String(),
  allowed: Type.Boolean(),
  why: Type.Optional(Type.String({ description: "why nothing may go back" })),
  items: Type.Array(RefundItem),
  /** Everything that can be refunded now. */
  total: Type.Object(Tenders),
  /** A refund of more money than this requires a review, for any reason of the refund. */
  reviewAboveFen: Fen,
  /** The consequences, one sentence each. */
  follows: Type.Array(Type.String()),
  reasons: Type.Array(Type.String()),
  /** The latest first. */
  refunds: Type.Array(Refund),
});
export type RefundSheet = Static<typeof RefundSheet>;

const path = { orderNo: OrderNo };

export const refunds = shapesOf<typeof routes>()({
  sheet: {
    summary: "What of this order may go back, or why not, and its refunds so far",
    input: Type.Object(path),
    output: RefundSheet,
    refusals: ["NOT_FOUND"],
  },
  apply: {
    summary: "Asks for money back: at once where the rule says so, else a person decides",
    input: Type.Object({
      ...path,
      /** Absent: everything that can be refunded. */
      items: Type.Optional(
        Type.Array(
          Type.Object({
            itemId: Token,
            quantity: Type.Integer({ minimum: 1, maximum: 99 }),
          }),
          { minItems: 1, maxItems: 20 },
        ),
      ),
      reason: Type.String({ minLength: 1, maxLength: 140 }),
      /** Pictures uploaded before, to be stored with the refund. */
      evidence: Type.Optional(Type.Array(UploadId, { maxItems: EVIDENCE_MAX, uniqueItems: true })),
    }),
    output: RefundSheet,
    refusals: ["NOT_FOUND", "ORDER_STATE", "REFUND_DENIED", "FILE_GONE"],
  },
  withdraw: {
    summary: "The member takes back what no person has decided yet",
    input: Type.Object(path),
    output: RefundSheet,
    refusals: ["NOT_FOUND", "ORDER_STATE"],
  },
});
