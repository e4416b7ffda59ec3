/**
 * Scheduled job of the ledger: sums past slots of ten minutes and past days, so that a total reads
 * only the transfers since.
 */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { rollUpPastDays } from "./actions.ts";

/**
 * Sums every slot and every day that is over and not yet summed; safe at any time and when several
 * run at once.
 */
export async function runRollUp(context: Context, db: Db): Promise<number> {
  const sums = await rollUpPastDays(context, db);
  if (sums > 0) context.log.info({ sums }, "accounts rolled up");
  return sums;
}

const EVERY_MS = 60_000;

/** Runs every minute, so that a slot is summed soon after its end. */
export const rollUpJob = (context: Context, db: Db): Job => ({
  name: "books-roller",
  every: EVERY_MS,
  run: () => runRollUp(context, db),
});
