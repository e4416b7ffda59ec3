/** Opening hours: whether a store is open, until when, and when it opens next. */
import {
  clockText,
  civilOf,
  DAY_MINUTES,
  dayText,
  instantOf,
  minuteOf,
  weekdayOf,
  weekdayText,
} from "./civil-time.ts";
import type { SourceHours } from "./port.ts";

/** An interval, `from` inclusive, `to` exclusive, in ms. */
export type Span = { readonly from: number; readonly to: number };

/** A store that does not open within this many days is closed without a next opening time. */
const HORIZON_DAYS = 8;

const isOn = ({ weekdays }: SourceHours, day: number): boolean =>
  !weekdays || weekdays.includes(weekdayOf(day));

/** Hours that end at or before their start run past midnight. */
function spanOf({ from, to }: SourceHours, day: number): Span {
  const start = minuteOf(from);
  const end = minuteOf(to);
  return {
    from: instantOf(day, start),
    to: instantOf(day, end > start ? end : end + DAY_MINUTES),
  };
}

/** Returns all open intervals from yesterday to the horizon, in order; adjacent ones are merged. */
export function openSpans(hours: readonly SourceHours[], at: number): Span[] {
  const today = civilOf(at).day;
  const days = Array.from({ length: HORIZON_DAYS + 2 }, (_, index) => today - 1 + index);
  const spans = days
    .flatMap((day) => hours.filter((each) => isOn(each, day)).map((each) => spanOf(each, day)))
    .toSorted((left, right) => left.from - right.from);
  const merged: Span[] = [];
  for (const span of spans) {
    const last = merged.at(-1);
    if (last && span.from <= last.to) {
      merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, span.to) };
    } else merged.push(span);
  }
  return merged;
}

/** Returns the open interval that contains an instant. */
export const openSpanAt = (hours: readonly SourceHours[], at: number): Span | undefined =>
  openSpans(hours, at).find(({ from, to }) => from <= at && at < to);

export const isOpenAt = (hours: readonly SourceHours[], at: number): boolean =>
  openSpanAt(hours, at) !== undefined;

/** Returns when an open store closes next; `undefined` when it is closed or never closes. */
export function closesAt(hours: readonly SourceHours[], at: number): number | undefined {
  const to = openSpanAt(hours, at)?.to;
  const horizon = instantOf(civilOf(at).day + HORIZON_DAYS, 0);
  return to === undefined || to >= horizon ? undefined : to;
}

/** Returns when a closed store opens next; `undefined` when it is open or does not open again. */
export function opensAt(hours: readonly SourceHours[], at: number): number | undefined {
  if (isOpenAt(hours, at)) return undefined;
  return openSpans(hours, at).find(({ from }) => from > at)?.from;
}

/** "明天 07:00 开门"; undefined when the store is open. */
export function opensText(hours: readonly SourceHours[], at: number): string | undefined {
  if (isOpenAt(hours, at)) return undefined;
  const next = opensAt(hours, at);
  return next === undefined ? "暂停营业" : `${dayText(next, at)} ${clockText(next)} 开门`;
}

const rangeText = ({ from, to }: SourceHours): string =>
  from === to || (from === "00:00" && to === "24:00") ? "24 小时" : `${from}–${to}`;

/** 周一至周五, 周六、周日. */
function weekdaysText(weekdays: readonly number[]): string {
  const sorted = [...weekdays].sort((left, right) => left - right);
  const [first = 1] = sorted;
  const last = sorted.at(-1) ?? first;
  const isRun = last - first === sorted.length - 1 && sorted.length > 2;
  if (isRun) return `${weekdayText(first)}至${weekdayText(last)}`;
  return sorted.map(weekdayText).join("、");
}

/** "07:00–23:00", "24 小时", or the days apart: "周一至周五 07:00–22:00，周六、周日 09:00–22:00". */
export function hoursText(hours: readonly SourceHours[]): string {
  if (hours.length === 0) return "暂停营业";
  return hours
    .map((each) =>
      each.weekdays && each.weekdays.length < 7
        ? `${weekdaysText(each.weekdays)} ${rangeText(each)}`
        : rangeText(each),
    )
    .join("，");
}
