/** A member's own profile, assets and counts. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { member as routes } from "../routes/member.ts";
import { Fen, Instant, Points } from "../values.ts";

export const Me = Type.Object({
  uid: Type.String(),
  memberNo: Type.String(),
  nickname: Type.String(),
  avatar: Type.Optional(Type.String()),
  phone: Type.String({ description: "masked, 138****1234" }),
  level: Type.Object({
    grade: Type.Integer(),
    name: Type.String(),
    growth: Type.Integer(),
    nextGrowth: Type.Optional(Type.Integer()),
    nextName: Type.Optional(Type.String()),
  }),
  roles: Type.Array(Type.String()),
  permissions: Type.Array(Type.String()),
  counts: Type.Object({ coupons: Type.Integer(), unread: Type.Integer() }),
  points: Type.Object({ available: Points, pending: Points, expiring: Points }),
  balance: Type.Object({ principal: Fen, bonus: Fen, reward: Fen, held: Fen }),
  termsVersion: Type.String(),
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
  update: {
    summary: "Change nickname or preferences",
    input: Type.Object({
      nickname: Type.Optional(Type.String({ minLength: 1, maxLength: 20 })),
    }),
    output: Me,
    refusals: [],
  },
});
