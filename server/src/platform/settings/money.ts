/** Settings of payments, refunds, withdrawals, points, balance, bills and reconciliation. */
import {
  count,
  fen,
  money,
  months,
  ms,
  percent,
  points,
  type AdjustableTopic,
} from "./adjustable.ts";
import { DAY, HOUR, MINUTE, SECOND } from "./durations.ts";

export const moneySettings = {
  // WeChat Pay (domain.md 5): polls in seconds after the attempt began; then the last step repeats.
  payLookSeconds: [5, 15, 30] as readonly number[],
  payLookAgainMs: 30 * SECOND,
  /** How long after its end an attempt unknown to the channel is given up. */
  payAbsentMs: MINUTE,
  wechatPayTimeoutMs: 5 * SECOND,
  /**
   * From one poll of a return to the next; longer while the merchant's account has too little
   * money.
   */
  payReturnLookMs: MINUTE,
  payReturnShortMs: 10 * MINUTE,
  // Refunds (domain.md 6): an amount above this needs one approval, and above the second limit two.
  refundReviewAboveFen: 50_000,
  refundTwoPersonsFen: 50_000,
  // Withdrawals (domain.md 15), in fen; above `withdrawAutoFen` one approval is needed, and above
  // the next limit two.
  withdrawMinFen: 100,
  withdrawPerDay: 3,
  withdrawMonthFen: 1_000_000,
  withdrawAutoFen: 20_000,
  withdrawTwoPersonsFen: 200_000,
  withdrawNameAboveFen: 200_000,
  withdrawWithoutStepUpFen: 20_000,
  /** What WeChat Pay itself charges for a payment, at least 0.1 元. */
  withdrawFeePer10000: 60,
  withdrawFeeMinFen: 10,
  /**
   * A withdrawal from a younger account needs a review (features.md U6); off while the sandbox is
   * on.
   */
  withdrawAccountAgeMs: 7 * DAY,
  /**
   * From one poll of a transfer to the next; while it waits for its payee; while the merchant's
   * account has too little money.
   */
  payoutLookMs: 30 * SECOND,
  payoutWaitLookMs: 5 * MINUTE,
  payoutShortMs: 10 * MINUTE,
  /**
   * A payee has a day to confirm, and WeChat closes the transfer some time later: after this an
   * operator sees it.
   */
  payoutConfirmMs: 25 * HOUR,
  /** A refused transfer that is still unknown to the channel after this time was never accepted. */
  payoutRefusedMs: 2 * MINUTE,
  /**
   * WeChat answers for transfers of thirty days; after this time an unknown transfer proves
   * nothing.
   */
  payoutKnownMs: 25 * DAY,
  /** WeChat's transfer scene: 1000 is a campaign's reward, 1005 a commission. */
  payoutScene: "1000",
  // Points (domain.md 13)
  pointsLifeMonths: 12,
  pointsFreezeMs: 7 * DAY,
  /**
   * Points are used in whole units: 100 points take off 1 元, at most half of what is left to pay.
   */
  pointsUnit: 100,
  pointsUnitFen: 100,
  pointsOffPercentMax: 50,
  // Balance (domain.md 14): top-ups, and the most that all parts of a balance together may hold.
  topUpMs: 15 * MINUTE,
  topUpMinFen: 1_000,
  topUpMaxFen: 500_000,
  balanceCapFen: 1_000_000,
  /** Bonus expires at the end of the month after so many months, as points do. */
  bonusLifeMonths: 12,
  // Bills (features.md L4, reliability.md 3.8): WeChat Pay publishes yesterday's bill by ten, so it
  // is requested after that.
  billAtMs: 10 * HOUR + 10 * MINUTE,
  billAgainMs: 10 * MINUTE,
  /** A bill missing for this long after its time becomes a reconciliation case. */
  billMissingMs: 12 * HOUR,
  /** A payment this close to midnight may be in the other day's bill. */
  billEdgeMs: 10 * MINUTE,
  /** WeChat Pay stores bills for three months. */
  billDaysMax: 89,
  /** What WeChat Pay deducts from a payment, in ten-thousandths (its ordinary rate, 0.6 %). */
  wechatPayFeeShare: 60,
  /** The interval of the cheap part of the reconciliation (reliability.md 3.8). */
  booksCheckMs: 5 * MINUTE,
  /**
   * An operation that began this recently may still be in progress on another machine (growth.md,
   * rule 10).
   */
  booksGraceMs: 2 * MINUTE,
  /**
   * How long an expired hold may stay open, and how long a message may wait, before it becomes a
   * case.
   */
  booksHoldOverdueMs: HOUR,
  booksQueueSlaMs: 30 * MINUTE,
  /**
   * Manual adjustments (features.md G8): the limit of each, and of one day of Shanghai together.
   */
  adjustFenMax: 50_000,
  adjustPointsMax: 50_000,
  adjustFenPerDay: 500_000,
  adjustPointsPerDay: 500_000,
  /** Coupons for an audience: above this worst cost another person agrees. */
  bulkGiveTwoPersonsFen: 200_000,
};

