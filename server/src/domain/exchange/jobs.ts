/**
 * Background jobs of the exchange module: code generation by a leased message, the counts of batches,
 * and the monitoring of guessing.
 */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import { transaction } from "../../platform/database/transaction.ts";
import type { OutboxHandlers } from "../../platform/jobs/outbox.ts";
import { failureText } from "../../platform/jobs/worker-failure.ts";
import { invariant } from "../../platform/refusal.ts";
import { failBatch, isLastFailure, areAttemptsExhausted } from "./batches/fail.ts";
import { generateCodes } from "./batches/generate.ts";
import { findBatch } from "./batches/store.ts";
import { queueGeneration, GENERATE_TOPIC } from "./batches/submit.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { deleteExpiredGuessData } from "./guessing/store.ts";
import { monitorGuesses } from "./guessing/monitor.ts";
import { foldCounts } from "./store/counts.ts";

/**
 * The share of its lease that a worker uses before it queues the next message, so that the lease
 * does not end during the work and no second worker starts in parallel.
 */
const LEASE_SHARE = 1 / 3;

export const codeGenerationHandlers = (context: Context, db: Db): OutboxHandlers => ({
  [GENERATE_TOPIC]: async ({ payload: { batchId }, attempt }) => {
    invariant(typeof batchId === "string", "a making names its batch");
    const batch = await findBatch(db, batchId);
    if (batch?.state !== "generating") return;
    if (areAttemptsExhausted(attempt)) return failBatch(context, db, batch);
    const withinMs = context.settings.outboxLeaseMs * LEASE_SHARE;
    try {
      if (await generateCodes(context, db, batch, withinMs)) return;
    } catch (error) {
      if (!isLastFailure(error, attempt)) throw error;
      context.log.error({ batchId, attempt, reason: failureText(error) }, "a batch has failed");
      return failBatch(context, db, batch);
    }
    await transaction(db, (tx) => queueGeneration(context, tx, batch));
  },
});

/** An alarm is raised within 60 s (reliability.md, promise 13), even when one check is lost. */
const CHECK_EVERY_MS = 15_000;
const LEASE_MS = 20_000;
const HOUR_MS = 3_600_000;

export const guessMonitorJob = (context: Context, db: Db): Job => ({
  name: "guess-watcher",
  every: CHECK_EVERY_MS,
  leaseMs: LEASE_MS,
  run: () => monitorGuesses(context, db),
});

export const guessCleanupJob = (context: Context, db: Db): Job => ({
  name: "guess-sweeper",
  every: HOUR_MS,
  run: () => deleteExpiredGuessData(db, context.clock.sql()),
});

const FOLD_EVERY_MS = 60_000;

/** The counts are right without it; it keeps the entries of each batch few. */
export const codeCountJob = (db: Db): Job => ({
  name: "code-counter",
  every: FOLD_EVERY_MS,
  run: async () => {
    while ((await foldCounts(db)) > 0);
  },
});
