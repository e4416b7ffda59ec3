/** China's civil time, independent of the time zone of the process: UTC+8 all year. */

const OFFSET_MS = 8 * 3_600_000;
export const MINUTE_MS = 60_000;
export const DAY_MINUTES = 1_440;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;

/** Days since 1 January 1970, minutes since midnight, and 1 (Monday) to 7. */
export type Civil = { readonly day: number; readonly minute: number; readonly weekday: number };

export const weekdayOf = (day: number): number => ((((day + FIRST_WEEKDAY - 1) % 7) + 7) % 7) + 1;

/** Converts an instant (ms) to China's civil time. */
export function civilOf(at: number): Civil {
  const local = at + OFFSET_MS;
  const day = Math.floor(local / DAY_MS);
  return { day, minute: Math.floor((local - day * DAY_MS) / MINUTE_MS), weekday: weekdayOf(day) };
}

/** Returns the instant (ms) of a minute of a day; minutes beyond 1,440 are in the next day. */
export const instantOf = (day: number, minute: number): number =>
  day * DAY_MS + minute * MINUTE_MS - OFFSET_MS;

/** Parses "HH:MM" to minutes since midnight; "24:00" is 1,440. */
export function minuteOf(clock: string): number {
  const [hours = "0", minutes = "0"] = clock.split(":");
  return Number(hours) * 60 + Number(minutes);
}

const two = (figure: number): string => String(figure).padStart(2, "0");

/** Formats an instant as "HH:MM". */
export function clockText(at: number): string {
  const { minute } = civilOf(at);
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

const WEEKDAYS = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"];

export const weekdayText = (weekday: number): string => WEEKDAYS[weekday - 1] ?? "";

/** Formats the day of an instant relative to `now`: 今天, 明天, or the weekday. */
export function dayText(at: number, now: number): string {
  const day = civilOf(at).day;
  const ahead = day - civilOf(now).day;
  if (ahead === 0) return "今天";
  return ahead === 1 ? "明天" : weekdayText(weekdayOf(day));
}
