/** The job that closes accounts whose time has come, and the handler of what comes into a closed ledger later. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Courier } from "../../platform/jobs/outbox.ts";
import type { Agent } from "../../platform/jobs/schedule.ts";
import { dropClosedIdentities } from "../members/actions.ts";
import { closeDue, closingsDue, forfeitLate } from "./actions.ts";

const CHECK_EVERY_MS = 10 * 60_000;

/** Closes what is due, one account at a time; one that fails leaves the others. Then forgets hashes that are too old. */
export const closingKeeper = (context: Context, db: Db): Agent => ({
  name: "closing-keeper",
  every: CHECK_EVERY_MS,
  run: async () => {
    for (const memberId of await closingsDue(context, db)) {
      await closeDue(context, db, memberId).catch((error: unknown) => {
        context.log.error({ memberId, reason: String(error) }, "an account could not be closed");
      });
    }
    await dropClosedIdentities(db, context.clock.sql());
  },
});

/** Handles `ledger.late` of closed accounts, after `merged` has handled it for members that ended in another. */
export const lateOfClosed =
  (context: Context, db: Db, merged: Courier | undefined): Courier =>
  async (delivery) => {
    await merged?.(delivery);
    await forfeitLate(context, db, delivery.memberId);
  };
