/** Texts about invitations for members: states, reasons, and the rules in force. */
import { ownValue } from "@yunjing/contract/own-value";
import type { FriendState, InviteAppeal } from "@yunjing/contract/schemas/invite";
import type { Settings } from "../../platform/settings.ts";
import type { BindingState, RewardState } from "./lifecycle.ts";
import type { Gift, Rule } from "./model.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** Texts of the reason codes of rewards; any other reason is a text written by an operator. */
const reasons: Readonly<Record<string, string>> = {
  cap: "本月邀请较多，奖励正在人工审核",
  risk: "正在人工审核，通过后立即到账",
  budget: "活动预算已用完",
  campaign_off: "活动已结束",
  nothing_kept: "订单没有现金实付",
  refund: "好友的订单已退款",
  risk_rejected: "账号环境异常，未计入邀请",
  coupon_gone: "优惠券已停止发放",
};
export const reasonText = (reason: string): string => ownValue(reasons, reason) ?? reason;

const rewardStates: Readonly<Record<RewardState, FriendState>> = {
  FROZEN: "frozen",
  HELD: "held",
  SETTLED: "settled",
  CANCELLED: "cancelled",
  REJECTED: "rejected",
  CLAWED_BACK: "clawed_back",
};

const texts: Readonly<Record<FriendState, string>> = {
  registered: "已注册",
  expired: "已失效",
  ordered: "已下单",
  effective: "已完成",
  frozen: "待结算",
  held: "审核中",
  settled: "已到账",
  cancelled: "已取消",
  rejected: "未通过",
  clawed_back: "已扣回",
};
export const stateText = (state: FriendState): string => texts[state];

const appealTexts: Readonly<Record<InviteAppeal["state"], string>> = {
  open: "可申诉",
  waiting: "申诉中",
  granted: "申诉通过",
  denied: "申诉未通过",
};
export const appealText = (state: InviteAppeal["state"]): string => appealTexts[state];

/**
 * Returns the displayed state of a binding and its reward. `isOver`: its time to order is over.
 * `hasOrdered`: an order was paid within that time and is in progress.
 */
export function friendState(
  bindingState: BindingState,
  reward: RewardState | null,
  { isOver, hasOrdered }: { isOver: boolean; hasOrdered: boolean },
): FriendState {
  if (reward) return rewardStates[reward];
  if (bindingState === "REJECTED") return "rejected";
  if (bindingState === "EFFECTIVE") return "effective";
  if (hasOrdered) return "ordered";
  return isOver ? "expired" : "registered";
}

/** Returns the reason, or a default note for a state without one. */
export function noteOf(
  state: FriendState,
  { reason, isLess }: { reason: string; isLess: boolean },
): string | undefined {
  if (reason) return reasonText(reason);
  if (isLess && (state === "frozen" || state === "settled"))
    return "好友部分退款，奖励已按实付调整";
  if (state === "registered") return "好友完成首笔订单后产生奖励";
  if (state === "ordered") return "好友的订单完成后产生奖励";
  if (state === "expired") return "好友未在有效期内下单";
  if (state === "clawed_back") return "好友的订单已退款，奖励已扣回";
  return undefined;
}

const yuan = (fen: number): string => (fen % 100 === 0 ? `${fen / 100}` : (fen / 100).toFixed(2));

/** What one side gets, as text for members. */
export function giftText(gift: Gift): string {
  switch (gift.kind) {
    case "cash":
      return `首笔订单现金实付的 ${gift.percent}%，最高 ${yuan(gift.capFen)} 元，可提现`;
    case "points":
      return `${gift.points} 积分`;
    case "coupon":
      return "优惠券 1 张";
    case "none":
      return "暂无奖励";
  }
}

/**
 * Builds the rules from the settings and campaign in force, so that text and behaviour cannot
 * differ.
 */
export function ruleLines(rule: Rule | undefined, settings: Settings): string[] {
  const days = (ms: number) => Math.round(ms / DAY_MS);
  if (!rule) return ["当前没有进行中的邀请活动，好友关系照常保留"];
  const freeze =
    settings.inviteFreezeMs > 0 ? `完成 ${days(settings.inviteFreezeMs)} 天后到账` : "完成后到账";
  return [
    `好友通过你的链接首次注册，${days(settings.inviteBondMs)} 天内下单，邀请有效`,
    `你得：${giftText(rule.inviter)}`,
    ...(rule.invitee.kind === "none" ? [] : [`好友得：${giftText(rule.invitee)}`]),
    `奖励按首笔现金实付订单计算（不含余额、积分和优惠券），订单${freeze}`,
    "订单退款会按实付减少或取消奖励；到账后退款，奖励会扣回",
    `每月自动结算 ${rule.monthCap} 位好友，超出的由人工审核`,
  ];
}
