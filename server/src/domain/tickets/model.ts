/**
 * Service tickets. Terms:
 *
 * - ticket: a member's question with everything that was written to it
 * - entry: one text of the member or of an operator, with pictures
 * - assignee: the operator who has the ticket; only this person answers and closes it
 * - role: a group of operators that a ticket was handed to
 * - deadline: when the next answer is due, counted in service hours only
 * - prepared answer: a text that operators choose and change before they send it
 */
import type { TicketState, TicketTopic } from "@yunjing/contract/schemas/tickets";
import { SHANGHAI_MS } from "../../platform/shanghai.ts";

export type { TicketTopic };

export const topicTexts: Readonly<Record<TicketTopic, string>> = {
  order: "订单问题",
  refund: "退款售后",
  code: "兑换码",
  money: "余额与积分",
  account: "账号",
  other: "其他",
};

export const stateTexts: Readonly<Record<TicketState, string>> = {
  open: "等待受理",
  taken: "处理中",
  answered: "已回复",
  closed: "已关闭",
};

const TITLE_MAX = 24;

/** Returns the beginning of a question in one line. */
export function titleOf(text: string): string {
  const line = [...text.replaceAll(/\s+/g, " ").trim()];
  return line.length <= TITLE_MAX ? line.join("") : `${line.slice(0, TITLE_MAX).join("")}…`;
}

const DAY_MS = 86_400_000;

/** The times of the day, in Shanghai and in ms since midnight, between which questions are answered. */
export type AnswerHours = { readonly ticketOpensMs: number; readonly ticketClosesMs: number };

/** Splits an instant (ms) into its midnight in Shanghai (ms) and the time of the day (ms). */
function timeOfDay(at: number): { midnight: number; ofDay: number } {
  const ofDay = (at + SHANGHAI_MS) % DAY_MS;
  return { midnight: at - ofDay, ofDay };
}

export function isWithinHours(at: number, hours: AnswerHours): boolean {
  const { ofDay } = timeOfDay(at);
  return ofDay >= hours.ticketOpensMs && ofDay < hours.ticketClosesMs;
}

/** Returns the instant (ms) that is `openMs` of service hours after `at` (ms). */
export function afterOpenTime(at: number, openMs: number, hours: AnswerHours): number {
  const { ticketOpensMs: opens, ticketClosesMs: closes } = hours;
  let { midnight, ofDay } = timeOfDay(at);
  for (let left = openMs; ; midnight += DAY_MS, ofDay = 0) {
    const from = Math.max(ofDay, opens);
    if (from + left <= closes) return midnight + from + left;
    left -= Math.max(closes - from, 0);
  }
}
