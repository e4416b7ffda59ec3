/**
 * Texts for the obstacles to closing an account and for what is forfeited, each obstacle with a
 * link to resolve it.
 */
import type { Forfeits, Obstacle, ObstacleKind } from "@yunjing/contract/schemas/closing";
import { countText, moneyText } from "../../../components/money.ts";

type ObstacleText = {
  /** The line's name; the amounts are added at its end. */
  readonly name: string;
  /** How to resolve it. */
  readonly note: string;
  readonly url: string;
};

const ORDERS = "/pages/user/orders";
const WALLET = "/pages/user/wallet";
const REWARDS = "/pages/invite/reward";

const obstacleTexts: Readonly<Record<ObstacleKind, ObstacleText>> = {
  orders: { name: "未完成的订单", note: "付款、取消或等它完成", url: ORDERS },
  refunds: { name: "处理中的退款", note: "退款完成后可继续", url: ORDERS },
  topups: { name: "处理中的充值", note: "付款或等它关闭", url: WALLET },
  withdrawals: { name: "处理中的提现", note: "到账或取消后可继续", url: "/pages/user/withdraw" },
  holds: { name: "冻结中的金额", note: "相关订单结束后解冻", url: ORDERS },
  principal: { name: "余额本金", note: "用完或退回原支付方式", url: WALLET },
  rewards: { name: "待解冻的邀请奖励", note: "解冻后可提现或放弃", url: REWARDS },
  appeals: { name: "待处理的申诉", note: "有结果后可继续", url: REWARDS },
  points_debt: { name: "待还的积分", note: "下次得到的积分先还", url: "/pages/user/score" },
  reward_debt: { name: "待扣回的奖励", note: "下次得到的奖励先扣", url: REWARDS },
  frozen: { name: "账户核查中", note: "核查结束后可继续", url: "/pages/user/help" },
  batches: {
    name: "未结束的兑换码批次",
    note: "结束或作废后可继续",
    url: "/pages/exchange/generate",
  },
  operator: { name: "运营权限", note: "先请管理员收回", url: "/pages/user/help" },
};

export type ObstacleLine = ObstacleText & { readonly kind: ObstacleKind; readonly value: string };

function figuresOf({ count, amountFen, points }: Obstacle): string {
  if (amountFen !== undefined) return moneyText(amountFen);
  if (points !== undefined) return `${countText(points)} 积分`;
  return count > 1 ? `${countText(count)} 项` : "";
}

/** Returns one line for each obstacle. */
export const obstacleLines = (obstacles: readonly Obstacle[]): ObstacleLine[] =>
  obstacles.map((obstacle) => ({
    ...obstacleTexts[obstacle.kind],
    kind: obstacle.kind,
    value: figuresOf(obstacle),
  }));

export type ForfeitLine = { readonly id: string; readonly text: string };

/**
 * Returns what is forfeited, each with its amount; zero amounts are omitted. The last two lines
 * apply to every member.
 */
export function forfeitLines(forfeits: Forfeits, levelName: string): ForfeitLine[] {
  const { points, bonusFen, rewardFen, coupons, cards, growth } = forfeits;
  const lines: ForfeitLine[] = [];
  if (points > 0) lines.push({ id: "points", text: `${countText(points)} 积分清零` });
  if (bonusFen > 0) lines.push({ id: "bonus", text: `赠送金 ${moneyText(bonusFen)} 清零` });
  if (rewardFen > 0) {
    lines.push({ id: "reward", text: `可提现的邀请奖励 ${moneyText(rewardFen)} 放弃` });
  }
  if (coupons > 0) lines.push({ id: "coupons", text: `${countText(coupons)} 张优惠券作废` });
  if (cards > 0) lines.push({ id: "cards", text: `${countText(cards)} 张未用的卡券不能再查看` });
  const grown = growth > 0 ? `、成长值 ${countText(growth)}` : "";
  lines.push({ id: "level", text: `会员等级「${levelName}」${grown}取消` });
  lines.push({ id: "person", text: "订单不能再查看，个人信息清除，不能恢复" });
  return lines;
}
