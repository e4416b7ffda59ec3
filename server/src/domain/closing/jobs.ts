/** The job that closes accounts whose time has come, and the handler of what comes into a closed ledger later. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { OutboxHandler } from "../../platform/jobs/outbox.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { deleteExpiredClosedIdentities } from "../members/actions.ts";
import { closeDue, membersDueForClosing, forfeitLateArrivals } from "./actions.ts";

const CHECK_EVERY_MS = 10 * 60_000;

/** Closes what is due, one account at a time; one that fails leaves the others. Then forgets hashes that are too old. */
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

/** Handles `ledger.late` of closed accounts, after `merged` has handled it for members that ended in another. */
export const lateArrivalHandler =
  (context: Context, db: Db, merged: OutboxHandler | undefined): OutboxHandler =>
  async (delivery) => {
    await merged?.(delivery);
    await forfeitLateArrivals(context, db, delivery.memberId);
  };
