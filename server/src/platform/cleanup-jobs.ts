/** Cleanup jobs that delete expired idempotency keys and limit counters. */
import { sql } from "drizzle-orm";
import type { Context } from "./context.ts";
import type { Db } from "./database/pool.ts";
import { deleteInSlices } from "./delete-in-slices.ts";
import type { Job } from "./jobs/schedule.ts";

const HOUR_MS = 3_600_000;
/** Twice the longest window of any limit. */
export const COUNTER_RETENTION_MS = 48 * HOUR_MS;

/**
 * Idempotency keys are valid for seven days (reliability.md, promise 3); the ledger's own
 * uniqueness rules have no expiry.
 */
export const idempotencyKeyCleanupJob = (context: Context, db: Db): Job => ({
  name: "key-sweeper",
  every: HOUR_MS,
  run: () => {
    const before = new Date(context.clock.now().getTime() - context.settings.idempotencyKeptMs);
    return deleteInSlices(
      db,
      { table: sql`idem`, key: sql`member_id, route, key` },
      sql`created_at < ${before}`,
    );
  },
});

export const limitCounterCleanupJob = (context: Context, db: Db): Job => ({
  name: "counter-sweeper",
  every: HOUR_MS,
  run: () => {
    const before = new Date(context.clock.now().getTime() - COUNTER_RETENTION_MS);
    return deleteInSlices(
      db,
      { table: sql`limit_counter`, key: sql`subject, window_start` },
      sql`window_start < ${before}`,
    );
  },
});
