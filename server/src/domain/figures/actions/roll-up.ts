/**
 * Sums the events of every hour: new hours forwards, the hours of an older database backwards, in
 * bounded steps; and rebuilds all hours.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { HOUR_MS, hourOf } from "../model.ts";
import { lockProgress, type Progress, readProgress, saveProgress } from "../store/progress.ts";
import {
  fingerprintOf,
  firstEventFrom,
  lastEventBefore,
  removeHours,
  replaceHour,
} from "../store/roll-up.ts";

/**
 * How long an hour stays open after its end. A statement of the application runs at most 15 s and a
 * transaction is idle at most 10 s, so an event commits long before that (`migrate.ts`).
 */
const GRACE_MS = 15 * 60_000;
/** Hours of one run; the next run goes on. */
const HOURS_MAX = 240;

const sumHour = (tx: Tx, hour: number) => replaceHour(tx, { hour, next: hour + HOUR_MS });

/** Changes the progress alone. */
const advance = (db: Db, now: number, next: (progress: Progress) => Progress): Promise<void> =>
  transaction(db, async (tx) => {
    await saveProgress(tx, next(await lockProgress(tx, hourOf(now - GRACE_MS))), now);
  });

/** Sums one hour; `next` returns the progress after it. */
const step = (
  db: Db,
  now: number,
  hour: number,
  next: (progress: Progress) => Progress,
): Promise<Progress> =>
  transaction(db, async (tx) => {
    const progress = await lockProgress(tx, hourOf(now - GRACE_MS));
    await sumHour(tx, hour);
    const after = next(progress);
    await saveProgress(tx, after, now);
    return after;
  });

/** Sums new hours with events, oldest first, and the open ones; returns how many. */
async function sumNew(db: Db, now: number, hoursMax: number): Promise<number> {
  const closes = hourOf(now - GRACE_MS);
  const closeUntil = (end: number) => (at: Progress) => ({
    ...at,
    closedUntil: Math.max(at.closedUntil, Math.min(end, closes)),
  });
  let from = (await readProgress(db))?.closedUntil ?? closes;
  for (let summed = 0; summed < hoursMax; summed++) {
    const at = await firstEventFrom(db, from);
    if (at === undefined || at > now) {
      await advance(db, now, closeUntil(closes));
      return summed;
    }
    from = hourOf(at) + HOUR_MS;
    await step(db, now, hourOf(at), closeUntil(from));
  }
  return hoursMax;
}

/** Sums older hours, newest first, until none is older; returns how many. */
async function sumOld(db: Db, now: number, hoursMax: number): Promise<number> {
  let summed = 0;
  let progress: Progress | undefined = await readProgress(db);
  while (progress && !progress.isWhole && summed < hoursMax) {
    const at: number | undefined = await lastEventBefore(db, progress.closedFrom);
    if (at === undefined) {
      await advance(db, now, (before) => ({ ...before, isWhole: true }));
      break;
    }
    const hour = hourOf(at);
    progress = await step(db, now, hour, (before) => ({
      ...before,
      closedFrom: Math.min(before.closedFrom, hour),
    }));
    summed++;
  }
  return summed;
}

/** Sums what is new and a part of what is old; safe at any time. Returns the number of hours. */
export async function sumHours(context: Context, db: Db, hoursMax = HOURS_MAX): Promise<number> {
  const now = context.clock.now().getTime();
  const summed = await sumNew(db, now, hoursMax);
  return summed + (await sumOld(db, now, hoursMax - summed));
}

type Rebuilt = {
  readonly hours: number;
  /** Hours whose rows were other ones; above zero only after a defect or a change of a definition. */
  readonly changed: number;
};

/** Sums every hour again, oldest first, each in a transaction of its own; figures stay readable. */
export async function rebuildHours(context: Context, db: Db): Promise<Rebuilt> {
  const now = context.clock.now().getTime();
  let rebuilt: Rebuilt = { hours: 0, changed: 0 };
  let first: number | undefined;
  let cursor = 0;
  for (;;) {
    const found = await firstEventFrom(db, cursor);
    const at = found !== undefined && found <= now ? found : undefined;
    const end = Math.max(hourOf(now) + HOUR_MS, cursor);
    const hour = at === undefined ? end : hourOf(at);
    const change = await transaction(db, async (tx) => {
      await lockProgress(tx, hourOf(now));
      const gone = await removeHours(tx, { from: cursor, to: hour });
      if (at === undefined) return gone > 0 ? 1 : 0;
      const before = await fingerprintOf(tx, hour);
      await sumHour(tx, hour);
      return (gone > 0 ? 1 : 0) + ((await fingerprintOf(tx, hour)) === before ? 0 : 1);
    });
    rebuilt = { hours: rebuilt.hours, changed: rebuilt.changed + change };
    if (at === undefined) break;
    rebuilt = { ...rebuilt, hours: rebuilt.hours + 1 };
    first ??= hour;
    cursor = hour + HOUR_MS;
  }
  const from = Math.min(first ?? hourOf(now), hourOf(now - GRACE_MS));
  await transaction(db, async (tx) => {
    await lockProgress(tx, from);
    const closedUntil = hourOf(now - GRACE_MS);
    await saveProgress(tx, { closedFrom: from, closedUntil, isWhole: true }, now);
  });
  return rebuilt;
}
