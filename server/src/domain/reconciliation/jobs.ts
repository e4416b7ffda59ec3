/**
 * The reconciliation jobs: a quick run every few minutes, and the full run once a day
 * (reliability.md 3.8).
 */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { reconcile } from "./actions.ts";
import { readAuditHeads } from "./store.ts";

/**
 * A new difference is logged as an error where its case opens; the run itself is logged only as
 * information.
 */
export const quickReconciliationJob = (context: Context, db: Db): Job => ({
  name: "books-watcher",
  every: context.settings.booksCheckMs,
  run: async () => {
    const { found } = await reconcile(context, db, "watch");
    if (found > 0) context.log.warn({ found }, "the reconciliation found differences");
  },
});

/** When members sleep. After an outage the first tick runs the missed job, once. */
const AT_NIGHT = "20 4 * * *";
/**
 * After a kill another process goes on with the pass when the lease has ended. A pass that takes
 * longer may run in two processes, which is harmless.
 */
const LEASE_MS = 15 * 60_000;

/**
 * Runs all checks, from where a killed process has stopped; also logs the heads of the audit's hash
 * chains, because the log is stored outside the database.
 */
export const fullReconciliationJob = (context: Context, db: Db): Job => ({
  name: "books-reconciler",
  every: AT_NIGHT,
  leaseMs: LEASE_MS,
  run: async () => {
    const { runId, found, checks } = await reconcile(context, db, "full", { resumes: true });
    const chains = await readAuditHeads(db);
    context.log.info({ runId, found, checks, chains }, "the reconciliation found no differences");
  },
});

/** Returns both jobs. */
export const reconciliationJobs = (context: Context, db: Db): readonly Job[] => [
  quickReconciliationJob(context, db),
  fullReconciliationJob(context, db),
];
