/** Texts about points for members: tasks, and the rules in force. */
import type { PointsSummary } from "@yunjing/contract/schemas/points";
import type { Settings } from "../../platform/settings.ts";
import type { Rule, RuleId, TaskId } from "./model.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

type TaskTexts = { readonly title: string; readonly text: string; readonly url: string };

/** Only tasks whose completion the product detects itself. */
export const taskTexts: Readonly<Record<TaskId, TaskTexts>> = {
  first_order: {
    title: "完成首笔实付订单",
    text: "订单完成后随消费积分一起到账，全额退款则收回",
    url: "/",
  },
  nickname: { title: "设置昵称", text: "在设置里给自己起个名字", url: "/pages/user/settings" },
  first_coupon: {
    title: "领取第一张优惠券",
    text: "在领券中心领取任意一张",
    url: "/pages/coupon/center",
  },
};
const taskIds = ["nickname", "first_coupon", "first_order"] as const satisfies readonly TaskId[];

/** The title of points that expired. */
export const EXPIRED_TITLE = "积分到期";
/** The title of a day's points; `points_sign_in` fills in the number of days. */
export const SIGN_IN_TITLE = "连续签到 {streak} 天";
/** Titles of the points that an order earns, by the posting's kind. */
export const earningTitles = { points_earn: "消费奖励", points_task: "首笔实付订单" } as const;

type Rules = ReadonlyMap<RuleId, Rule>;

/** Returns tasks that give points now, and those done before; the open ones first. */
export function taskViews(rules: Rules, done: ReadonlySet<string>): PointsSummary["tasks"] {
  const views = taskIds.flatMap((id) => {
    const rule = rules.get(id);
    const points = rule?.isOn ? (rule.points[0] ?? 0) : 0;
    const isDone = done.has(id);
    if (points === 0 && !isDone) return [];
    const { title, text, url } = taskTexts[id];
    return [{ id, title, text, points, state: isDone ? "done" : "open", url } as const];
  });
  return views.toSorted((a, b) => Number(a.state === "done") - Number(b.state === "done"));
}

/** 100 fen → 1, 150 → 1.5. */
const yuan = (fen: number): string => String(fen / 100);

function orderText({ points, unitFen = 100, perOrder, perDay }: Rule): string {
  const caps = [
    ...(perOrder === undefined ? [] : [`每单最多 ${perOrder} 积分`]),
    ...(perDay === undefined ? [] : [`每天最多 ${perDay} 积分`]),
  ];
  const ratio = `实付现金每满 ${yuan(unitFen)} 元得 ${points[0] ?? 0} 积分`;
  return `${[ratio, ...caps].join("，")}。余额和积分支付的部分不计。`;
}

const signText = ({ points }: Rule): string =>
  `每天可签到一次，连续 7 天依次得 ${points.join("、")} 积分，之后重新开始；漏签一天从第 1 天算起。`;

/** Returns how points are earned, used and expire: a sentence each, with the figures in force. */
export function rulesText(rules: Rules, settings: Settings): string[] {
  const order = rules.get("order");
  const sign = rules.get("sign_in");
  const { pointsFreezeMs, pointsLifeMonths, pointsUnit, pointsUnitFen, pointsOffPercentMax } =
    settings;
  return [
    ...(order?.isOn ? [orderText(order)] : []),
    `消费积分在订单完成 ${Math.round(pointsFreezeMs / DAY_MS)} 天后到账，到账前显示为待入账。`,
    ...(sign?.isOn ? [signText(sign)] : []),
    `积分自到账起 ${pointsLifeMonths} 个月有效，到期日为当月最后一天；先到期的先用。`,
    `下单时每 ${pointsUnit} 积分抵 ${yuan(pointsUnitFen)} 元，最多抵应付金额的 ${pointsOffPercentMax}%。`,
    "退款时，用掉的积分原样退回，已过期的退回后再给 7 天；订单得到的积分会收回，不够时记为待还，下次得到的积分先还。",
  ];
}
