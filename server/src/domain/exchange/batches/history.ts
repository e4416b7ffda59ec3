/** The history of a batch: who made it, who decided, and why. It lies in the maker's book. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { writeEvent } from "../../../platform/event.ts";
import type { BatchState } from "./store.ts";

export const noteBatch = (
  context: Context,
  tx: Tx,
  batch: { batchId: string; makerId: string; actorId: string; to: BatchState; reason?: string },
): Promise<void> =>
  writeEvent(context, tx, {
    memberId: batch.makerId,
    entity: "code_batch",
    entityId: batch.batchId,
    name: batch.to,
    to: batch.to,
    actor: { kind: "operator", id: batch.actorId },
    ...(batch.reason === undefined ? {} : { reason: batch.reason }),
  });
