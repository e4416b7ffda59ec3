/** Contexts of earlier times, for what the demo's accounts did before the first start. */
import type { Context } from "../platform/context.ts";
import { SHANGHAI_MS } from "../platform/shanghai.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
/** People are awake from eight o'clock, for so many hours. */
const AWAKE_FROM = 8;
const AWAKE_HOURS = 13;

/** Returns the same context with a clock that stands at this instant. */
export const contextAt = (context: Context, at: Date): Context => ({
  ...context,
  clock: { now: () => at, sql: () => at },
});

/** Returns the same context with a clock that many days earlier. */
export const contextDaysAgo = (context: Context, days: number): Context =>
  contextAt(context, new Date(context.clock.now().getTime() - days * DAY_MS));

/**
 * Returns an instant of the day that many whole days ago, in Shanghai: each day has its own time of
 * day, the same at every start. For today it is now.
 */
export function instantOnDay(context: Pick<Context, "clock">, days: number): Date {
  const now = context.clock.now().getTime();
  if (days === 0) return new Date(now);
  const midnight = now - ((now + SHANGHAI_MS) % DAY_MS) - days * DAY_MS;
  const minutes = (AWAKE_FROM + ((days * 7) % AWAKE_HOURS)) * 60 + ((days * 17) % 60);
  return new Date(midnight + minutes * MINUTE_MS + ((days * 29) % 60) * 1_000);
}

/** Returns the same context at `instantOnDay`. */
export const contextOnDay = (context: Context, days: number): Context =>
  contextAt(context, instantOnDay(context, days));
