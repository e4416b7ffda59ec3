/**
 * Scheduled jobs of the audit log: checks the newest lines every five minutes, writes an anchor
 * outside the database once a day.
 */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { FileStore } from "../../platform/files/port.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { closeRefusalWindows } from "./actions.ts";
import { checkNewestLines, writeAnchor } from "./anchors.ts";

const CHECK_MS = 5 * 60_000;
/** Just after midnight in China. After a downtime the first run catches up, once. */
const DAILY = "5 0 * * *";

export const auditCheckJob = (context: Context, db: Db, store: FileStore): Job => ({
  name: "audit-watcher",
  every: CHECK_MS,
  run: async () => {
    await closeRefusalWindows(context, db);
    await checkNewestLines(context, db, store);
  },
});

export const auditAnchorJob = (context: Context, db: Db, store: FileStore): Job => ({
  name: "audit-anchorer",
  every: DAILY,
  run: () => writeAnchor(context, db, store),
});

export const auditJobs = (context: Context, db: Db, store: FileStore): readonly Job[] => [
  auditCheckJob(context, db, store),
  auditAnchorJob(context, db, store),
];
