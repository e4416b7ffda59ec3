/** Scheduled job of the queues: hands new alerts to the outbox. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { notifyOfAlerts } from "./actions.ts";

const EVERY_MS = 10_000;

export const alertNotificationJob = (
  context: Context,
  db: Db,
  wake: (db: Db) => Promise<void>,
): Job => ({
  name: "alert-notify",
  every: EVERY_MS,
  run: async () => {
    if ((await notifyOfAlerts(context, db)) > 0) await wake(db);
  },
});
