/** Values, JSON shapes and nulls of the SQL functions of invitations. Amounts in fen or points. */
import Type from "typebox";
import { type ModuleSchemas, orNull, object, oneOf } from "./schema.ts";

const rewardStates = ["FROZEN", "HELD", "SETTLED", "CANCELLED", "REJECTED", "CLAWED_BACK"] as const;
const rewardState = oneOf(...rewardStates);
const firstBase = { firstBaseFen: Type.Integer() };
/** The gift of the rule under which the reward was created, with the first base. */
const Terms = Type.Union([
  object({
    kind: Type.Literal("cash"),
    percent: Type.Number(),
    capFen: Type.Integer(),
    ...firstBase,
  }),
  object({ kind: Type.Literal("points"), points: Type.Integer(), ...firstBase }),
  object({
    kind: Type.Literal("coupon"),
    templateId: Type.String(),
    costFen: Type.Integer(),
    ...firstBase,
  }),
]);
const kind = oneOf("cash", "points", "coupon");
const Reward = object({
  id: Type.String(),
  txnId: Type.String(),
  bindingId: Type.String(),
  inviteeId: Type.String(),
  rule: oneOf("inviter", "invitee"),
  campaignId: Type.String(),
  version: Type.Integer(),
  orderId: Type.String(),
  friend: Type.String(),
  kind,
  terms: Terms,
  amount: Type.Integer(),
  baseFen: Type.Integer(),
  costFen: Type.Integer(),
  monthCap: orNull(Type.Integer()),
  freezeMs: Type.Integer(),
  title: Type.String(),
  cancelReason: orNull(Type.String()),
});
const Count = Type.Integer({ minimum: 0 });
/** See `RiskFacts` of the module. */
const RiskFacts = object({
  deviceOthers: Count,
  isInvitersDevice: Type.Boolean(),
  addressOthers: Count,
  addressInviters: Count,
  agentOthers: Count,
  segmentOthers: Count,
  payerOthers: Count,
  isInvitersPayer: Type.Boolean(),
  accountOthers: Count,
  hourOthers: Count,
  dayOthers: Count,
  visitMs: orNull(Type.Integer()),
  chain: Count,
  chainShared: Count,
});

export const invitations = {
  invitations_appeal: { result: oneOf("waiting", "missing", "none", "decided", "late") },
  invitations_cut: {
    arguments: { cut: { attributes: { endState: oneOf("CANCELLED", "REJECTED") } } },
    result: {
      orNull: object({
        was: rewardState,
        state: rewardState,
        taken: Type.Integer(),
        less: Type.Integer(),
      }),
    },
  },
  invitations_deny: { result: oneOf("denied", "over") },
  invitations_grant: { result: oneOf("granted", "over", "budget") },
  invitations_reward: {
    arguments: { reward: Reward },
    result: oneOf(...rewardStates, "replay"),
  },
  invitations_risk_facts: { result: { orNull: RiskFacts } },
  invitations_settle: {
    arguments: { reviewer: { orNull: true } },
    result: {
      orNull: object({ kind, amount: Type.Integer(), repaid: Type.Integer(), terms: Terms }),
    },
  },
} satisfies ModuleSchemas;
