/**
 * The moving clock of the demo's past: each piece of work has its own time, so that the histories of
 * several members can be made side by side.
 */
import { AsyncLocalStorage } from "node:async_hooks";
import { type ManualClock, manualClock } from "../../platform/clock.ts";
import type { Context } from "../../platform/context.ts";
import { type Ids, idsFrom } from "../../platform/random.ts";

type WorkTime = { readonly clock: ManualClock; readonly ids: Ids };

export type PastTime = {
  /** Reads the time of the work that runs; outside of any work, the time of the given context. */
  readonly context: Context;
  /** Runs work that begins at this instant. Work inside it may begin at another. */
  at<T>(instant: Date, work: () => Promise<T>): Promise<T>;
  /** Lets time pass within the work that runs. */
  pass(ms: number): void;
};

/** Ids and randomness come from the given context; an id carries the time of its work. */
export function createPastTime(present: Context): PastTime {
  const times = new AsyncLocalStorage<WorkTime>();
  const clock = {
    now: () => (times.getStore()?.clock ?? present.clock).now(),
    sql: () => (times.getStore()?.clock ?? present.clock).sql(),
  };
  const ids = { next: () => (times.getStore()?.ids ?? present.ids).next() };
  return {
    context: { ...present, clock, ids },
    at: (instant, work) => {
      const own = manualClock(instant);
      return times.run({ clock: own, ids: idsFrom(own, present.random) }, work);
    },
    pass: (ms) => times.getStore()?.clock.advance(ms),
  };
}
