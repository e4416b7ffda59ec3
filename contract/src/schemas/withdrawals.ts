/** Withdrawing reward cash: what may be requested, and the state of each withdrawal. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { withdrawals as routes } from "../routes/withdrawals.ts";
import { Fen, Instant, pageOf, paging } from "../values.ts";

/** What may be requested now, or why nothing may. */
export const WithdrawalSheet = Type.Object({
  availableFen: Fen,
  minFen: Fen,
  maxFen: Type.Integer({ minimum: 0, description: "at most so much now, all limits counted" }),
  /** The fee in ten-thousandths of each amount, at least `feeMinFen`. */
  feePer10000: Type.Integer({ minimum: 0 }),
  feeMinFen: Fen,
  leftToday: Type.Integer({ minimum: 0 }),
  /** Up to this amount no review is needed. */
  autoFen: Fen,
  /** Above this amount the payee's real name is required. */
  nameAboveFen: Fen,
  /**
   * Every withdrawal requires a step-up proof; when false, only one of more than `stepUpAboveFen`
   * does.
   */
  needsStepUp: Type.Boolean(),
  stepUpAboveFen: Fen,
  allowed: Type.Boolean(),
  why: Type.Optional(Type.String()),
  rules: Type.Array(Type.String()),
});
export type WithdrawalSheet = Static<typeof WithdrawalSheet>;

export const WithdrawalState = Type.Union([
  Type.Literal("reviewing"),
  Type.Literal("paying"),
  /** WeChat waits for the member's own confirmation: `confirm` opens it. */
  Type.Literal("wait_confirm"),
  Type.Literal("success"),
  Type.Literal("rejected"),
  Type.Literal("failed"),
  Type.Literal("cancelled"),
]);
export type WithdrawalState = Static<typeof WithdrawalState>;

export const Withdrawal = Type.Object({
  withdrawalNo: Type.String(),
  state: WithdrawalState,
  stateText: Type.String(),
  nextStep: Type.String({ description: "what happens next, in one sentence" }),
  amountFen: Fen,
  feeFen: Fen,
  netFen: Fen,
  reason: Type.Optional(Type.String({ description: "why it was rejected or failed" })),
  canCancel: Type.Boolean(),
  /** What WeChat's bridge takes for the member's confirmation. */
  confirm: Type.Optional(
    Type.Object({
      mchId: Type.String(),
      appId: Type.String(),
      package: Type.String(),
      /**
       * Only of the simulated channel: the page where a person confirms without WeChat's bridge.
       */
      url: Type.Optional(Type.String()),
    }),
  ),
  steps: Type.Array(Type.Object({ text: Type.String(), at: Instant })),
  createdAt: Instant,
  endedAt: Type.Optional(Instant),
});
export type Withdrawal = Static<typeof Withdrawal>;

export const WithdrawalNo = Type.String({ pattern: "^\\d{10,32}$" });
const path = { withdrawalNo: WithdrawalNo };

export const withdrawals = shapesOf<typeof routes>()({
  sheet: {
    summary: "What may be withdrawn now, its fee and limits, or why nothing may",
    input: Type.Object({}),
    output: WithdrawalSheet,
    refusals: [],
  },
  create: {
    summary: "Asks for reward cash; it is set aside at once",
    input: Type.Object({
      amountFen: Type.Integer({ minimum: 1, maximum: 100_000_000 }),
      realName: Type.Optional(Type.String({ minLength: 1, maxLength: 40 })),
      stepUp: Type.Optional(Type.String({ maxLength: 64 })),
    }),
    output: Withdrawal,
    refusals: [
      "RISK_REFUSED",
      "WITHDRAW_MIN",
      "WITHDRAW_LIMIT",
      "BALANCE_SHORT",
      "NAME_NEEDED",
      "STEP_UP_NEEDED",
      "PHONE_COOLING",
      "ACCOUNT_FROZEN",
      "WECHAT_NEEDED",
    ],
  },
  list: {
    summary: "The caller's withdrawals, the latest first",
    input: Type.Object(paging),
    output: pageOf(Withdrawal),
    refusals: [],
  },
  detail: {
    summary: "How far a withdrawal is; asks the channel while that is not known",
    input: Type.Object(path),
    output: Withdrawal,
    refusals: ["NOT_FOUND"],
  },
  cancel: {
    summary: "The member takes back what no person has decided yet",
    input: Type.Object(path),
    output: Withdrawal,
    refusals: ["NOT_FOUND", "ORDER_STATE"],
  },
});
