/** Scheduled job of security: deletes expired proofs. */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { deleteExpiredProofs } from "./store.ts";

const HOUR_MS = 3_600_000;
const KEPT_MS = 24 * HOUR_MS;

export const proofCleanupJob = (context: Context, db: Db): Job => ({
  name: "proof-sweeper",
  every: HOUR_MS,
  run: () => deleteExpiredProofs(db, KEPT_MS, context.clock.sql()),
});
