/** Submits a draft for code generation. After that the batch waits for a checker. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { enqueueMessage } from "../../../platform/jobs/outbox.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { onceForMember } from "../../members/actions.ts";
import type { Wake } from "../actions/order-meal.ts";
import { chargeDealer } from "../dealers/quota.ts";
import { lockBatch } from "./store/change.ts";
import { generateCodes } from "./generate.ts";
import { recordStateChange } from "./history.ts";
import { findVisibleBatch, readBatch } from "./read.ts";
import { beginGenerating } from "./store/generation.ts";
import { type BatchRow, isBatchExpired, recordSubmission } from "./store.ts";

/** The topic of the message that generates a batch's codes. */
export const GENERATE_TOPIC = "codes.make";

export const queueGeneration = (
  context: Context,
  tx: Tx,
  { batchId, makerId }: { readonly batchId: string; readonly makerId: string },
): Promise<void> =>
  enqueueMessage(context, tx, {
    memberId: makerId,
    aggregateId: batchId,
    topic: GENERATE_TOPIC,
    payload: { batchId },
  });

type Submission = { readonly makerId: string; readonly key: string; readonly batchId: string };

const beginGeneration = (
  context: Context,
  db: Db,
  { batch, key }: { readonly batch: BatchRow; readonly key: string },
  go: (tx: Tx) => Promise<void>,
) => {
  const { batchId, makerId } = batch;
  const intent = { memberId: makerId, route: "batches.submit", key, body: { batchId } };
  return onceForMember(context, db, intent, async (tx) => {
    const state = await lockBatch(tx, batchId);
    const now = context.clock.sql();
    if (state === "ready" && (await isBatchExpired(tx, batchId, now))) {
      await recordSubmission(tx, batchId, now);
      await recordStateChange(context, tx, {
        batchId,
        makerId,
        actorId: makerId,
        from: "ready",
        to: "ready",
      });
      return {};
    }
    const isBegun = await beginGenerating(tx, batchId);
    if (!isBegun && state !== "generating") throw new Refusal("BATCH_STATE");
    await recordSubmission(tx, batchId, now);
    await recordStateChange(context, tx, {
      batchId,
      makerId,
      actorId: makerId,
      from: state,
      to: "generating",
    });
    await go(tx);
    // Last, because all batches of a dealer lock the same monthly row.
    if (isBegun) await chargeDealer(context, tx, batch);
    return {};
  });
};

/**
 * draft or failed → generating, and returns at once. A leased message generates the codes; readers
 * see their number grow. Submitting a batch that is still generating queues another message.
 * Submitting a batch whose approval expired restarts its approval period. Refuses NOT_FOUND,
 * BATCH_STATE, KEY_REUSED, DEALER_QUOTA.
 */
export async function submitBatch(
  context: Context,
  db: Db,
  submission: Submission,
  deps: { readonly wake?: Wake } = {},
): Promise<Batch> {
  const { makerId, batchId } = submission;
  const reading = { memberId: makerId, maySeeAll: false };
  const batch = await findVisibleBatch(db, reading, batchId);
  await beginGeneration(context, db, { batch, key: submission.key }, (tx) =>
    queueGeneration(context, tx, { batchId, makerId }),
  );
  await deps.wake?.(db);
  return readBatch(context, db, reading, batchId);
}

/**
 * Like `submitBatch`, but returns when the codes exist: for the demo and for tests, where no outbox
 * handler runs.
 */
export async function submitAndGenerate(
  context: Context,
  db: Db,
  submission: Submission,
): Promise<Batch> {
  const reading = { memberId: submission.makerId, maySeeAll: false };
  const batch = await findVisibleBatch(db, reading, submission.batchId);
  await beginGeneration(context, db, { batch, key: submission.key }, () => Promise.resolve());
  await generateCodes(context, db, batch);
  return readBatch(context, db, reading, batch.batchId);
}
