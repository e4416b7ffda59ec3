/** Manual adjustments of a member ledger. Money in fen, points whole, instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorAdjustments as routes } from "../../routes/operators/adjustments.ts";
import { Instant, listOf } from "../../values.ts";
import { MemberName } from "./people.ts";

export const Uuid = Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" });
export const Reason = Type.String({ minLength: 2, maxLength: 200 });

/** A member by id or by number; one of them is needed. */
export const NamedMember = {
  memberId: Type.Optional(Uuid),
  memberNo: Type.Optional(Type.String({ pattern: "^[0-9]{6,12}$" })),
};

/** What may be adjusted: principal, bonus (increase only), reward cash, points. */
export const Adjustable = Type.Union([
  Type.Literal("principal"),
  Type.Literal("bonus"),
  Type.Literal("reward_cash"),
  Type.Literal("available"),
]);

const entry = {
  account: Adjustable,
  /** Fen or points; a negative amount is a deduction. */
  amount: Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 }),
};

const AdjustmentState = Type.Union([
  Type.Literal("waiting"),
  Type.Literal("approved"),
  Type.Literal("rejected"),
  Type.Literal("withdrawn"),
  Type.Literal("expired"),
]);

export const Adjustment = Type.Object({
  approvalId: Type.String(),
  memberId: Type.String(),
  member: MemberName,
  ...entry,
  caseId: Type.Optional(Type.String()),
  reason: Type.String(),
  state: AdjustmentState,
  maker: Type.String(),
  makerName: Type.String(),
  checker: Type.Optional(Type.String()),
  checkerName: Type.Optional(Type.String()),
  decision: Type.Optional(Type.String()),
  createdAt: Instant,
  /** The deadline of the decision. */
  expiresAt: Instant,
  decidedAt: Type.Optional(Instant),
});
export type Adjustment = Static<typeof Adjustment>;

export const operatorAdjustments = shapesOf<typeof routes>()({
  list: {
    summary: "Entries that wait for a second person, or the latest that were decided or expired",
    input: Type.Object({
      state: Type.Optional(AdjustmentState),
    }),
    output: listOf(Adjustment),
    refusals: [],
  },
  propose: {
    summary: "Propose an entry into a member's book; nothing moves until another person approves",
    input: Type.Object({ ...NamedMember, ...entry, reason: Reason }),
    output: Type.Object({ approvalId: Type.String() }),
    refusals: ["NOT_FOUND", "INPUT_INVALID", "ADJUST_LIMIT", "OWN_ACCOUNT"],
  },
});
