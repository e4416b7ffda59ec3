/**
 * The job and the outbox handlers of merges: transfer value that arrives in the ledger of a merged
 * account.
 */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { DomainEventSubscriber } from "../../platform/jobs/domain-events.ts";
import type { OutboxHandlers } from "../../platform/jobs/outbox.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { transferDue, transferRemaining } from "./actions.ts";
import { LATE_ARRIVAL_TOPIC } from "./model.ts";

const CHECK_EVERY_MS = 10 * 60_000;

/** Domain events that add money to a ledger. */
const VALUE_EVENTS: ReadonlySet<string> = new Set([
  "order.refunded",
  "order.done",
  "topup.done",
  "invite.settled",
]);

export const mergingSubscriber =
  (context: Context, db: Db): DomainEventSubscriber =>
  async ({ memberId, kind }) => {
    if (VALUE_EVENTS.has(kind)) await transferRemaining(context, db, memberId);
  };

/** Handles `ledger.late`: value has arrived in a closed ledger. */
export const lateArrivalHandlers = (context: Context, db: Db): OutboxHandlers => ({
  [LATE_ARRIVAL_TOPIC]: ({ memberId }) => transferRemaining(context, db, memberId),
});

export const mergeTransferJob = (context: Context, db: Db): Job => ({
  name: "merge-keeper",
  every: CHECK_EVERY_MS,
  run: async () => {
    await transferDue(context, db);
  },
});
