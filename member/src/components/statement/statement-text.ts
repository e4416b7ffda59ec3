/** Formats a statement's change, time and link to its cause, for points and for fen. */
import type { StatementEntry } from "@yunjing/contract/schemas/statement";
import { formatTime } from "../../device/time.ts";
import { countText, moneyText } from "../money.ts";

/** The unit of a statement's numbers. */
export type Unit = "points" | "fen";

/** Returns 3,260 or ¥32.60, without a plus sign. */
export const amountText = (amount: number, unit: Unit): string =>
  unit === "fen" ? moneyText(amount) : countText(amount);

/** Returns +320 or −¥9.90: a change always has its sign. */
export const changeText = (change: number, unit: Unit): string =>
  `${change > 0 ? "+" : ""}${amountText(change, unit)}`;

/** Returns 2026 年 11 月 for YYYY-MM. */
export function monthText(month: string): string {
  const [year = "", figure = ""] = month.split("-");
  return `${year} 年 ${Number(figure)} 月`;
}

/** Returns 11-28 for an instant. */
export const dayText = (at: number): string => formatTime(at).slice(5, 10);

/** Returns 11-28 12:15 for an instant. */
export const timeText = (at: number): string => formatTime(at).slice(5, 16);

/** The link to the cause of a line, and its text. */
export type CauseLink = { readonly text: string; readonly url: string };

const orderLink = (no: string): CauseLink => ({
  text: "查看订单",
  url: `/pages/exchange/ordetail?orderNo=${encodeURIComponent(no)}`,
});
const causeLinks: Readonly<
  Partial<Record<NonNullable<StatementEntry["cause"]>["kind"], (no: string) => CauseLink>>
> = {
  order: orderLink,
  // A refund is shown on the page of its order.
  refund: orderLink,
  code: orderLink,
  topup: (no) => ({ text: "查看充值", url: `/pages/user/topup?no=${encodeURIComponent(no)}` }),
  invite: () => ({ text: "查看邀请明细", url: "/pages/invite/reward" }),
  withdrawal: (no) => ({
    text: "查看提现",
    url: `/pages/user/withdraw?no=${encodeURIComponent(no)}`,
  }),
};

/** Returns undefined where there is nothing to open. */
export const causeLink = ({ cause }: StatementEntry): CauseLink | undefined =>
  cause?.no === undefined ? undefined : causeLinks[cause.kind]?.(cause.no);

/** Returns the time text of a line; for a pending line, when it takes effect. */
export function whenText({ state, dueAt, at }: StatementEntry): string {
  if (state !== "pending") return timeText(at);
  return dueAt === undefined ? "待入账" : `预计 ${dayText(dueAt)} 到账`;
}
