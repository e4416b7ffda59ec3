/**
 * Points as lots that end.
 *
 * - lot: points that came together and end together; the ledger holds the amounts, the lot their origin and their end.
 * - available: what may be spent now. A lot whose end has come no longer counts, whether or not the expirer has run.
 * - pending: earned, and waiting for the order's freeze to end.
 * - expiring: available points that end within the next thirty days.
 * - hold: points set aside for an order; it remembers its lots, so that each has its own back.
 * - grace: a lot of seven days in place of one that ended while its points were held or spent.
 * - debt: points taken back that were spent already; the next ones earned pay it first.
 */
import type { PostingHeader, PostingKey } from "../ledger/model.ts";
import { SHANGHAI_MS, shanghaiDay } from "../../platform/shanghai.ts";

export type Grant = PostingHeader &
  PostingKey & { readonly points: number; readonly orderId?: string };

export type PointsView = {
  readonly available: number;
  readonly pending: number;
  readonly expiring: number;
  readonly debt: number;
};

/** How far ahead "expiring" looks. */
export const EXPIRING_WITHIN_MS = 30 * 24 * 60 * 60 * 1000;

const DAY_MS = 24 * 60 * 60 * 1000;

/** The last millisecond, in Shanghai, of the month that lies `lifeMonths` after the month of `now`. */
export function expiryOf(now: Date, lifeMonths: number): Date {
  const there = new Date(now.getTime() + SHANGHAI_MS);
  const nextMonth = Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + lifeMonths + 1, 1);
  return new Date(nextMonth - SHANGHAI_MS - 1);
}

/** The day of China's calendar, YYYY-MM-DD, so many days after the one of `now`. */
export const dayOf = (now: Date, later = 0): string => shanghaiDay(now.getTime() + later * DAY_MS);

/** What is paid for, in the order in which members read it. */
export const ruleIds = ["order", "sign_in", "first_order", "nickname", "first_coupon"] as const;
export type RuleId = (typeof ruleIds)[number];
export type TaskId = Exclude<RuleId, "order" | "sign_in">;

/** One version of a rule; caps are points, and absent where there is no end. */
export type Rule = {
  readonly ruleId: RuleId;
  readonly version: number;
  readonly isOn: boolean;
  /** Of an order: for each `unitFen` of cash kept; of signing in: by the day of its week; of a task: once. */
  readonly points: readonly number[];
  readonly unitFen?: number;
  readonly perOrder?: number;
  readonly perDay?: number;
  readonly perLife?: number;
  /** From when it holds, in ms. */
  readonly startsAt: number;
};

export const WEEK_DAYS = 7;

/** What the day so many days into a streak gives. */
export const signPoints = (rule: Rule | undefined, streak: number): number =>
  rule?.isOn ? (rule.points[(streak - 1) % WEEK_DAYS] ?? 0) : 0;
