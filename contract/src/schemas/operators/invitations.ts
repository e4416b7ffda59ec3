/**
 * Invitation campaigns, invitation bindings, and rewards under review. Money in fen, instants in
 * ms.
 */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorInvitations as routes } from "../../routes/operators/invitations.ts";
import { Fen, Instant, listOf, Nothing, Planned, Points, Version } from "../../values.ts";
import { NamedMember, Reason, Uuid } from "./adjustments.ts";

/** What one side gets: a share of the cash kept, points, a coupon of a template, or nothing. */
export const InviteGift = Type.Union([
  Type.Object({
    kind: Type.Literal("cash"),
    percent: Type.Integer({ minimum: 1, maximum: 50 }),
    capFen: Type.Integer({ minimum: 1, maximum: 100_000 }),
  }),
  Type.Object({
    kind: Type.Literal("points"),
    points: Type.Integer({ minimum: 1, maximum: 100_000 }),
  }),
  Type.Object({
    kind: Type.Literal("coupon"),
    templateId: Type.String({ minLength: 1, maxLength: 64 }),
    costFen: Type.Integer({ minimum: 1, maximum: 100_000 }),
  }),
  Type.Object({ kind: Type.Literal("none") }),
]);

const draft = {
  name: Type.String({ minLength: 1, maxLength: 30 }),
  startsAt: Planned,
  endsAt: Planned,
  budgetFen: Fen,
  inviter: InviteGift,
  invitee: InviteGift,
  /** Above so many friends of one inviter in a month, a person reviews the reward. */
  monthCap: Type.Integer({ minimum: 1, maximum: 10_000 }),
};

export const InviteCampaign = Type.Object({
  campaignId: Type.String(),
  ...draft,
  isOn: Type.Boolean(),
  version: Type.Integer({ minimum: 1 }),
  usedFen: Fen,
  bound: Type.Integer({ minimum: 0 }),
  effective: Type.Integer({ minimum: 0 }),
  frozenFen: Fen,
  settledFen: Fen,
  givenPoints: Points,
  held: Type.Integer({ minimum: 0 }),
});
export type InviteCampaign = Static<typeof InviteCampaign>;

export const InvitationBinding = Type.Object({
  bindingId: Type.String(),
  memberId: Type.String(),
  memberNo: Type.String(),
  inviterId: Type.String(),
  inviterNo: Type.String(),
  channel: Type.String(),
  state: Type.String(),
  boundAt: Instant,
  validUntil: Instant,
  earnedOrderId: Type.Optional(Type.String()),
  reason: Type.Optional(Type.String()),
  riskScore: Type.Optional(Type.Integer()),
  riskVerdict: Type.Optional(Type.String()),
  riskReasons: Type.Array(Type.String()),
  /** The last 8 hex digits of the hashed device and payer; they lead to no person. */
  device: Type.Optional(Type.String()),
  payer: Type.Optional(Type.String()),
});
export type InvitationBinding = Static<typeof InvitationBinding>;

export const HeldReward = Type.Object({
  rewardId: Type.String(),
  memberId: Type.String(),
  memberNo: Type.String(),
  bindingId: Type.String(),
  inviteeId: Type.String(),
  inviteeNo: Type.String(),
  kind: Type.String(),
  amount: Type.Integer({ minimum: 0 }),
  costFen: Fen,
  baseFen: Fen,
  reason: Type.String(),
  riskScore: Type.Optional(Type.Integer()),
  riskReasons: Type.Array(Type.String()),
  /** Whether the amount requires the approval of two persons. */
  needsTwo: Type.Boolean(),
  /** Proposed by one person, waiting for another. */
  approvalId: Type.Optional(Type.String()),
  /** Proposed, but not decided in time; it may be proposed again. */
  isExpired: Type.Boolean(),
  /** The member's appeal, and since when it waits; `decideAppeal` answers it. */
  appeal: Type.Optional(Type.String()),
  appealedAt: Type.Optional(Instant),
  createdAt: Instant,
});
export type HeldReward = Static<typeof HeldReward>;

const bindingInput = { bindingId: Uuid, memberId: Uuid, reason: Reason };
const rewardInput = Type.Object({ rewardId: Uuid, memberId: Uuid, reason: Reason });

export const operatorInvitations = shapesOf<typeof routes>()({
  campaigns: {
    summary: "Every campaign with its rule in force, what it has cost and what it brought",
    input: Type.Object({}),
    output: listOf(InviteCampaign),
    refusals: [],
  },
  create: {
    summary: "A new campaign; it runs from its start to its end",
    input: Type.Object({ ...draft, reason: Reason }),
    output: Type.Object({ campaignId: Type.String() }),
    refusals: ["INPUT_INVALID"],
  },
  change: {
    summary:
      "Change a campaign: a changed rule is a new version for new bonds; `isOn` false stops new rewards at once",
    input: Type.Object({
      campaignId: Uuid,
      ...draft,
      isOn: Type.Boolean(),
      reason: Reason,
      sinceVersion: Version,
    }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INPUT_INVALID"],
  },
  bindings: {
    summary: "Bonds of one member, of one inviter, or of all, the latest first",
    input: Type.Object({
      /** The invited member and the inviter, by id or by number. */
      memberId: Type.Optional(Uuid),
      memberNo: NamedMember.memberNo,
      inviterId: Type.Optional(Uuid),
      inviterNo: NamedMember.memberNo,
      cursor: Type.Optional(Type.String({ maxLength: 200 })),
      pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })),
    }),
    output: Type.Object({
      list: Type.Array(InvitationBinding),
      nextCursor: Type.Optional(Type.String()),
    }),
    refusals: [],
  },
  transfer: {
    summary: "The bond goes to another inviter; the old one is kept, and what it earned with it",
    input: Type.Object({
      ...bindingInput,
      /** The new inviter by id or by number; one of them is needed. */
      inviterId: Type.Optional(Uuid),
      inviterNo: NamedMember.memberNo,
    }),
    output: Type.Object({ bindingId: Type.String() }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INVITE_DENIED", "OWN_ACCOUNT", "INPUT_INVALID"],
  },
  reject: {
    summary: "The bond ends, and what it brought both sides ends or is taken back",
    input: Type.Object(bindingInput),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INPUT_INVALID"],
  },
  held: {
    summary: "Rewards that wait for a person, and appeals against rejected ones, the oldest first",
    input: Type.Object({}),
    output: listOf(HeldReward),
    refusals: [],
  },
  approveReward: {
    summary: "Pay it out; above a limit it is only proposed, and another person decides",
    input: rewardInput,
    output: Type.Object({
      state: Type.Union([Type.Literal("settled"), Type.Literal("proposed")]),
      approvalId: Type.Optional(Type.String()),
    }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "OWN_ACCOUNT"],
  },
  rejectReward: {
    summary: "Say no, with the reason the member reads; its budget is free again",
    input: rewardInput,
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INPUT_INVALID"],
  },
  decideAppeal: {
    summary:
      "Answer an appeal: granted, the reward is frozen anew and settles by time (above a limit proposed to another person); denied, the member reads the reason",
    input: Type.Object({
      rewardId: Uuid,
      memberId: Uuid,
      isGranted: Type.Boolean(),
      reason: Reason,
    }),
    output: Type.Object({
      state: Type.Union([
        Type.Literal("granted"),
        Type.Literal("denied"),
        Type.Literal("proposed"),
      ]),
      approvalId: Type.Optional(Type.String()),
    }),
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INVITE_DENIED", "OWN_ACCOUNT", "INPUT_INVALID"],
  },
});
