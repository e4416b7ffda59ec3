/** The agent of payments: asks about open attempts, closes those that are over, and sends back what nobody took. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Agent } from "../../platform/jobs/schedule.ts";
import { lookAtDue, type PaymentDeps, returnDue } from "./actions.ts";

const POLL_MS = 1_000;
/** A poller that died must not keep payments waiting; overlapping runs are harmless. */
const LEASE_MS = 30_000;

export const paymentPoller = (context: Context, db: Db, deps: PaymentDeps): Agent => ({
  name: "payment-poller",
  every: POLL_MS,
  leaseMs: LEASE_MS,
  run: async () => {
    while ((await lookAtDue(context, db, deps)) > 0);
    while ((await returnDue(context, db, deps)) > 0);
  },
});
