/** Sums what the reports read by hour and by day of Shanghai (decision 0260). */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { TRANSACTIONS_END_MS } from "../../../platform/database/transaction.ts";
import { HOUR_MS, hourOf } from "../model.ts";
import {
  hourWithEvents,
  lockMark,
  type Mark,
  noteChanges,
  replaceHour,
  saveMark,
  takeChange,
} from "../store/report-sums.ts";
import { repeatSteps, type Step } from "./steps.ts";

/** After this time a run begins no second hour of a kind; the next run goes on. */
const RUN_MS = 20_000;
/** For so long a run sums hours again of which nothing is known to have changed. */
const AGAIN_MS = 100;

/** Sums one hour. */
type HourStep = Step<Mark>;

const sumWhole = (tx: Tx, hour: number) => replaceHour(tx, { from: hour, to: hour + HOUR_MS });

/** The hour of the mark, as a whole, at most up to an instant. Hours after it in which nothing happened are passed. */
const forward =
  (till: number): HourStep =>
  async (tx, mark) => {
    if (mark.until >= till) return undefined;
    const hour = hourOf(mark.until);
    const end = Math.min(hour + HOUR_MS, till);
    await replaceHour(tx, { from: hour, to: end });
    const next = (await hourWithEvents(tx, "from", end)) ?? till;
    const until = Math.min(Math.max(end, next), till);
    await noteChanges(tx, { from: mark.until, to: until }, mark);
    return { ...mark, until };
  };

/** An hour whose orders changed after it was summed, the one that changed first. */
const changed: HourStep = async (tx, mark) => {
  const hour = await takeChange(tx);
  if (hour === undefined) return undefined;
  await sumWhole(tx, hour);
  return mark;
};

/** The last hour with events before all that are stored. */
const backward: HourStep = async (tx, mark) => {
  const since = await hourWithEvents(tx, "before", mark.since);
  if (since === undefined) return undefined;
  await sumWhole(tx, since);
  return { ...mark, since };
};

/** The hour with events after the one that was summed again last; after the last one the first. Each at most once. */
function again(): HourStep {
  let began: number | undefined;
  return async (tx, mark) => {
    const next = (await hourWithEvents(tx, "from", mark.again + HOUR_MS)) ?? mark.until;
    const hour = next >= mark.since && next < hourOf(mark.until) ? next : mark.since;
    if (hour >= hourOf(mark.until) || hour === began) return undefined;
    began ??= hour;
    await sumWhole(tx, hour);
    return { ...mark, again: hour };
  };
}

type Limits = {
  /** How long after an instant nothing of before it is written any more, in ms. */
  readonly closesMs?: number;
  readonly runMs?: number;
  readonly againMs?: number;
};

/**
 * Sums the hours since the last run up to a minute ago, then those whose orders changed, then older ones of a shop
 * whose history is not summed, the newest first, and last some again: each hour in a transaction under the lock of
 * the mark. Returns how many it summed. Safe when several run at once, and goes on after an interruption.
 */
export async function sumReports(
  context: Context,
  db: Db,
  { closesMs = TRANSACTIONS_END_MS, runMs = RUN_MS, againMs = AGAIN_MS }: Limits = {},
): Promise<number> {
  const till = context.clock.now().getTime() - closesMs;
  const ends = performance.now() + runMs;
  const repeat = (step: HourStep, until: number): Promise<number> =>
    repeatSteps(db, { lock: (tx) => lockMark(tx, hourOf(till)), save: saveMark, step, until });
  let hours = await repeat(forward(till), ends);
  hours += await repeat(changed, ends);
  hours += await repeat(backward, ends);
  if (againMs > 0) hours += await repeat(again(), performance.now() + againMs);
  return hours;
}
