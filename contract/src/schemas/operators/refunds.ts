/** Refunds under review. Money in fen, instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorRefunds as routes } from "../../routes/operators/refunds.ts";
import { Fen, Instant, listOf, Nothing, Points } from "../../values.ts";
import { assigning } from "./assignments.ts";
import { listFilter, MemberName, Person } from "./people.ts";

const RefundNo = Type.String({ pattern: "^[0-9A-Za-z_-]{6,64}$" });
const decision = Type.Object({
  refundNo: RefundNo,
  reason: Type.String({ minLength: 2, maxLength: 200 }),
});

const Stage = Type.Union([
  Type.Literal("waiting"),
  Type.Literal("second"),
  Type.Literal("abnormal"),
  Type.Literal("processing"),
  Type.Literal("done"),
]);

const QueueCount = Type.Integer({ minimum: 0, maximum: 100 });

const Units = Type.Object({
  itemId: Type.String({ minLength: 36, maxLength: 36 }),
  quantity: Type.Integer({ minimum: 1, maximum: 99 }),
});

/** One refund in the queue; `isRevealed` warns that the member has already seen a card. */
export const WaitingRefund = Type.Object({
  refundNo: Type.String(),
  orderNo: Type.String(),
  title: Type.String(),
  /** What was applied for; at least `minQuantity` units of an item are refunded together. */
  items: Type.Array(
    Type.Object({
      itemId: Type.String(),
      title: Type.String(),
      quantity: Type.Integer(),
      minQuantity: Type.Integer(),
      /** How it is delivered, as `topup`. */
      delivery: Type.String(),
      isDelivered: Type.Boolean(),
    }),
  ),
  state: Type.String(),
  reason: Type.String(),
  cashFen: Fen,
  balanceFen: Fen,
  points: Points,
  isRevealed: Type.Boolean(),
  /** URLs of the member's pictures, valid for ten minutes. */
  evidence: Type.Array(Type.String()),
  /** Who approved first, where two approvals are required. */
  firstReviewer: Type.Optional(Type.String()),
  /**
   * Until when a second person may approve; later the next approval counts as a first one again.
   */
  firstExpiresAt: Type.Optional(Instant),
  /** The first approval has expired. */
  isFirstExpired: Type.Boolean(),
  createdAt: Instant,
  /** What it waits for; `second` is another person. */
  stage: Stage,
  artwork: Type.String(),
  member: MemberName,
  /** Above the limit where two persons must approve. */
  needsTwo: Type.Boolean(),
  first: Type.Optional(Person),
  reviewer: Type.Optional(Person),
  /** The colleague to whom a waiting one was handed over. */
  assignee: Type.Optional(Person),
  decision: Type.Optional(Type.String()),
  decidedAt: Type.Optional(Instant),
  endedAt: Type.Optional(Instant),
});
export type WaitingRefund = Static<typeof WaitingRefund>;

export const operatorRefunds = shapesOf<typeof routes>()({
  list: {
    summary:
      "What waits for a decision or has failed at the channel, the oldest first; or a chosen state, " +
      "or `any`, the newest first",
    input: Type.Object({
      state: Type.Optional(Type.Union([...Stage.anyOf, Type.Literal("any")])),
      ...listFilter,
    }),
    output: Type.Object({
      list: Type.Array(WaitingRefund),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: [],
  },
  counts: {
    summary: "How many refunds each stage has, up to 100, and the last that came to it",
    input: Type.Object({}),
    output: Type.Object({
      waiting: QueueCount,
      second: QueueCount,
      abnormal: QueueCount,
      processing: QueueCount,
      /** Refund numbers; a stage without refunds is absent. */
      newest: Type.Partial(
        Type.Object({
          waiting: RefundNo,
          second: RefundNo,
          abnormal: RefundNo,
          processing: RefundNo,
        }),
      ),
    }),
    refusals: [],
  },
  approve: {
    summary:
      "Let it go back; above a limit it answers `first` and waits for a second person, for 24 hours",
    input: Type.Object({
      ...decision.properties,
      /** Fewer units than were applied for; absent means all. */
      items: Type.Optional(Type.Array(Units, { minItems: 1, maxItems: 20 })),
      /** Cash and balance of the preview of `items`; another amount now is refused. */
      expectedFen: Type.Optional(Fen),
    }),
    output: Type.Object({ state: Type.String() }),
    refusals: [
      "NOT_FOUND",
      "STATE_CHANGED",
      "TWO_PERSONS",
      "OWN_ACCOUNT",
      "INPUT_INVALID",
      "REFUND_DENIED",
      "REFUND_CHANGED",
    ],
  },
  reject: {
    summary: "Say no, with the reason the member reads",
    input: decision,
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INPUT_INVALID"],
  },
  colleagues: {
    summary: "The operators who may decide refunds",
    input: Type.Object({}),
    output: listOf(Person),
    refusals: [],
  },
  handOver: {
    summary: "Give a waiting refund to a colleague; the others may still decide it",
    input: Type.Object({ ...decision.properties, ...assigning }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "OWN_ACCOUNT", "INPUT_INVALID"],
  },
  retry: {
    summary: "Ask the channel once more, under the same number",
    input: decision,
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
});
