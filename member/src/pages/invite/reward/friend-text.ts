/** Texts of a reward: its amount, the tone of its state, and its date or reason. */
import type { FriendState, InviteAppeal, InvitedFriend } from "@yunjing/contract/schemas/invite";
import { formatDate } from "../../../device/time.ts";
import { countText, moneyText } from "../../../components/money.ts";
import type { TagTone } from "../../../components/tag.tsx";

type Reward = Omit<InvitedFriend, "id" | "friend" | "boundAt">;

export const tones: Readonly<Record<FriendState, TagTone>> = {
  registered: "plain",
  expired: "plain",
  ordered: "warn",
  effective: "plain",
  frozen: "warn",
  held: "warn",
  settled: "ok",
  cancelled: "plain",
  rejected: "bad",
  clawed_back: "bad",
};

/** Returns the amount of the reward; empty when there is none. */
export function figureText({ kind, amount = 0 }: Reward): string {
  if (kind === "cash") return moneyText(amount);
  if (kind === "points") return `${countText(amount)} 积分`;
  return kind === "coupon" ? "优惠券 1 张" : "";
}

const OVER: ReadonlySet<FriendState> = new Set(["cancelled", "rejected", "clawed_back"]);
/** True when the reward will not be paid. */
export const isOver = (state: FriendState): boolean => OVER.has(state);

export function noteText(reward: Reward): string | undefined {
  const { state, expectedAt, settledAt, reason } = reward;
  const when =
    state === "frozen" && expectedAt !== undefined
      ? `预计 ${formatDate(expectedAt)} 到账`
      : state === "settled" && settledAt !== undefined
        ? `${formatDate(settledAt)} 到账`
        : undefined;
  return [when, reason].filter(Boolean).join("，") || undefined;
}

/** Returns the result of an appeal, or the deadline for one. */
export function appealLine({ state, stateText, until, reply }: InviteAppeal): string {
  switch (state) {
    case "open":
      return until === undefined ? stateText : `${formatDate(until)} 前可申诉一次`;
    case "waiting":
      return "已提交申诉，复核结果会通知你";
    case "granted":
      return `${stateText}，奖励已恢复`;
    case "denied":
      return reply ? `${stateText}：${reply}` : stateText;
  }
}
