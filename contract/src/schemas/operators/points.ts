/** The rules by which points are earned. Caps are points; money in fen, instants in ms. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../../operation.ts";
import type { operatorPoints as routes } from "../../routes/operators/points.ts";
import { Instant, listOf, Planned, Version } from "../../values.ts";

const RuleId = Type.Union([
  Type.Literal("order"),
  Type.Literal("sign_in"),
  Type.Literal("first_order"),
  Type.Literal("nickname"),
  Type.Literal("first_coupon"),
]);

const Figure = Type.Integer({ minimum: 0, maximum: 100_000 });
const Cap = Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 }));

const figures = {
  isOn: Type.Boolean(),
  /**
   * For an order: points for each `unitFen` of cash kept; for the daily sign-in: by the day of its
   * week; for a task: once.
   */
  points: Type.Array(Figure, { minItems: 1, maxItems: 7 }),
  unitFen: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  perOrder: Cap,
  perDay: Cap,
  perLife: Cap,
};

/** One version; of those whose start has passed, the highest is in force. */
export const PointsRule = Type.Object({
  ruleId: RuleId,
  version: Type.Integer({ minimum: 1 }),
  ...figures,
  startsAt: Planned,
  isInForce: Type.Boolean(),
  madeBy: Type.String(),
  reason: Type.String(),
  madeAt: Instant,
});
export type PointsRule = Static<typeof PointsRule>;

export const operatorPoints = shapesOf<typeof routes>()({
  rules: {
    summary: "Every version of every rule, the newest of each first",
    input: Type.Object({}),
    output: listOf(PointsRule),
    refusals: [],
  },
  changeRule: {
    summary: "Another version of a rule, now or from a day on; what was earned stays",
    input: Type.Object({
      ruleId: RuleId,
      sinceVersion: Version,
      ...figures,
      startsAt: Type.Optional(Planned),
      reason: Type.String({ minLength: 2, maxLength: 200 }),
    }),
    output: Type.Object({ version: Type.Integer() }),
    refusals: ["INPUT_INVALID", "STATE_CHANGED"],
  },
});
