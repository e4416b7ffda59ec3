/**
 * The job that closes accounts when due, and the outbox handler for value that arrives in a closed
 * ledger later.
 */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { OutboxHandler } from "../../platform/jobs/outbox.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { deleteExpiredClosedIdentities } from "../members/actions.ts";
import { closeDue, membersDueForClosing, forfeitLateArrivals } from "./actions.ts";

const CHECK_EVERY_MS = 10 * 60_000;

/**
 * Closes the due accounts one at a time; a failure of one does not stop the others. Then deletes
 * expired identity hashes.
 */
export const closingJob = (context: Context, db: Db): Job => ({
  name: "closing-keeper",
  every: CHECK_EVERY_MS,
  run: async () => {
    for (const memberId of await membersDueForClosing(context, db)) {
      await closeDue(context, db, memberId).catch((error: unknown) => {
        context.log.error({ memberId, reason: String(error) }, "an account could not be closed");
      });
    }
    await deleteExpiredClosedIdentities(db, context.clock.sql());
  },
});

/**
 * Handles `ledger.late` for closed accounts, after `merged` has handled it for members that were
 * merged into another.
 */
export const lateArrivalHandler =
  (context: Context, db: Db, merged: OutboxHandler | undefined): OutboxHandler =>
  async (delivery) => {
    await merged?.(delivery);
    await forfeitLateArrivals(context, db, delivery.memberId);
  };
