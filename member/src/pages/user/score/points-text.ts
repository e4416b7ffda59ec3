/** The sentences of the points page, built from the server's data. */
import type { PointsBenefit, PointsSummary } from "@yunjing/contract/schemas/points";
import { countText, shortCountText } from "../../../components/money.ts";
import { dayText } from "../../../components/statement/statement-text.ts";

/** Returns 待入账 120，预计 11-28 到账; `undefined` when nothing is pending. */
export function pendingText({ pending, nextPending }: PointsSummary): string | undefined {
  if (pending === 0) return undefined;
  const all = `待入账 ${countText(pending)}`;
  if (!nextPending) return all;
  const { points, at } = nextPending;
  return points === pending
    ? `${all}，预计 ${dayText(at)} 到账`
    : `${all}，${dayText(at)} 先到 ${countText(points)}`;
}

/** Returns 400 将于 12-31 过期; `undefined` when nothing expires within 30 days. */
export function expiringText({ expiring, nextExpiring }: PointsSummary): string | undefined {
  if (expiring === 0) return undefined;
  if (!nextExpiring) return `${countText(expiring)} 即将过期`;
  return `${countText(nextExpiring.points)} 将于 ${dayText(nextExpiring.at)} 过期`;
}

const weekdays = ["周日", "周一", "周二", "周三", "周四", "周五", "周六"] as const;

/** Returns 周三 for a `YYYY-MM-DD` date. */
export const weekdayText = (day: string): string =>
  weekdays[new Date(`${day}T00:00:00Z`).getUTCDay()] ?? "";

export const isGone = ({ state, left }: PointsBenefit): boolean =>
  state === "sold_out" || left === 0;

/** Returns 剩 214，每月限 2 张, or the points still missing, whichever decides about the exchange. */
export function leftText(goods: PointsBenefit): string {
  const { left, limitText, missing, state, unavailable, exchangedCount } = goods;
  if (isGone(goods)) return exchangedCount > 0 ? `已兑 ${shortCountText(exchangedCount)}` : "";
  if (state === "not_here") return unavailable ?? "当前城市不可用";
  if (missing > 0) return `还差 ${countText(missing)} 积分`;
  const stock = left === undefined ? undefined : `剩 ${countText(left)}`;
  return [stock, limitText].filter(Boolean).join("，");
}

/** Returns why it cannot be exchanged now; `undefined` when it can. */
export function unavailableText(goods: PointsBenefit): string | undefined {
  const { state, gradeNeeded, missing, unavailable } = goods;
  if (isGone(goods)) return "已兑完";
  if (state === "not_here") return unavailable ?? "当前城市不可用";
  if (gradeNeeded !== undefined) return gradeNeeded;
  return missing > 0 ? `还差 ${countText(missing)} 积分` : undefined;
}

/** Returns 2,600 积分和 ¥9.90; without a money part only the points. */
export const priceText = (points: number, fenText: string | undefined): string =>
  fenText === undefined ? `${countText(points)} 积分` : `${countText(points)} 积分和 ${fenText}`;
