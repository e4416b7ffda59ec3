/** The job and the outbox handlers of merges: whatever comes into the book of a member that ended is carried over. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { NewsListener } from "../../platform/jobs/news.ts";
import type { Couriers } from "../../platform/jobs/outbox.ts";
import type { Agent } from "../../platform/jobs/schedule.ts";
import { carryDue, carryOver } from "./actions.ts";
import { LATE } from "./model.ts";

const LOOK_EVERY_MS = 10 * 60_000;

/** What brings money into a book. */
const BRINGING: ReadonlySet<string> = new Set([
  "order.refunded",
  "order.done",
  "topup.done",
  "invite.settled",
]);

export const mergingNews =
  (context: Context, db: Db): NewsListener =>
  async ({ memberId, kind }) => {
    if (BRINGING.has(kind)) await carryOver(context, db, memberId);
  };

/** Handles `ledger.late`: something of value has come into a closed book. */
export const lateCourier = (context: Context, db: Db): Couriers => ({
  [LATE]: ({ memberId }) => carryOver(context, db, memberId),
});

export const mergeKeeper = (context: Context, db: Db): Agent => ({
  name: "merge-keeper",
  every: LOOK_EVERY_MS,
  run: async () => {
    await carryDue(context, db);
  },
});
