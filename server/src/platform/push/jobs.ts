/** Scheduled job of the push channel: deletes expired tickets and old events. */
import type { Context } from "../context.ts";
import type { Db } from "../database/pool.ts";
import type { Job } from "../jobs/schedule.ts";
import { deleteOldEvents, EVENT_RETENTION_MS } from "./event-log.ts";
import { deleteOldTickets } from "./tickets.ts";

const HOUR_MS = 3_600_000;

export const pushCleanupJob = (context: Context, db: Db): Job => ({
  name: "push-sweeper",
  every: HOUR_MS,
  run: async () => {
    const now = context.clock.now().getTime();
    await deleteOldTickets(db, new Date(now - HOUR_MS));
    await deleteOldEvents(db, new Date(now - EVENT_RETENTION_MS));
  },
});
