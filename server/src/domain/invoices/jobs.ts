/** The job that asks the issuer about invoices without an end. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { type IssuingDeps, pollDueInvoices } from "./actions.ts";

const POLL_MS = 2_000;
const LEASE_MS = 60_000;

export const invoicePollJob = (context: Context, db: Db, deps: IssuingDeps): Job => ({
  name: "invoice-poller",
  every: POLL_MS,
  leaseMs: LEASE_MS,
  run: async () => {
    while ((await pollDueInvoices(context, db, deps)) > 0);
  },
});
