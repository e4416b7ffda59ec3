/** The scheduled job of payments: polls open attempts, closes expired ones, and sends returns. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { pollDueAttempts, type PaymentDeps, pollDueReturns } from "./actions.ts";

const POLL_MS = 1_000;
/** A poller that died must not delay payments for long; overlapping runs are harmless. */
const LEASE_MS = 30_000;

export const paymentPollJob = (context: Context, db: Db, deps: PaymentDeps): Job => ({
  name: "payment-poller",
  every: POLL_MS,
  leaseMs: LEASE_MS,
  run: async () => {
    while ((await pollDueAttempts(context, db, deps)) > 0);
    while ((await pollDueReturns(context, db, deps)) > 0);
  },
});
