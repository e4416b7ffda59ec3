/**
 * Points as lots that expire.
 *
 * - lot: points that were credited together and end together; the ledger stores the amounts, the
 *   lot their origin and end.
 * - available: points that can be spent now. An ended lot no longer counts, whether or not the
 *   expiry job has run.
 * - pending: earned, and frozen until the order's freeze ends.
 * - expiring: available points that end within the next thirty days.
 * - hold: points reserved for an order; it stores its lots, so that each gets its own points back.
 * - grace: a lot of seven days in place of one that ended while its points were held or spent.
 * - debt: points taken back after they were spent; the next points earned pay it first.
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

/** Time span of "expiring", ms. */
export const EXPIRING_WITHIN_MS = 30 * 24 * 60 * 60 * 1000;

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Returns the last millisecond, in Shanghai, of the month that is `lifeMonths` after the month of
 * `now`.
 */
export function expiryOf(now: Date, lifeMonths: number): Date {
  const there = new Date(now.getTime() + SHANGHAI_MS);
  const nextMonth = Date.UTC(there.getUTCFullYear(), there.getUTCMonth() + lifeMonths + 1, 1);
  return new Date(nextMonth - SHANGHAI_MS - 1);
}

/** Returns the day of China's calendar, YYYY-MM-DD, `later` days after that of `now`. */
export const dayOf = (now: Date, later = 0): string => shanghaiDay(now.getTime() + later * DAY_MS);

/** Ids of the earning rules, in the order in which members read them. */
export const ruleIds = ["order", "sign_in", "first_order", "nickname", "first_coupon"] as const;
export type RuleId = (typeof ruleIds)[number];
export type TaskId = Exclude<RuleId, "order" | "sign_in">;

/** One version of a rule; caps are points, absent when unlimited. */
export type Rule = {
  readonly ruleId: RuleId;
  readonly version: number;
  readonly isOn: boolean;
  /**
   * For an order: points for each `unitFen` of cash kept; for signing in: by the day of the week of
   * the streak; for a task: once.
   */
  readonly points: readonly number[];
  readonly unitFen?: number;
  readonly perOrder?: number;
  readonly perDay?: number;
  readonly perLife?: number;
  /** Start of validity in ms. */
  readonly startsAt: number;
};

export const WEEK_DAYS = 7;

/** Returns the points for signing in on this day of a streak. */
export const signPoints = (rule: Rule | undefined, streak: number): number =>
  rule?.isOn ? (rule.points[(streak - 1) % WEEK_DAYS] ?? 0) : 0;
