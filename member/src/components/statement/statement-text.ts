/** How a statement writes what changed, when, and where its cause is found; of points and of fen alike. */
import type { StatementEntry } from "@yunjing/contract/schemas/statement";
import { formatTime } from "../../device/time.ts";
import { countText, moneyText } from "../money.ts";

/** What the figures of a statement count. */
export type Unit = "points" | "fen";

/** 3,260 or ¥32.60, without a plus. */
export const amountText = (amount: number, unit: Unit): string =>
  unit === "fen" ? moneyText(amount) : countText(amount);

/** +320, −¥9.90: a change always has its sign. */
export const changeText = (change: number, unit: Unit): string =>
  `${change > 0 ? "+" : ""}${amountText(change, unit)}`;

/** 2026 年 11 月, of YYYY-MM. */
export function monthText(month: string): string {
  const [year = "", figure = ""] = month.split("-");
  return `${year} 年 ${Number(figure)} 月`;
}

/** 11-28, of an instant. */
export const dayText = (at: number): string => formatTime(at).slice(5, 10);

/** 11-28 12:15, of an instant. */
export const timeText = (at: number): string => formatTime(at).slice(5, 16);

/** Where a line's cause is opened, and the words of the way there. */
export type CauseLink = { readonly text: string; readonly url: string };

const orderLink = (no: string): CauseLink => ({
  text: "查看订单",
  url: `/pages/exchange/ordetail?orderNo=${encodeURIComponent(no)}`,
});
const causeLinks: Readonly<
  Partial<Record<NonNullable<StatementEntry["cause"]>["kind"], (no: string) => CauseLink>>
> = {
  order: orderLink,
  // A refund shows where its order does.
  refund: orderLink,
  code: orderLink,
  topup: (no) => ({ text: "查看充值", url: `/pages/user/topup?no=${encodeURIComponent(no)}` }),
  invite: () => ({ text: "查看邀请明细", url: "/pages/invite/reward" }),
  withdrawal: (no) => ({
    text: "查看提现",
    url: `/pages/user/withdraw?no=${encodeURIComponent(no)}`,
  }),
};

/** Undefined where there is nothing to open. */
export const causeLink = ({ cause }: StatementEntry): CauseLink | undefined =>
  cause?.no === undefined ? undefined : causeLinks[cause.kind]?.(cause.no);

/** What a line says of its time: a pending one when it begins. */
export function whenText({ state, dueAt, at }: StatementEntry): string {
  if (state !== "pending") return timeText(at);
  return dueAt === undefined ? "待入账" : `预计 ${dayText(dueAt)} 到账`;
}
