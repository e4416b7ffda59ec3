/**
 * Gives the demo member a year of points: each day by the module's own actions, with that day's
 * clock.
 */
import type { Context } from "../platform/context.ts";
import type { Db, Tx } from "../platform/database/pool.ts";
import { transaction } from "../platform/database/transaction.ts";
import {
  earnForOrder,
  creditPoints,
  settlePoints,
  signInWithTx,
  completeTask,
} from "../domain/points/actions.ts";
import { contextAt, instantOnDay } from "./earlier.ts";
import { cashOrders, grants, signInDaysAgo, tasks } from "./data/points.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

type HistoryStep = {
  readonly at: Date;
  readonly run: (context: Context, tx: Tx) => Promise<unknown>;
};

function historyStepsOf(context: Context, memberId: string): HistoryStep[] {
  const now = context.clock.now();
  const daysAgo = (days: number) => instantOnDay(context, days);
  const monthsAgo = (months: number) => {
    const at = new Date(now);
    // The first day exists in every month.
    at.setUTCDate(1);
    at.setUTCMonth(at.getUTCMonth() - months);
    return at;
  };
  const actor = "system";
  return [
    ...grants.map(({ monthsAgo: months, points, title }) => ({
      at: monthsAgo(months),
      run: (then: Context, tx: Tx) => {
        const why = { kind: "adjust", ref: `demo:${months}`, title } as const;
        return creditPoints(then, tx, { memberId, actor, points, ...why });
      },
    })),
    ...cashOrders.map(({ daysAgo: days, yuan }) => ({
      at: daysAgo(days),
      run: (then: Context, tx: Tx) =>
        earnForOrder(then, tx, { memberId, orderId: context.ids.next(), cashFen: yuan * 100 }),
    })),
    ...tasks.map(({ daysAgo: days, task }) => ({
      at: daysAgo(days),
      run: (then: Context, tx: Tx) => completeTask(then, tx, { memberId, task }),
    })),
    ...signInDaysAgo.map((days) => ({
      at: daysAgo(days),
      run: (then: Context, tx: Tx) => signInWithTx(then, tx, memberId),
    })),
  ].toSorted((a, b) => a.at.getTime() - b.at.getTime());
}

/**
 * Call it once per database. Points that became available or expired in between are posted on the
 * way, a week at a time.
 */
export const seedPointsHistory = (context: Context, db: Db, memberId: string): Promise<void> =>
  transaction(db, async (tx) => {
    const now = context.clock.now().getTime();
    const steps = historyStepsOf(context, memberId);
    let at = steps[0]?.at.getTime() ?? now;
    for (const { at: due, run } of steps) {
      for (; at <= due.getTime(); at += 7 * DAY_MS) {
        await settlePoints(contextAt(context, new Date(at)), tx, memberId);
      }
      await run(contextAt(context, due), tx);
    }
  });
