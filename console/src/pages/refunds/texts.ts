/** What an operator reads about a refund: what goes back by tender, and warnings. */
import { ownValue } from "@yunjing/contract/own-value";
import type { api, Item } from "../../api/client.ts";
import { currentOperator } from "../../api/operator.ts";
import { moneyText, pointsText } from "../../parts/format.ts";
import type { Tone } from "../../parts/tag.tsx";

export type RefundRow = Item<typeof api.operatorRefunds.list>;

type Tenders = Pick<RefundRow, "cashFen" | "balanceFen" | "points">;

export const moneyOf = ({ cashFen, balanceFen }: Tenders): number => cashFen + balanceFen;

/** What an operator approves; `items` is absent for all units that were applied for. */
export type Part = Tenders & {
  readonly needsTwo: boolean;
  readonly items?: readonly { readonly itemId: string; readonly quantity: number }[];
};

export const wholeOf = ({ cashFen, balanceFen, points, needsTwo }: RefundRow): Part => ({
  cashFen,
  balanceFen,
  points,
  needsTwo,
});

/** The approval is only the first of two; one of fewer units begins anew. */
export const isFirstOfTwo = ({ stage }: RefundRow, { needsTwo, items }: Part): boolean =>
  needsTwo && (stage === "waiting" || items !== undefined);

/** The operator has agreed first, so that another person decides. */
export const isFirstMine = ({ firstReviewer, isFirstExpired }: RefundRow): boolean =>
  !isFirstExpired && firstReviewer !== undefined && firstReviewer === currentOperator()?.uid;

/** Returns what goes back, one line for each tender. */
export const tendersOf = ({ cashFen, balanceFen, points }: Tenders) =>
  [
    ["微信支付", cashFen > 0 && moneyText(cashFen), "原路，1–3 天"],
    ["余额", balanceFen > 0 && moneyText(balanceFen), "立即"],
    ["积分", points > 0 && pointsText(points), "回到原批次"],
  ] as const;

type Delivered = Pick<RefundRow, "isRevealed"> & {
  readonly items: readonly Pick<RefundRow["items"][number], "delivery" | "isDelivered">[];
};

const deliveredTexts: Readonly<Record<string, readonly [Tone, string]>> = {
  topup: ["warn", "已直充"],
  meal: ["warn", "已出取餐码"],
  coupons: ["warn", "已发券"],
};

/** What the member may already have used, in one tag. */
export function usedText({ isRevealed, items }: Delivered): readonly [Tone, string] {
  if (isRevealed) return ["bad", "已看卡密"];
  const delivered = items.filter(({ isDelivered }) => isDelivered);
  if (delivered.length === 0) return ["ok", "未发放"];
  const kinds = delivered.map(({ delivery }) => ownValue(deliveredTexts, delivery));
  return kinds.find((text) => text !== undefined) ?? ["ok", "未看卡密"];
}

export const stateTexts = {
  APPLIED: ["warn", "待审"],
  APPROVED: ["sea", "退款中"],
  PROCESSING: ["sea", "退款中"],
  ABNORMAL: ["bad", "渠道失败"],
  SUCCESS: ["ok", "已退款"],
  REJECTED: ["sand", "已拒绝"],
  WITHDRAWN: ["sand", "会员撤回"],
} as const;
