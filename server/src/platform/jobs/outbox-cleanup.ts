/** Scheduled job that deletes outbox messages done long ago. */
import type { Context } from "../context.ts";
import type { Db } from "../database/pool.ts";
import type { Job } from "./schedule.ts";
import { deleteDoneMessages } from "./worker-claims.ts";

const HOUR_MS = 3_600_000;

export const outboxCleanupJob = (context: Context, db: Db): Job => ({
  name: "outbox-sweeper",
  every: HOUR_MS,
  run: () => deleteDoneMessages(context, db),
});
