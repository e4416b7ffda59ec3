/** Closing an account: the obstacles, what is forfeited, and the state of a request. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { closing as routes } from "../routes/closing.ts";
import { Fen, Instant, Nothing, Points } from "../values.ts";

/** Larger than any member's count; every number of an input needs a maximum. */
const COUNT_MAX = 1_000_000_000;
const Count = Type.Integer({ minimum: 0, maximum: COUNT_MAX });

/** What prevents an account from being closed. */
export const ObstacleKind = Type.Enum([
  "orders",
  "refunds",
  "topups",
  "withdrawals",
  "holds",
  "principal",
  "rewards",
  "appeals",
  "points_debt",
  "reward_debt",
  "frozen",
  "batches",
  "operator",
]);
export type ObstacleKind = Static<typeof ObstacleKind>;

export const Obstacle = Type.Object({
  kind: ObstacleKind,
  /** How many there are; 0 where only the amount is meaningful. */
  count: Count,
  amountFen: Type.Optional(Fen),
  points: Type.Optional(Points),
});
export type Obstacle = Static<typeof Obstacle>;

/** What the member loses when the account is closed, as of now. */
export const Forfeits = Type.Object({
  points: Points,
  bonusFen: Fen,
  rewardFen: Fen,
  coupons: Count,
  cards: Count,
  growth: Count,
  grade: Type.Integer({ minimum: 1, maximum: 100 }),
});
export type Forfeits = Static<typeof Forfeits>;

export const Closing = Type.Object({
  /** `none`: not requested; `cooling`: until `dueAt`; `waiting`: due, but an obstacle remains. */
  state: Type.Enum(["none", "cooling", "waiting"]),
  requestedAt: Type.Optional(Instant),
  dueAt: Type.Optional(Instant),
  obstacles: Type.Array(Obstacle),
  forfeits: Forfeits,
  levelName: Type.String(),
  /** Whether the request needs a code by SMS: only for members with a phone. */
  needsCode: Type.Boolean(),
  coolingDays: Count,
});
export type Closing = Static<typeof Closing>;

export const closing = shapesOf<typeof routes>()({
  show: {
    summary:
      "What stands in the way of closing the account, what is forfeited, how far a request is",
    input: Type.Object({}),
    output: Closing,
    refusals: [],
  },
  request: {
    summary:
      "Asks for the account to be closed after the cooling-off; the forfeits are those that were shown and confirmed",
    input: Type.Object({
      forfeits: Forfeits,
      stepUp: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    output: Closing,
    refusals: ["CLOSING_BLOCKED", "FORFEITS_CHANGED", "STEP_UP_NEEDED", "STATE_CHANGED"],
  },
  withdraw: {
    summary: "Withdraws the request; the account stays as it is",
    input: Nothing,
    output: Closing,
    refusals: ["STATE_CHANGED"],
  },
});
