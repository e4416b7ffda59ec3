/** Merging two members: what moves, the obstacles, and the session of the remaining member. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { merging as routes } from "../routes/merging.ts";
import { Phone, Token } from "../values.ts";

const Count = Type.Integer({ minimum: 0 });

export const MergeContents = Type.Object({
  principalFen: Count,
  bonusFen: Count,
  rewardFen: Count,
  points: Count,
  pendingPoints: Count,
  debtPoints: Count,
  coupons: Count,
  cards: Count,
  orders: Count,
  growth: Count,
});
export type MergeContents = Static<typeof MergeContents>;

/** Also used in `MERGE_BLOCKED {reasons}`. */
export const MergeReason = Type.Enum([
  "status",
  "operator",
  "has_phone",
  "wechat",
  "orders",
  "refunds",
  "holds",
  "topups",
  "withdrawals",
  "frozen",
  "rewards",
]);
export type MergeReason = Static<typeof MergeReason>;

const phoneProof = {
  challengeId: Token,
  phone: Phone,
  code: Type.String({ pattern: "^\\d{6}$" }),
};

export const merging = shapesOf<typeof routes>()({
  preview: {
    summary: "What merging the caller into the member of this phone would move; changes nothing",
    input: Type.Object(phoneProof),
    output: Type.Object({
      into: Type.Object({ phone: Type.String(), nickname: Type.String() }),
      moves: MergeContents,
      reasons: Type.Array(MergeReason, { description: "what stands in the way; empty: nothing" }),
    }),
    refusals: ["SMS_CODE_WRONG", "SMS_CODE_EXPIRED", "PHONE_BOUND", "NOT_FOUND"],
  },
  run: {
    summary:
      "Merges the caller into the member of this phone, for good: money, points, coupons, cards and orders follow, the caller's own sessions end, and the answer opens one of the member that is left",
    input: Type.Object(phoneProof),
    output: Type.Object({
      token: Type.String(),
      tokenExpired: Type.Integer({ minimum: 0 }),
      uid: Type.String(),
      moved: MergeContents,
    }),
    refusals: ["SMS_CODE_WRONG", "SMS_CODE_EXPIRED", "PHONE_BOUND", "NOT_FOUND", "MERGE_BLOCKED"],
  },
});
