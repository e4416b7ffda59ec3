/**
 * Scheduled job of the ledger: rolls up the sums of past days, so that a total reads only today's
 * transfers.
 */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { rollUpPastDays } from "./actions.ts";

/**
 * Rolls up every day that is over and not yet summed; safe at any time and when several run at
 * once.
 */
export async function runRollUp(context: Context, db: Db): Promise<number> {
  const sums = await rollUpPastDays(context, db);
  if (sums > 0) context.log.info({ sums }, "accounts rolled up");
  return sums;
}

const HOUR_MS = 3_600_000;

/** Runs hourly; that is often enough, since each day is summed once. */
export const rollUpJob = (context: Context, db: Db): Job => ({
  name: "books-roller",
  every: HOUR_MS,
  run: () => runRollUp(context, db),
});
