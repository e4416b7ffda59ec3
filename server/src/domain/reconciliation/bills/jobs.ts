/**
 * The job that fetches yesterday's bill of every source, and polls until it is available; it also
 * sums what suppliers delivered on past days and in past slots.
 */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { Job } from "../../../platform/jobs/schedule.ts";
import type { BillSource } from "../port.ts";
import { reconcileBills } from "./actions.ts";
import { sumDeliveries, sumDeliverySlots, SUMMED_DAYS } from "./settlement.ts";

/** The due time is stored in the rows of the days, so that no day is skipped after an outage. */
const POLL_EVERY_MS = 60_000;
/** The file of a large day takes time; overlapping runs are harmless. */
const LEASE_MS = 10 * 60_000;

export const billReconciliationJob = (
  context: Context,
  db: Db,
  sources: readonly BillSource[],
): Job => ({
  name: "bill-keeper",
  every: POLL_EVERY_MS,
  leaseMs: LEASE_MS,
  run: async () => {
    const days = await sumDeliveries(db, context.clock.sql());
    // What follows a month of days is the next run's.
    if (days < SUMMED_DAYS) await sumDeliverySlots(db, context.clock.sql());
    await reconcileBills(context, db, sources);
  },
});
