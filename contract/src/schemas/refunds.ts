/** What of an order may go back, to which tender, what follows from it, and how far its refunds are. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { refunds as routes } from "../routes/refunds.ts";
import { EVIDENCE_MAX } from "../limits.ts";
import { Fen, Instant, Points, Token, UploadId } from "../values.ts";
import { OrderNo } from "./orders.ts";

/** To each tender what came from it. */
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
  tint: Type.String(),
  quantity: Type.Integer(),
  refundedQuantity: Type.Integer({ description: "gone back, or on its way" }),
  /** How many units may be asked for now: any number from `refundableMin` up to this. */
  refundable: Type.Integer({ minimum: 0 }),
  refundableMin: Type.Integer({
    minimum: 0,
    description: "what was not delivered goes back whole",
  }),
  why: Type.Optional(Type.String({ description: "why none may" })),
  /** What 1, 2, 3 … units bring, and whether a person has to agree. */
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
  /** Everything that may go back now. */
  total: Type.Object(Tenders),
  /** A person has to agree to more money than this, whatever it is for. */
  reviewAboveFen: Fen,
  /** What follows from it, one sentence each. */
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
      /** Left out: everything that may go back. */
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
      /** Pictures uploaded before, to be kept with the refund. */
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
