/** What an operator reads about a refund: what goes back by tender, and warnings. */
import type { api, Item } from "../../api/client.ts";
import { currentOperator } from "../../api/operator.ts";
import { moneyText, pointsText } from "../../parts/format.ts";

export type RefundRow = Item<typeof api.operatorRefunds.list>;

export const moneyOf = ({ cashFen, balanceFen }: RefundRow): number => cashFen + balanceFen;

/** The operator has agreed first, so that another person decides. */
export const isFirstMine = ({ firstReviewer, isFirstExpired }: RefundRow): boolean =>
  !isFirstExpired && firstReviewer !== undefined && firstReviewer === currentOperator()?.uid;

/** Returns what goes back, one line for each tender. */
export const tendersOf = ({ cashFen, balanceFen, points }: RefundRow) =>
  [
    ["微信支付", cashFen > 0 && moneyText(cashFen), "原路，1–3 天"],
    ["余额", balanceFen > 0 && moneyText(balanceFen), "立即"],
    ["积分", points > 0 && pointsText(points), "回到原批次"],
  ] as const;

export const stateTexts = {
  APPLIED: ["warn", "待审"],
  APPROVED: ["sea", "退款中"],
  PROCESSING: ["sea", "退款中"],
  ABNORMAL: ["bad", "渠道失败"],
  SUCCESS: ["ok", "已退款"],
  REJECTED: ["sand", "已拒绝"],
  WITHDRAWN: ["sand", "会员撤回"],
} as const;
