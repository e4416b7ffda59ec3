/** Background work of audiences: a leased message goes through a bulk send. */
import type { Context } from "../../platform/context.ts";
import { databaseIsDown } from "../../platform/database/failure.ts";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import type { OutboxHandlers } from "../../platform/jobs/outbox.ts";
import { failureText } from "../../platform/jobs/worker-failure.ts";
import { invariant } from "../../platform/refusal.ts";
import { pauseBySystem, queueSend, runSend, SEND_TOPIC } from "./actions.ts";

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
