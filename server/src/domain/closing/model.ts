/**
 * Closing an account. Terms:
 *
 * - request: one wish to close; it cools off for days, and can be withdrawn until it is done.
 * - obstacle: what must end first; checked when the account is asked to be closed, and again when it is due.
 * - waiting: a request that is due while something stands in the way.
 * - forfeits: what is gone with the account; the member confirms each line as it was shown.
 * - step: one forfeiting, written down. The first is the closing itself; what comes into the closed ledger later (points of
 *   an old order's refund) is forfeited by another. Money that comes later is parked: it stays there for a person.
 * - returning: a member whose phone or openid was that of a closed account not long ago.
 */
import type { Obstacle, ObstacleKind } from "@yunjing/contract/schemas/closing";

/** What one step forfeited. */
export type Forfeited = {
  readonly points: number;
  readonly bonusFen: number;
  readonly rewardFen: number;
  readonly coupons: number;
};

export const isNothing = (forfeited: Forfeited): boolean =>
  Object.values(forfeited).every((value) => value === 0);

/** What each obstacle is called in a message. */
const obstacleTexts: Readonly<Record<ObstacleKind, string>> = {
  orders: "未完成的订单",
  refunds: "处理中的退款",
  topups: "处理中的充值",
  withdrawals: "处理中的提现",
  holds: "冻结中的金额",
  principal: "未用完的余额本金",
  rewards: "待解冻的邀请奖励",
  appeals: "待处理的申诉",
  points_debt: "待还的积分",
  reward_debt: "待扣回的奖励",
  frozen: "账户核查",
  batches: "未结束的兑换码批次",
  operator: "运营权限",
};

/** 未完成的订单、处理中的退款等 3 项 */
export function obstacleText(obstacles: readonly Obstacle[]): string {
  const names = obstacles.map(({ kind }) => obstacleTexts[kind]);
  return names.length > 2
    ? `${names.slice(0, 2).join("、")}等 ${names.length} 项`
    : names.join("、");
}

/** Whether two lists name the same kinds of obstacles. */
export const isSameKinds = (one: readonly Obstacle[], other: readonly Obstacle[]): boolean =>
  one.map(({ kind }) => kind).join() === other.map(({ kind }) => kind).join();
