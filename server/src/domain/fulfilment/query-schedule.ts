/** When an order is asked about: densely around the time its supplier usually takes, ever more rarely after it. Pure. */
import type { Settings } from "../../platform/settings.ts";
import { SHANGHAI_MS, shanghaiDay } from "../../platform/shanghai.ts";

const DAY_MS = 24 * 3_600_000;

/** What was asked about one order, and how long its supplier usually takes. */
export type QueryHistory = {
  readonly queriesThatDay: number;
  readonly lastQueryDay: string | null;
  /** From sending to delivering, in ms; null where nothing was learned. */
  readonly usualMs: number | null;
};

/** How often the supplier was asked about the order today: budgets are by the days of Shanghai. */
export const queriesToday = (
  { queriesThatDay: asked, lastQueryDay: askedDay }: QueryHistory,
  now: number,
): number => (askedDay === shanghaiDay(now) ? asked : 0);

/** How long to wait after the question before, `count` of which were asked: the first one comes at the usual time. */
function gapMs(count: number, usualMs: number | null, settings: Settings): number {
  const schedule = settings.supplierQuerySeconds.map((seconds) => seconds * 1000);
  const [first = 5_000, last = first] = [schedule[0], schedule.at(-1)];
  const usual = Math.min(Math.max(usualMs ?? first, first / 2), last);
  if (count === 0) return usual;
  const pace = usual / first;
  const scale = pace < 1 ? pace : Math.max(1, pace / 2);
  return Math.min((schedule[Math.min(count, schedule.length - 1)] ?? last) * scale, last);
}

/** When to ask next, in ms: never more than the supplier allows for one order and day. */
export function nextQueryAt(order: QueryHistory, now: number, settings: Settings): number {
  const count = queriesToday(order, now);
  if (count < settings.supplierQueriesPerDay) return now + gapMs(count, order.usualMs, settings);
  return Math.floor((now + SHANGHAI_MS) / DAY_MS + 1) * DAY_MS - SHANGHAI_MS;
}

/** A quarter of a minute's questions may come at once; the rest is spaced so that no minute has more than all of them. */
export function queryRateLimit({ supplierQueriesPerMinute: perMinute }: Settings) {
  const burst = Math.max(1, Math.floor(perMinute / 4));
  return { burst, gapMs: 60_000 / Math.max(1, perMinute - burst) };
}
