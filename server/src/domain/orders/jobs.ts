/**
 * The scheduled jobs of orders: complete meals without a pickup confirmation, close unpaid orders,
 * and count the orders of each benefit.
 */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { countExchanged } from "./actions/count-exchanged.ts";
import { closeUnpaid, type CancelDeps } from "./actions/cancel.ts";
import { closeOverdue } from "./actions/overdue.ts";

const PICKUP_EVERY_MS = 60_000;

/**
 * Ends ready orders four hours after their slot (`pickupAutoReceiveMs`). Concurrent runs are safe.
 */
const pickupCloseJob = (context: Context, db: Db): Job => ({
  name: "pickup-closer",
  every: PICKUP_EVERY_MS,
  run: () => closeOverdue(context, db),
});

const COUNT_EVERY_MS = 5 * 60_000;

/**
 * Counts the orders behind 已兑 n. Safe to run twice: it replaces the counts of the days it reads.
 */
const exchangeCountJob = (db: Db): Job => ({
  name: "exchange-counter",
  every: COUNT_EVERY_MS,
  run: () => countExchanged(db),
});

const UNPAID_EVERY_MS = 10_000;

/**
 * Closes orders that were not paid in time. They count as closed without it; the job releases their
 * holds for good.
 */
export const unpaidCloseJob = (context: Context, db: Db, deps: CancelDeps): Job => ({
  name: "unpaid-closer",
  every: UNPAID_EVERY_MS,
  run: async () => {
    while ((await closeUnpaid(context, db, deps)) > 0);
  },
});

/** All scheduled jobs of orders. */
export const createOrderJobs = (context: Context, db: Db, deps: CancelDeps): readonly Job[] => [
  pickupCloseJob(context, db),
  exchangeCountJob(db),
  unpaidCloseJob(context, db, deps),
];
