/** The jobs of withdrawals: the outbox handler that sends after the commit, and the poller. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { OutboxHandlers } from "../../platform/jobs/outbox.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { invariant } from "../../platform/refusal.ts";
import { pollDueWithdrawals, sendWithdrawal } from "./actions.ts";
import type { PayoutChannel } from "./port.ts";

const POLL_MS = 1_000;
/** A poller that died must not delay withdrawals for long; overlapping runs are harmless. */
const LEASE_MS = 30_000;

/** The outbox handlers of `withdrawal.send`. */
export const withdrawalOutboxHandlers = (
  context: Context,
  db: Db,
  channel: PayoutChannel,
): OutboxHandlers => ({
  "withdrawal.send": async ({ memberId, payload }) => {
    const id = payload["withdrawalId"];
    invariant(typeof id === "string", "a message to the channel names its withdrawal");
    await sendWithdrawal(context, db, channel, { ownerId: memberId, id });
  },
});

export const withdrawalPollJob = (context: Context, db: Db, channel: PayoutChannel): Job => ({
  name: "withdrawal-poller",
  every: POLL_MS,
  leaseMs: LEASE_MS,
  run: async () => {
    while ((await pollDueWithdrawals(context, db, channel)) > 0);
  },
});
