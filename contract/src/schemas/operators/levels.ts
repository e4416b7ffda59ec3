/** The levels as operators set them, and levels granted by hand. Instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorLevels as routes } from "../../routes/operators/levels.ts";
import { listOf, Nothing, Planned, Token, Version } from "../../values.ts";
import { NamedMember } from "./adjustments.ts";

/** A level as a path parameter. */
const Grade = Type.String({ pattern: "^[1-9]$" });
const Reason = Type.String({ minLength: 2, maxLength: 200 });

const levelFields = {
  name: Type.String({ minLength: 1, maxLength: 20 }),
  /**
   * The growth that a level requires; 0 only for the lowest, and more for each than for the one
   * below.
   */
  growthFrom: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
  keepDays: Type.Integer({ minimum: 28, maximum: 3_660 }),
  /** Percent of the points that an order earns. */
  pointsRate: Type.Integer({ minimum: 100, maximum: 1_000 }),
  /** Coupons for a member who reaches the level for the first time. */
  couponTemplates: Type.Array(Type.String({ pattern: "^[a-z0-9-]{3,40}$" }), { maxItems: 10 }),
  benefits: Type.Array(
    Type.Object({
      icon: Type.String({ minLength: 1, maxLength: 40 }),
      name: Type.String({ minLength: 1, maxLength: 20 }),
      text: Type.String({ minLength: 1, maxLength: 80 }),
    }),
    { maxItems: 12 },
  ),
};
export const LevelSet = Type.Object({
  grade: Type.Integer({ minimum: 1, maximum: 9 }),
  ...levelFields,
  version: Type.Integer({ minimum: 1 }),
});
export type LevelSet = Static<typeof LevelSet>;

export const operatorLevels = shapesOf<typeof routes>()({
  list: {
    summary: "All levels, the lowest first",
    input: Type.Object({}),
    output: listOf(LevelSet),
    refusals: [],
  },
  change: {
    summary:
      "Changes one level; members are judged by it from their next growth, or their period's end",
    input: Type.Object({
      grade: Grade,
      sinceVersion: Version,
      ...levelFields,
      reason: Reason,
    }),
    output: Nothing,
    refusals: ["NOT_FOUND", "STATE_CHANGED", "INPUT_INVALID"],
  },
  give: {
    summary: "Gives one member a level until a time; the higher of it and the one by growth wins",
    input: Type.Object({
      grade: Grade,
      /** A member by id or by number; one of them is needed. */
      memberId: Type.Optional(Token),
      memberNo: NamedMember.memberNo,
      until: Planned,
      reason: Reason,
      /** Identifies this grant: a repeated request grants nothing twice. */
      ref: Type.String({ pattern: "^[A-Za-z0-9-]{4,60}$" }),
    }),
    output: Nothing,
    refusals: ["NOT_FOUND", "INPUT_INVALID", "OWN_ACCOUNT"],
  },
});
