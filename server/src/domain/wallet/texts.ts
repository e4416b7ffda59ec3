/** The texts about the balance that members read. */
import { raisedReasons } from "@yunjing/contract/refusal-reasons";
import type { Output } from "@yunjing/contract/operations";
import type { TopUpState } from "./lifecycle.ts";
import type { Refundable } from "./model.ts";

type WireState = Output<"wallet", "refund">["state"];

export const wireStates: Readonly<Record<TopUpState, WireState>> = {
  WAIT_PAY: "wait_pay",
  PAID: "paid",
  REFUNDING: "refunding",
  PART_REFUNDED: "part_refunded",
  REFUNDED: "refunded",
  CLOSED: "closed",
};

const stateTexts: Readonly<Record<TopUpState, string>> = {
  WAIT_PAY: "待支付",
  PAID: "已到账",
  REFUNDING: "退款中",
  PART_REFUNDED: "已退部分",
  REFUNDED: "已退款",
  CLOSED: "已关闭",
};

export const stateText = (state: TopUpState, closedReason: string | null): string =>
  state === "CLOSED" && closedReason === "full" ? "余额已达上限，款项原路退回" : stateTexts[state];

/** 1230 → 12.30; whole 元 without a decimal point. */
export const yuan = (fen: number): string =>
  fen % 100 === 0 ? String(fen / 100) : (fen / 100).toFixed(2);

const money = (fen: number): string => `¥${(fen / 100).toFixed(2)}`;

/** Returns each figure of a refund as a sentence. */
export const refundLines = (sums: Refundable): string[] => [
  `未用本金 ${money(sums.principalFen)}`,
  ...(sums.bonusBackFen > 0 ? [`收回赠送 ${money(sums.bonusBackFen)}`] : []),
  ...(sums.bonusSpentFen > 0 ? [`已用赠送 ${money(sums.bonusSpentFen)} 从退款中扣除`] : []),
  `退回微信支付 ${money(sums.refundFen)}，预计 1–3 个工作日到账`,
];

/** The titles of postings; the statement's entries have their own. */
export const postingTitles = {
  topUp: "充值",
  topUpBonus: "充值赠送",
  refund: "充值退款",
  bonusRevoked: "退款收回赠送",
  bonusExpired: "赠送金到期",
} as const;

/** Returns why a top-up cannot be refunded now; `undefined` when it can. */
export function whyNotRefundable(state: TopUpState, refundFen: number): string | undefined {
  if (state === "REFUNDING") return "退款处理中";
  if (state === "REFUNDED") return "已全部退款";
  if (state === "WAIT_PAY" || state === "CLOSED") return "未支付的充值不用退款";
  return refundFen > 0 ? undefined : raisedReasons.principal_spent;
}
