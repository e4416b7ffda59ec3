/** Dates and times in Asia/Shanghai, which has no daylight saving time. */

/** The offset from UTC, in ms. */
export const SHANGHAI_MS = 8 * 3_600_000;

const DAY_MS = 86_400_000;

/** Returns the beginning of the day of an instant; both in ms. */
export const shanghaiDayStart = (at: number): number => at - ((at + SHANGHAI_MS) % DAY_MS);

/** Returns the day of an instant in ms, YYYY-MM-DD. */
export const shanghaiDay = (at: number): string =>
  new Date(at + SHANGHAI_MS).toISOString().slice(0, 10);

/** Returns the month of an instant in ms, YYYY-MM. */
export const shanghaiMonth = (at: number): string => shanghaiDay(at).slice(0, 7);

/** Returns the minute of an instant in ms as a member reads it: 11月23日 15:04. */
export function shanghaiMinute(at: number): string {
  const there = new Date(at + SHANGHAI_MS).toISOString();
  return `${Number(there.slice(5, 7))}月${Number(there.slice(8, 10))}日 ${there.slice(11, 16)}`;
}
