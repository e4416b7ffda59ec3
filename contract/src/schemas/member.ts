/** A member's own profile, assets and counts. */
import Type, { type Static } from "typebox";
import { BIRTHDAY } from "../birthday.ts";
import { shapesOf } from "../operation.ts";
import type { member as routes } from "../routes/member.ts";
import { AskedTerms, TermsOf } from "./agreements.ts";
import { Fen, Instant, Points, UploadId } from "../values.ts";

export const Me = Type.Object({
  uid: Type.String(),
  memberNo: Type.String(),
  nickname: Type.String(),
  avatar: Type.Optional(Type.String()),
  /** `05-20`; absent until the member tells it. */
  birthday: Type.Optional(Type.String()),
  /** False: operators' advertising messages in the app leave this member out. */
  wantsOffers: Type.Boolean(),
  phone: Type.String({ description: "masked, 138****1234" }),
  level: Type.Object({
    grade: Type.Integer(),
    name: Type.String(),
    growth: Type.Integer(),
    benefits: Type.Array(Type.String(), { description: "the names of the level's benefits" }),
    nextGrowth: Type.Optional(Type.Integer()),
    nextName: Type.Optional(Type.String()),
  }),
  roles: Type.Array(Type.String()),
  permissions: Type.Array(Type.String()),
  counts: Type.Object({
    coupons: Type.Integer(),
    cards: Type.Integer(),
    unread: Type.Integer(),
  }),
  /** `debt`: points that had to be returned after they were spent; the next points repay it. */
  points: Type.Object({ available: Points, pending: Points, expiring: Points, debt: Points }),
  balance: Type.Object({ principal: Fen, bonus: Fen, reward: Fen, held: Fen }),
  inviteCode: Type.String({ description: "what links and posters of this member carry" }),
  termsVersion: Type.String({ description: "the version last accepted; empty before the first" }),
  termsAcceptedAt: Type.Optional(Instant),
  termsCurrent: Type.String({ description: "the version in force" }),
  /** While closing is requested: when it is due, and whether an obstacle delays it. */
  closing: Type.Optional(Type.Object({ dueAt: Instant, isWaiting: Type.Boolean() })),
  createdAt: Instant,
});
export type Me = Static<typeof Me>;

export const member = shapesOf<typeof routes>()({
  me: {
    summary: "The caller's profile, level, permissions, assets and counts",
    input: Type.Object({}),
    output: Me,
    refusals: [],
  },
  terms: {
    summary: "The agreements in force, and which of them the caller has to accept",
    input: Type.Object({}),
    output: Type.Object({ login: AskedTerms, topup: AskedTerms }),
    refusals: [],
  },
  acceptTerms: {
    summary:
      "Accept the agreements in force; any other version is refused, a repeat changes nothing",
    input: Type.Object({
      termsVersion: Type.String({ minLength: 1, maxLength: 32 }),
      of: Type.Optional(TermsOf),
    }),
    output: Type.Object({ termsVersion: Type.String(), termsAcceptedAt: Instant }),
    refusals: ["TERMS_CHANGED"],
  },
  update: {
    summary:
      "Change nickname, picture or the choice of advertising in the app, or tell the birthday, once",
    input: Type.Object({
      nickname: Type.Optional(
        Type.String({ minLength: 1, maxLength: 80, description: "see contract/src/nickname.ts" }),
      ),
      avatar: Type.Optional(UploadId),
      birthday: Type.Optional(Type.String({ pattern: BIRTHDAY })),
      wantsOffers: Type.Optional(Type.Boolean()),
    }),
    output: Me,
    refusals: ["FILE_GONE", "NICKNAME_DENIED", "RATE_LIMITED", "INPUT_INVALID", "STATE_CHANGED"],
  },
});