export const moneyAdjustable: AdjustableTopic<typeof moneySettings> = {
  topic: "资金与积分",
  settings: {
    refundReviewAboveFen: fen("超过多少的退款要审核", 0, 1_000_000, money),
    refundTwoPersonsFen: fen("超过多少的退款要两人审核", 0, 5_000_000, {
      ...money,
      notBelow: "refundReviewAboveFen",
    }),
    withdrawMinFen: fen("单笔提现最低", 100, 100_000, money),
    withdrawPerDay: count("每个会员每天提现次数", 1, 20, money),
    withdrawMonthFen: fen("每个会员每月提现最高", 1_000, 20_000_000, {
      ...money,
      notBelow: "withdrawMinFen",
    }),
    withdrawAutoFen: fen("不超过多少的提现自动打款", 0, 100_000, money),
    withdrawTwoPersonsFen: fen("超过多少的提现要两人审核", 0, 2_000_000, {
      ...money,
      notBelow: "withdrawAutoFen",
    }),
    withdrawNameAboveFen: fen("超过多少的提现核对姓名", 30, 200_000, money),
    withdrawWithoutStepUpFen: fen("单笔免验证提现", 0, 100_000, money),
    withdrawAccountAgeMs: ms("新账户提现要审核的时间", 0, 90 * DAY, money),
    pointsLifeMonths: months("积分有效期", 1, 60, money),
    pointsFreezeMs: ms("订单积分冻结多久", 0, 30 * DAY, money),
    pointsOffPercentMax: percent("积分最多抵扣应付的", 0, 100, money),
    topUpMinFen: fen("单笔充值最低", 100, 100_000, money),
    topUpMaxFen: fen("单笔充值最高", 1_000, 5_000_000, { ...money, notBelow: "topUpMinFen" }),
    balanceCapFen: fen("每个会员余额上限", 1_000, 10_000_000, {
      ...money,
      notBelow: "topUpMaxFen",
    }),
    bonusLifeMonths: months("赠送金额有效期", 1, 60, money),
    adjustFenMax: fen("单笔调账最高金额", 0, 1_000_000, money),
    adjustFenPerDay: fen("每天调账最高金额", 0, 10_000_000, { ...money, notBelow: "adjustFenMax" }),
    adjustPointsMax: points("单笔调账最高积分", 0, 1_000_000, money),
    adjustPointsPerDay: points("每天调账最高积分", 0, 10_000_000, {
      ...money,
      notBelow: "adjustPointsMax",
    }),
    bulkGiveTwoPersonsFen: fen("批量发券最多让利超过多少要两人", 0, 2_000_000, money),
    booksQueueSlaMs: ms("消息等待多久算差错", 5 * MINUTE, DAY),
  },
};
