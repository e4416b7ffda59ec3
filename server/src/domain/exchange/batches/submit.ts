/** Makes the codes of a draft and hands the batch to a checker. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import type { Context } from "../../../platform/context.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { once } from "../../../platform/idempotency.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { generateCodes } from "./generate.ts";
import { noteBatch } from "./history.ts";
import { batchFor, readBatch } from "./read.ts";
import { moveBatch } from "./store.ts";

/**
 * draft → generating → ready. While codes are being made their number grows for whoever looks; a submit after a crash
 * goes on where it stopped. Refuses NOT_FOUND, BATCH_STATE, KEY_REUSED.
 */
export async function submitBatch(
  context: Context,
  db: Db,
  { makerId, key, batchId }: { makerId: string; key: string; batchId: string },
): Promise<Batch> {
  const reading = { memberId: makerId, maySeeAll: false };
  const batch = await batchFor(db, reading, batchId);
  const intent = { memberId: makerId, route: "batches.submit", key, body: { batchId } };
  await once(context, db, intent, async (tx) => {
    const from = ["draft", "generating"] as const;
    if (!(await moveBatch(tx, batchId, { from, to: "generating" })))
      throw new Refusal("BATCH_STATE");
    await noteBatch(context, tx, { batchId, makerId, actorId: makerId, to: "generating" });
    return {};
  });
  await generateCodes(context, db, batch);
  return readBatch(db, reading, batchId);
}
