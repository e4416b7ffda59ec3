/**
 * The query schedule of an order: dense around its supplier's usual time, ever more rarely after
 * it. Pure.
 */
import type { Settings } from "../../platform/settings.ts";
import { SHANGHAI_MS, shanghaiDay } from "../../platform/shanghai.ts";

const DAY_MS = 24 * 3_600_000;

/** The queries of one order so far, and its supplier's usual time. */
export type QueryHistory = {
  readonly queriesThatDay: number;
  readonly lastQueryDay: string | null;
  /** From sending to delivery, in ms; null where no statistics exist. */
  readonly usualMs: number | null;
};

/** Counts the queries about the order today; budgets are by days in Shanghai. */
export const queriesToday = (
  { queriesThatDay, lastQueryDay }: QueryHistory,
  now: number,
): number => (lastQueryDay === shanghaiDay(now) ? queriesThatDay : 0);

/**
 * Returns the wait before the next query after `count` queries; the first comes at the usual time.
 */
function gapMs(count: number, usualMs: number | null, settings: Settings): number {
  const schedule = settings.supplierQuerySeconds.map((seconds) => seconds * 1000);
  const [first = 5_000, last = first] = [schedule[0], schedule.at(-1)];
  const usual = Math.min(Math.max(usualMs ?? first, first / 2), last);
  if (count === 0) return usual;
  const usualRatio = usual / first;
  const scale = usualRatio < 1 ? usualRatio : Math.max(1, usualRatio / 2);
  return Math.min((schedule[Math.min(count, schedule.length - 1)] ?? last) * scale, last);
}

/**
 * Returns the time of the next query, in ms; never more than the supplier allows for one order and
 * day.
 */
export function nextQueryAt(order: QueryHistory, now: number, settings: Settings): number {
  const count = queriesToday(order, now);
  if (count < settings.supplierQueriesPerDay) return now + gapMs(count, order.usualMs, settings);
  return Math.floor((now + SHANGHAI_MS) / DAY_MS + 1) * DAY_MS - SHANGHAI_MS;
}

/**
 * A quarter of a minute's queries may come at once; the rest is spaced so that no minute exceeds
 * the limit.
 */
export function queryRateLimit({ supplierQueriesPerMinute: perMinute }: Settings) {
  const burst = Math.max(1, Math.floor(perMinute / 4));
  return { burst, gapMs: 60_000 / Math.max(1, perMinute - burst) };
}
