/**
 * The jobs of refunds: the outbox handler that calls the channel after the commit, and the poller.
 */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { OutboxHandlers } from "../../platform/jobs/outbox.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { invariant } from "../../platform/refusal.ts";
import type { PayChannel } from "../payments/port.ts";
import { sendRefund, pollDueRefunds } from "./actions.ts";

const POLL_MS = 1_000;
/** A poller that died must not delay refunds for long; overlapping runs are harmless. */
const LEASE_MS = 30_000;

/** The outbox handlers of `refund.ask`. */
export const refundOutboxHandlers = (
  context: Context,
  db: Db,
  channel: PayChannel,
): OutboxHandlers => ({
  "refund.ask": async ({ memberId, payload }) => {
    const id = payload["refundId"];
    invariant(typeof id === "string", "a message to the channel names its refund");
    await sendRefund(context, db, channel, { ownerId: memberId, id });
  },
});

export const refundPollJob = (context: Context, db: Db, channel: PayChannel): Job => ({
  name: "refund-poller",
  every: POLL_MS,
  leaseMs: LEASE_MS,
  run: async () => {
    while ((await pollDueRefunds(context, db, channel)) > 0);
  },
});
