/** A member's money: its parts, the statement, topping up with a bonus, and refunding a top-up. */
import Type, { type Static } from "typebox";
import { shapesOf } from "../operation.ts";
import type { wallet as routes } from "../routes/wallet.ts";
import { Fen, Instant, listOf, pageOf, paging } from "../values.ts";
import { Payment } from "./buying.ts";
import { StatementEntry, Month, MonthQuery } from "./statement.ts";

export const WalletSummary = Type.Object({
  /** What can be spent: principal + bonus + reward. */
  totalFen: Fen,
  principalFen: Fen,
  /** Granted with top-ups; spent first, never paid out. */
  bonusFen: Fen,
  nextBonusEnd: Type.Optional(Type.Object({ fen: Fen, at: Instant })),
  /** Reward cash: the only part that can be withdrawn. */
  rewardFen: Fen,
  /** Rewards that are not settled yet. */
  frozenRewardFen: Fen,
  /** Amounts on hold, each with its reason: an unpaid order, a withdrawal in review. */
  held: Type.Array(
    Type.Object({
      fen: Fen,
      text: Type.String({ description: "提现审核中，11-24 前到账" }),
      cause: Type.Union([
        Type.Literal("order"),
        Type.Literal("withdrawal"),
        Type.Literal("refund"),
      ]),
      no: Type.Optional(Type.String()),
    }),
  ),
  monthOutFen: Type.Integer({
    minimum: 0,
    description: "what went out this month, as the statement sums it",
  }),
  /** Withdrawals in progress. */
  withdrawing: Type.Integer({ minimum: 0 }),
  /** A frozen account can only read and receive refunds. */
  isFrozen: Type.Boolean(),
});
export type WalletSummary = Static<typeof WalletSummary>;

const RecordType = Type.Union([
  Type.Literal("all"),
  Type.Literal("in"),
  Type.Literal("out"),
  Type.Literal("topup"),
  Type.Literal("pay"),
  Type.Literal("refund"),
  Type.Literal("reward"),
  Type.Literal("withdrawal"),
]);

export const WalletRecords = Type.Object({
  ...pageOf(StatementEntry).properties,
  /** The sums of every month that has a line on this page; holds are not included. */
  months: Type.Array(Type.Object({ month: Month, inFen: Fen, outFen: Fen })),
});
export type WalletRecords = Static<typeof WalletRecords>;

export const TopUpPackage = Type.Object({
  packageId: Type.String(),
  amountFen: Fen,
  bonusFen: Fen,
  /** Preselected. */
  isChosen: Type.Boolean(),
});
export type TopUpPackage = Static<typeof TopUpPackage>;

const TopUpState = Type.Union([
  Type.Literal("wait_pay"),
  Type.Literal("paid"),
  Type.Literal("refunding"),
  Type.Literal("part_refunded"),
  Type.Literal("refunded"),
  Type.Literal("closed"),
]);

export const TopUp = Type.Object({
  topUpNo: Type.String(),
  state: TopUpState,
  stateText: Type.String(),
  amountFen: Fen,
  bonusFen: Fen,
  refundedFen: Fen,
  createdAt: Instant,
  paidAt: Type.Optional(Instant),
  expiresAt: Type.Optional(Instant),
  /** True when some of it can still be refunded. */
  canRefund: Type.Boolean(),
});
export type TopUp = Static<typeof TopUp>;

/** The payment state of a top-up; the same fields as an order's payment. */
const TopUpPayment = Type.Object({
  topUp: TopUp,
  payment: Type.Pick(Payment, ["state", "dueFen", "expiresAt", "outTradeNo", "jsapi", "h5Url"]),
});
export type TopUpPayment = Static<typeof TopUpPayment>;

/** What refunding a top-up brings and costs, shown before it is confirmed (features.md H5). */
export const TopUpRefundSheet = Type.Object({
  topUpNo: Type.String(),
  allowed: Type.Boolean(),
  why: Type.Optional(Type.String()),
  /** The unspent part of the principal. */
  principalFen: Fen,
  /** The bonus that is taken back with it. */
  bonusBackFen: Fen,
  /** Bonus already spent beyond its share, which reduces the refund. */
  bonusSpentFen: Fen,
  /** What is refunded to the original payment method. */
  refundFen: Fen,
  /** Each amount in one sentence. */
  lines: Type.Array(Type.String()),
});
export type TopUpRefundSheet = Static<typeof TopUpRefundSheet>;

export const TopUpNo = Type.String({ pattern: "^\\d{10,32}$" });
const path = { topUpNo: TopUpNo };

export const wallet = shapesOf<typeof routes>()({
  summary: {
    summary: "The caller's money by its parts, and what is set aside and why",
    input: Type.Object({}),
    output: WalletSummary,
    refusals: [],
  },
  records: {
    summary: "The statement of money, the latest first; a hold that was given back is no line",
    input: Type.Object({ ...paging, type: Type.Optional(RecordType), month: MonthQuery }),
    output: WalletRecords,
    refusals: [],
  },
  packages: {
    summary: "What can be topped up with which bonus, and the limits of another amount",
    input: Type.Object({}),
    output: Type.Object({
      ...listOf(TopUpPackage).properties,
      amountMinFen: Fen,
      amountMaxFen: Fen,
      /** How much more the balance may hold (domain.md 14). */
      roomFen: Fen,
      bonusMonths: Type.Integer({ description: "how long a bonus lives" }),
    }),
    refusals: [],
  },
  topUp: {
    summary: "Begins a top-up: a package, or an amount without bonus",
    input: Type.Object({
      packageId: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
      amountFen: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
      via: Type.Optional(Type.Union([Type.Literal("jsapi"), Type.Literal("h5")])),
    }),
    output: TopUpPayment,
    refusals: [
      "RISK_REFUSED",
      "NOT_FOUND",
      "TOPUP_LIMIT",
      "BALANCE_FULL",
      "ACCOUNT_FROZEN",
      "PAY_PENDING",
      "WECHAT_NEEDED",
      "PARTNER_DOWN",
    ],
  },
  topUps: {
    summary: "The caller's top-ups, the latest first",
    input: Type.Object(paging),
    output: pageOf(TopUp),
    refusals: [],
  },
  topUpDetail: {
    summary: "How far a top-up is; asks the channel while that is not known",
    input: Type.Object(path),
    output: TopUpPayment,
    refusals: ["NOT_FOUND"],
  },
  refundSheet: {
    summary: "What taking this top-up back would bring, and what it costs of the bonus",
    input: Type.Object(path),
    output: TopUpRefundSheet,
    refusals: ["NOT_FOUND"],
  },
  refund: {
    summary: "Takes back what is unspent of a top-up; refused when it is no longer what was shown",
    input: Type.Object({
      ...path,
      refundFen: Type.Integer({
        minimum: 1,
        maximum: 1_000_000_000,
        description: "as the sheet said",
      }),
    }),
    output: TopUp,
    refusals: ["NOT_FOUND", "ORDER_STATE", "REFUND_DENIED", "REFUND_CHANGED", "ACCOUNT_FROZEN"],
  },
});
