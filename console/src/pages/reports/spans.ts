/** The spans of reports: whole days of Shanghai, months, and own days. */
import { DAY_MS } from "../figures/periods.ts";

const SHANGHAI_MS = 8 * 3_600_000;

/** Instants in ms: from the first, before the second. */
export type ReportSpan = { readonly from: number; readonly to: number };

export const spanChoices = [
  ["yesterday", "昨天"],
  ["week", "近 7 天"],
  ["thisMonth", "本月"],
  ["lastMonth", "上月"],
  ["own", "自选"],
] as const;
export type SpanName = (typeof spanChoices)[number][0];

/** Returns the day of Shanghai, `2026-11-23`. */
const dayOf = (at: number): string => new Date(at + SHANGHAI_MS).toISOString().slice(0, 10);
const start = (day: string): number => Date.parse(`${day}T00:00:00+08:00`);

/** The first day of the month that is `before` months before that of a day. */
function monthStart(day: string, before: number): number {
  const [year = 0, month = 1] = day.split("-").map(Number);
  const index = year * 12 + month - 1 - before;
  const text = `${Math.floor(index / 12)}-${String((index % 12) + 1).padStart(2, "0")}-01`;
  return start(text);
}

/**
 * Returns a named span, or that of two days with both included; undefined when one is no day, or
 * the first is later. Today ends with the day, so that the span stays the same while it is open.
 */
export function reportSpan(
  name: SpanName,
  now: number,
  { first, last }: { readonly first: string; readonly last: string },
): ReportSpan | undefined {
  const day = dayOf(now);
  const today = start(day);
  switch (name) {
    case "yesterday":
      return { from: today - DAY_MS, to: today };
    case "week":
      return { from: today - 6 * DAY_MS, to: today + DAY_MS };
    case "thisMonth":
      return { from: monthStart(day, 0), to: today + DAY_MS };
    case "lastMonth":
      return { from: monthStart(day, 1), to: monthStart(day, 0) };
    case "own": {
      const span = { from: start(first), to: start(last) + DAY_MS };
      return span.from < span.to ? span : undefined;
    }
  }
}
