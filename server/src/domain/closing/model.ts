/**
 * Closing an account. Terms:
 *
 * - request: a member's request to close. It has a cooling-off period of days, and can be withdrawn
 *   until the account is closed.
 * - obstacle: what must be finished first. Checked at the request and again when the request is
 *   due.
 * - waiting: a request that is due but has obstacles.
 * - forfeits: what is lost with the account. The member confirms each line as it was shown.
 * - step: one recorded forfeiting. The first is the closing itself; value that arrives in the
 *   closed ledger later (points of an old order's refund) is forfeited by a further step. Money
 *   that arrives later is parked until an operator handles it.
 * - returning: a member whose phone or openid belonged to a recently closed account.
 */
import type { Obstacle } from "@yunjing/contract/schemas/closing";
import { obstacleWords } from "@yunjing/contract/shared-words";

/** What one step forfeited. */
export type Forfeited = {
  readonly points: number;
  readonly bonusFen: number;
  readonly rewardFen: number;
  readonly coupons: number;
};

export const isNothing = (forfeited: Forfeited): boolean =>
  Object.values(forfeited).every((value) => value === 0);

/** For example 未完成的订单、处理中的退款等 3 项 */
export function obstacleText(obstacles: readonly Obstacle[]): string {
  const names = obstacles.map(({ kind }) => obstacleWords[kind]);
  return names.length > 2
    ? `${names.slice(0, 2).join("、")}等 ${names.length} 项`
    : names.join("、");
}

/** Returns whether two lists contain the same kinds of obstacles. */
export const isSameKinds = (one: readonly Obstacle[], other: readonly Obstacle[]): boolean =>
  one.map(({ kind }) => kind).join() === other.map(({ kind }) => kind).join();
