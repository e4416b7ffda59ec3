/**
 * Background work of audiences: a leased message goes through a bulk send; a job deletes old lists.
 */
import type { Context } from "../../platform/context.ts";
import { databaseIsDown } from "../../platform/database/failure.ts";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import type { OutboxHandlers } from "../../platform/jobs/outbox.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { failureText } from "../../platform/jobs/worker-failure.ts";
import { invariant } from "../../platform/refusal.ts";
import { deleteOldLists, pauseBySystem, queueSend, runSend, SEND_TOPIC } from "./actions.ts";

/** The share of its lease that a run uses before it queues the next. */
const LEASE_SHARE = 1 / 3;
const TRIES_MAX = 5;
const BROKEN = "系统多次出错后停下；请联系管理员，恢复后从停下的会员继续";

export const audienceHandlers = (context: Context, db: Db): OutboxHandlers => ({
  [SEND_TOPIC]: async ({ memberId: makerId, payload: { sendId }, attempt }) => {
    invariant(typeof sendId === "string", "a message names its send");
    const stop = async () => {
      await pauseBySystem(context, db, sendId, BROKEN);
    };
    // Earlier runs ended without a report, as when the process crashes on it.
    if (attempt > TRIES_MAX) return stop();
    try {
      const end = await runSend(context, db, sendId, context.settings.outboxLeaseMs * LEASE_SHARE);
      if (end === "done") return;
      const dueAt = end === "more" ? context.clock.now() : end;
      await transaction(db, (tx) => queueSend(context, tx, { sendId, makerId, dueAt }));
    } catch (error) {
      if (databaseIsDown(error) || attempt < TRIES_MAX) throw error;
      context.log.error({ sendId, attempt, reason: failureText(error) }, "a bulk send has failed");
      await stop();
    }
  },
});

/** At night, when the fewest members are here. */
const NIGHTLY = "40 3 * * *";

export const memberListCleanupJob = (context: Context, db: Db): Job => ({
  name: "member-list-sweeper",
  every: NIGHTLY,
  run: async () => {
    const deleted = await deleteOldLists(context, db);
    if (deleted > 0) context.log.info({ deleted }, "old lists of members were deleted");
  },
});
