/** Withdrawals under review, and transfers with an unknown result. Money in fen, instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorWithdrawals as routes } from "../../routes/operators/withdrawals.ts";
import { Fen, Instant, listOf, Nothing } from "../../values.ts";
import { WithdrawalNo } from "../withdrawals.ts";
import { Reason } from "./adjustments.ts";
import { listFilter, MemberName, Person } from "./people.ts";

const decision = Type.Object({ withdrawalNo: WithdrawalNo, reason: Reason });

/** One check of a withdrawal and its result in words; `isGood` false requires a review. */
export const WithdrawalCheck = Type.Object({
  name: Type.String(),
  isGood: Type.Boolean(),
  text: Type.String(),
});
export type WithdrawalCheck = Static<typeof WithdrawalCheck>;

/** `second` waits for another person; `sent` has no final result of the channel yet. */
const Stage = Type.Union([
  Type.Literal("waiting"),
  Type.Literal("second"),
  Type.Literal("sent"),
  Type.Literal("done"),
  Type.Literal("rejected"),
]);

export const ListedWithdrawal = Type.Object({
  withdrawalNo: Type.String(),
  member: MemberName,
  state: Type.String(),
  stage: Stage,
  amountFen: Fen,
  feeFen: Fen,
  netFen: Fen,
  checks: Type.Array(WithdrawalCheck),
  /** Above the limit where two persons must approve. */
  needsTwo: Type.Boolean(),
  /** Who approved first, where two approvals are required. */
  firstReviewer: Type.Optional(Type.String()),
  /**
   * Until when a second person may approve; later the next approval counts as a first one again.
   */
  firstExpiresAt: Type.Optional(Instant),
  /** The first approval has expired. */
  isFirstExpired: Type.Boolean(),
  first: Type.Optional(Person),
  reviewer: Type.Optional(Person),
  /** Why it was rejected or failed, as the member reads it. */
  reason: Type.Optional(Type.String()),
  createdAt: Instant,
  decidedAt: Type.Optional(Instant),
  endedAt: Type.Optional(Instant),
});
export type ListedWithdrawal = Static<typeof ListedWithdrawal>;

export const UnknownWithdrawal = Type.Object({
  withdrawalNo: Type.String(),
  member: MemberName,
  outBillNo: Type.String({ description: "our number at the channel, the only one there ever is" }),
  state: Type.String(),
  netFen: Fen,
  /** The channel's last status, or its error code. */
  word: Type.Optional(Type.String()),
  /** What contradicts what: processing stops until an operator has reviewed it. */
  alarm: Type.Optional(Type.String()),
  looks: Type.Integer({ minimum: 0 }),
  sentAt: Instant,
  nextLookAt: Type.Optional(Instant),
});
export type UnknownWithdrawal = Static<typeof UnknownWithdrawal>;

/** What an operator found out about a transfer for which the channel gives no result any more. */
const TransferResult = Type.Union([Type.Literal("paid"), Type.Literal("failed")]);
export const Settlement = Type.Object({
  approvalId: Type.String(),
  withdrawalNo: Type.String(),
  found: TransferResult,
  reason: Type.String(),
  maker: Type.String(),
  makerName: Type.String(),
  createdAt: Instant,
  expiresAt: Instant,
  /** The time to decide is over; it may be proposed again. */
  isExpired: Type.Boolean(),
});
export type Settlement = Static<typeof Settlement>;

export const operatorWithdrawals = shapesOf<typeof routes>()({
  list: {
    summary:
      "What waits for a decision, the oldest first, with the checks that were made; or a chosen " +
      "state, newest first",
    input: Type.Object({
      state: Type.Optional(Stage),
      fromFen: Type.Optional(Fen),
      toFen: Type.Optional(Fen),
      ...listFilter,
    }),
    output: Type.Object({
      list: Type.Array(ListedWithdrawal),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: [],
  },
  unknown: {
    summary:
      "Transfers without a word, unconfirmed for more than a day, or contradicted; the oldest first",
    input: Type.Object({}),
    output: listOf(UnknownWithdrawal),
    refusals: [],
  },
  approveMany: {
    summary: "Approves those of a list that are within the automatic limit, each for itself",
    input: Type.Object({
      withdrawalNos: Type.Array(WithdrawalNo, { minItems: 1, maxItems: 50 }),
      reason: Reason,
    }),
    output: Type.Object({
      /** `approved`, `over_limit`, or a refusal code. */
      list: Type.Array(Type.Object({ withdrawalNo: Type.String(), outcome: Type.String() })),
    }),
    refusals: [],
  },
  approve: {
    summary:
      "Let it go out; above a limit it answers `first` and waits for a second person, for 24 hours",
    input: decision,
    output: Type.Object({ state: Type.String() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "TWO_PERSONS", "OWN_ACCOUNT"],
  },
  reject: {
    summary: "Say no, with the reason the member reads; the money goes back at once",
    input: decision,
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INPUT_INVALID"],
  },
  retry: {
    summary: "Ask the channel now, under the same number",
    input: decision,
    output: Type.Object({ state: Type.String() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  recall: {
    summary: "Ask the channel to take back what its member has not confirmed",
    input: decision,
    output: Type.Object({ state: Type.String() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED"],
  },
  settlements: {
    summary: "Ends that one person found out and another is to decide",
    input: Type.Object({}),
    output: listOf(Settlement),
    refusals: [],
  },
  settle: {
    summary:
      "Propose the end of a transfer too old to be asked about, as the merchant's bill has it",
    input: Type.Object({ withdrawalNo: WithdrawalNo, found: TransferResult, reason: Reason }),
    output: Type.Object({ approvalId: Type.String() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "OWN_ACCOUNT"],
  },
});
