/** The periods of figures: days of Shanghai until now, what they are compared with, and own days. */

export const HOUR_MS = 3_600_000;
export const DAY_MS = 24 * HOUR_MS;
const SHANGHAI_MS = 8 * HOUR_MS;
const OWN_DAYS_MAX = 400;
/** Up to so many days a chart has a point for each hour. */
const HOURLY_DAYS = 2;

/** Returns the beginning of the day of Shanghai, in ms. */
const dayOf = (at: number): number => at - ((at + SHANGHAI_MS) % DAY_MS);

export const periods = [
  ["today", "今天", "较昨天同时"],
  ["yesterday", "昨天", "较前一天"],
  ["week", "近 7 天", "较前 7 天"],
  ["month", "近 30 天", "较前 30 天"],
] as const;
export type PeriodName = (typeof periods)[number][0];

export type Period = {
  /** Instants in ms; without `to` it is until now. */
  readonly from: number;
  readonly to?: number;
  readonly days: number;
  readonly grain: "hour" | "day";
  /** What it is compared with: 「较昨天同时」. */
  readonly against: string;
};

const DAYS: Readonly<Record<PeriodName, number>> = { today: 1, yesterday: 1, week: 7, month: 30 };

const grainOf = (days: number) => (days <= HOURLY_DAYS ? "hour" : "day");

/** Returns a named period; it begins with a day and, but for yesterday, ends now. */
export function periodOf(name: PeriodName, now: number): Period {
  const today = dayOf(now);
  const days = DAYS[name];
  const against = periods.find(([id]) => id === name)?.[2] ?? "";
  const grain = grainOf(days);
  if (name === "yesterday") return { from: today - DAY_MS, to: today, days, grain, against };
  return { from: today - (days - 1) * DAY_MS, days, grain, against };
}

const dayStart = (day: string): number => new Date(`${day}T00:00:00+08:00`).getTime();

/**
 * Returns the period of two days, `2026-11-01` and `2026-11-23`, both included; undefined when one is
 * no day, the first is later, or it is longer than 400 days.
 */
export function ownPeriod(first: string, last: string, now: number): Period | undefined {
  const [from, end] = [dayStart(first), dayStart(last) + DAY_MS];
  const days = Math.round((end - from) / DAY_MS);
  if (Number.isNaN(days) || days < 1 || days > OWN_DAYS_MAX || from > now) return undefined;
  const ends = end > now ? {} : { to: end };
  return { from, ...ends, days, grain: grainOf(days), against: `较前 ${days} 天` };
}

/** The span as an operation takes it. */
export const spanOf = ({ from, to }: Period) => (to === undefined ? { from } : { from, to });

/** The same days before, whole, for the line that a chart compares with. */
export const spanBefore = ({ from, days }: Period) => ({ from: from - days * DAY_MS, to: from });
