/** The levels by growth, the benefits of each, and the caller's progress. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { levels as routes } from "../routes/levels.ts";
import { Instant } from "../values.ts";

const Level = Type.Object({
  grade: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  growthFrom: Type.Integer({ minimum: 0 }),
  /** The benefits of the level, each a short name and a sentence. */
  benefits: Type.Array(
    Type.Object({ icon: Type.String(), name: Type.String(), text: Type.String() }),
  ),
});
export type Level = Static<typeof Level>;

export const LevelSummary = Type.Object({
  grade: Type.Integer({ minimum: 1 }),
  growth: Type.Integer({ minimum: 0 }),
  /** Until then the level cannot fall; absent for the lowest. */
  keptUntil: Type.Optional(Instant),
  /** Growth still needed by `keptUntil` to stay; 0 when the level is safe. */
  toKeep: Type.Integer({ minimum: 0 }),
  levels: Type.Array(Level),
  /** How growth is gained, one sentence each. */
  rules: Type.Array(Type.String()),
  /** The latest first. */
  history: Type.Array(Type.Object({ text: Type.String(), growth: Type.Integer(), at: Instant })),
});
export type LevelSummary = Static<typeof LevelSummary>;

export const levels = shapesOf<typeof routes>()({
  summary: {
    summary: "The ladder of levels, where the caller stands, and until when",
    input: Type.Object({}),
    output: LevelSummary,
    refusals: [],
  },
});
