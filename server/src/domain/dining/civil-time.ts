/** China's civil time, whatever the time zone of the process: one offset all year, eight hours before UTC. */

const OFFSET_MS = 8 * 3_600_000;
export const MINUTE_MS = 60_000;
export const DAY_MINUTES = 1_440;
const DAY_MS = DAY_MINUTES * MINUTE_MS;
/** 1 January 1970 was a Thursday. */
const FIRST_WEEKDAY = 4;

/** Days since 1 January 1970, minutes since midnight, and 1 (Monday) to 7. */
export type Civil = { readonly day: number; readonly minute: number; readonly weekday: number };

export const weekdayOf = (day: number): number => ((((day + FIRST_WEEKDAY - 1) % 7) + 7) % 7) + 1;

/** Reads an instant (ms) on the wall clock. */
export function civilOf(at: number): Civil {
  const local = at + OFFSET_MS;
  const day = Math.floor(local / DAY_MS);
  return { day, minute: Math.floor((local - day * DAY_MS) / MINUTE_MS), weekday: weekdayOf(day) };
}

/** The instant (ms) of a minute of a day; minutes past 1,440 run into the next day. */
export const instantOf = (day: number, minute: number): number =>
  day * DAY_MS + minute * MINUTE_MS - OFFSET_MS;

/** Minutes since midnight of "HH:MM"; "24:00" is 1,440. */
export function minuteOf(clock: string): number {
  const [hours = "0", minutes = "0"] = clock.split(":");
  return Number(hours) * 60 + Number(minutes);
}

const two = (figure: number): string => String(figure).padStart(2, "0");

/** "HH:MM" of an instant. */
export function clockText(at: number): string {
  const { minute } = civilOf(at);
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
}

const WEEKDAYS = ["周一", "周二", "周三", "周四", "周五", "周六", "周日"];

export const weekdayText = (weekday: number): string => WEEKDAYS[weekday - 1] ?? "";

/** The day of an instant as people say it on the day of `now`: 今天, 明天, or the weekday. */
export function dayText(at: number, now: number): string {
  const day = civilOf(at).day;
  const ahead = day - civilOf(now).day;
  if (ahead === 0) return "今天";
  return ahead === 1 ? "明天" : weekdayText(weekdayOf(day));
}
