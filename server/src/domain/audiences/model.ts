/**
 * Audiences of coupons and messages.
 *
 * - segment: rules under a name; who is in it is asked anew each time.
 * - member list: the members that a file named.
 * - bulk send: a coupon or a message for each member of an audience. Its members are fixed when it is
 *   made: what the second person agrees to is what happens, and no member gets two outcomes.
 * - outcome: given; already, from an earlier send with the same reference; or barred, with a reason.
 * - worst cost: what the coupons of a send can take off at most.
 */
import { AUDIENCE_MAX } from "@yunjing/contract/schemas/operators/audiences";
import { ownValue } from "@yunjing/contract/own-value";

export { AUDIENCE_MAX };

export type SendKind = "coupon" | "message";
export type Outcome = "given" | "already" | "barred";
export type BarredReason = "inactive" | "operator" | "offers_off";

/** What operators read. */
const barredTexts: Readonly<Record<BarredReason, string>> = {
  inactive: "账户被冻结或已注销",
  operator: "本人是这次发放的提交人或同意人",
  offers_off: "本人关闭了活动与优惠消息",
};
export const barredText = (reason: string): string => ownValue(barredTexts, reason) ?? reason;

/** Counts of a send's members by outcome. */
export type Progress = { readonly [O in Outcome]?: number };

/** What a campaign's coupons can cost; null where nothing limits it. Money in fen. */
export type CampaignLimits = {
  /** Of one coupon. */
  readonly offFen: number | null;
  readonly budgetLeftFen: number | null;
};

/** Returns the worst cost of coupons for so many members, in fen; null without any limit. */
export function worstCostFen(
  members: number,
  { offFen, budgetLeftFen }: CampaignLimits,
): number | null {
  const byCoupons = offFen === null ? null : offFen * members;
  if (byCoupons === null) return budgetLeftFen;
  return budgetLeftFen === null ? byCoupons : Math.min(byCoupons, budgetLeftFen);
}

/** Returns whether another person must agree: above the limit, or where nothing limits the cost. */
export const needsSecondPerson = (worstFen: number | null, aloneFen: number): boolean =>
  worstFen === null || worstFen > aloneFen;
