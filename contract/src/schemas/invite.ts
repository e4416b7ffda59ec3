/**
 * Invitations: the invited friends, the rewards and why they are not paid yet, and the click of a
 * possible new member.
 */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { invite as routes } from "../routes/invite.ts";
import { Fen, Instant, paging, Points, pageOf } from "../values.ts";
import { CouponFace } from "./coupons.ts";

/** `amount` is fen of cash, points, or 1 coupon. */
export const RewardKind = Type.Union([
  Type.Literal("cash"),
  Type.Literal("points"),
  Type.Literal("coupon"),
]);

/**
 * `registered` waits for a first order, `expired` had none in time; `ordered` has paid for an order
 * that is not completed yet; `effective` had an order that brings no reward; `frozen` is paid at
 * `expectedAt`; `held` waits for a review; `clawed_back` was paid and taken back.
 */
export const FriendState = Type.Union([
  Type.Literal("registered"),
  Type.Literal("expired"),
  Type.Literal("ordered"),
  Type.Literal("effective"),
  Type.Literal("frozen"),
  Type.Literal("held"),
  Type.Literal("settled"),
  Type.Literal("cancelled"),
  Type.Literal("rejected"),
  Type.Literal("clawed_back"),
]);
export type FriendState = Static<typeof FriendState>;

/**
 * `open`: the appeal may be submitted until `until`; `waiting`: under review; `denied`: the reason
 * is included.
 */
export const InviteAppeal = Type.Object({
  rewardId: Type.String(),
  state: Type.Union([
    Type.Literal("open"),
    Type.Literal("waiting"),
    Type.Literal("granted"),
    Type.Literal("denied"),
  ]),
  stateText: Type.String(),
  until: Type.Optional(Instant),
  reply: Type.Optional(Type.String()),
});
export type InviteAppeal = Static<typeof InviteAppeal>;

const Reward = {
  state: FriendState,
  stateText: Type.String(),
  kind: Type.Optional(RewardKind),
  amount: Type.Optional(Type.Integer({ minimum: 0 })),
  /** When a frozen reward is paid. */
  expectedAt: Type.Optional(Instant),
  settledAt: Type.Optional(Instant),
  /** Why it waits, was reduced, or is over. */
  reason: Type.Optional(Type.String()),
};

export const InvitedFriend = Type.Object({
  id: Type.String(),
  friend: Type.String({ description: "masked" }),
  boundAt: Instant,
  ...Reward,
  /** The appeal against a reward that the risk check withheld. */
  appeal: Type.Optional(InviteAppeal),
});
export type InvitedFriend = Static<typeof InvitedFriend>;

export const InviteSummary = Type.Object({
  inviteCode: Type.String(),
  link: Type.String(),
  invited: Type.Integer({ minimum: 0 }),
  effective: Type.Integer({ minimum: 0 }),
  pendingFen: Fen,
  settledFen: Fen,
  pendingPoints: Points,
  settledPoints: Points,
  /** Rewards taken back after they were spent: the next rewards repay this first. */
  owedFen: Fen,
  campaign: Type.Object({
    state: Type.Union([Type.Literal("running"), Type.Literal("none")]),
    name: Type.Optional(Type.String()),
    endsAt: Type.Optional(Instant),
  }),
  /** The rules in force, one sentence each. */
  rules: Type.Array(Type.String()),
  /** The caller's own reward for having been invited. */
  welcome: Type.Optional(Type.Object(Reward)),
});
export type InviteSummary = Static<typeof InviteSummary>;

/** A coupon for newcomers; `isGiven` comes with the registration, the others are claimed. */
export const NewcomerCoupon = Type.Object({
  templateId: Type.String(),
  title: Type.String(),
  face: CouponFace,
  scopeText: Type.String(),
  isGiven: Type.Boolean(),
});
export type NewcomerCoupon = Static<typeof NewcomerCoupon>;

/** What a newcomer sees before the login: who invites, what both get, and the coupons. */
export const InviteLanding = Type.Object({
  /** Absent for an unknown code, and where its owner is no active member. */
  inviter: Type.Optional(Type.Object({ nickname: Type.String() })),
  inviterGift: Type.Optional(Type.String({ description: "200 积分" })),
  inviteeGift: Type.Optional(Type.String()),
  coupons: Type.Array(NewcomerCoupon),
});
export type InviteLanding = Static<typeof InviteLanding>;

const InviteCode = Type.String({ minLength: 1, maxLength: 16, pattern: "^[\\w-]+$" });

export const invite = shapesOf<typeof routes>()({
  summary: {
    summary: "The caller's code and link, the totals of whom they brought, and the rules in force",
    input: Type.Object({}),
    output: InviteSummary,
    refusals: [],
  },
  rewards: {
    summary: "Whom the caller brought, the latest first, with what each brings and why not yet",
    input: Type.Object(paging),
    output: pageOf(InvitedFriend),
    refusals: [],
  },
  appeal: {
    summary:
      "Ask a person to look again at a reward withheld as a risk, once; saying it again changes nothing",
    input: Type.Object({
      rewardId: Type.String({ pattern: "^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$" }),
      words: Type.String({ minLength: 1, maxLength: 200 }),
    }),
    output: InviteAppeal,
    refusals: ["NOT_FOUND", "INPUT_INVALID", "APPEAL_NONE", "APPEAL_DECIDED", "APPEAL_LATE"],
  },
  landing: {
    summary: "Who invites by this code, what both sides get, and the coupons for newcomers",
    input: Type.Object({ inviteCode: InviteCode }),
    output: InviteLanding,
    refusals: [],
  },
  face: {
    summary: "The picture of who invites by this code, or a drawing in its place, 160 × 160",
    input: Type.Object({ inviteCode: InviteCode }),
    output: Type.Unsafe<Uint8Array>(Type.String({ format: "binary" })),
    bytes: { type: "image/png", cacheSeconds: 3_600 },
    refusals: ["NOT_FOUND"],
  },
  visit: {
    summary:
      "Tells that this browser opened an invitation; without an answer when the code is nobody's",
    input: Type.Object({
      inviteCode: Type.String({ minLength: 1, maxLength: 16 }),
      from: Type.Optional(Type.String({ maxLength: 16, description: "poster, link or code" })),
    }),
    output: Type.Object({ visitId: Type.Optional(Type.String()) }),
    refusals: [],
  },
});
