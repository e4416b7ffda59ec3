/** Formats days in Shanghai for a wallet; instants in ms. Asia/Shanghai has no summer time. */

const SHANGHAI_MS = 8 * 3_600_000;
const DAY_MS = 86_400_000;

const there = (at: number): string => new Date(at + SHANGHAI_MS).toISOString();

/** 2026-11-21. */
export const dayOf = (at: number): string => there(at).slice(0, 10);
/** 23:59. */
export const timeOf = (at: number): string => there(at).slice(11, 16);

const dayNumber = (at: number): number => Math.floor((at + SHANGHAI_MS) / DAY_MS);
/** Returns the number of calendar days from now until then: 0 for today. */
export const daysUntil = (at: number, now: number): number => dayNumber(at) - dayNumber(now);

const SOON_DAYS = 3;

/** 今天 23:59 到期; 2026-11-24 到期，剩 3 天; 2026-12-31 到期. */
export function endText(until: number, now: number): string {
  const days = daysUntil(until, now);
  if (days === 0) return `今天 ${timeOf(until)} 到期`;
  return `${dayOf(until)} 到期${days <= SOON_DAYS ? `，剩 ${days} 天` : ""}`;
}

/** Returns which badge an end has, if any. */
export function endBadge(until: number, now: number): "today" | "soon" | undefined {
  const days = daysUntil(until, now);
  if (days === 0) return "today";
  return days <= SOON_DAYS ? "soon" : undefined;
}
