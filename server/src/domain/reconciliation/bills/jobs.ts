/** The agent of bills: yesterday's account of every source, asked for until it is here. */
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { Job } from "../../../platform/jobs/schedule.ts";
import type { BillSource } from "../port.ts";
import { reconcileBills } from "./actions.ts";

/** The time of day is in the days' own rows, so that none is left out whatever happened meanwhile. */
const POLL_EVERY_MS = 60_000;
/** A file of a large day takes its time; overlapping runs are harmless. */
const LEASE_MS = 10 * 60_000;

export const billReconciliationJob = (
  context: Context,
  db: Db,
  sources: readonly BillSource[],
): Job => ({
  name: "bill-keeper",
  every: POLL_EVERY_MS,
  leaseMs: LEASE_MS,
  run: () => reconcileBills(context, db, sources),
});
