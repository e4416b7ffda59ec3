/**
 * The history of a batch: who made it, who decided, and why. It is stored under the maker's member
 * ID.
 */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import type { SerialRange } from "./store/change.ts";
import type { BatchState } from "../lifecycle.ts";
import type { BatchRow } from "./store.ts";

export const recordStateChange = (
  context: Context,
  tx: Tx,
  batch: {
    batchId: string;
    makerId: string;
    actorId: string;
    from?: BatchState | undefined;
    to: BatchState;
    reason?: string;
  },
): Promise<void> =>
  writeHistoryEntry(context, tx, {
    memberId: batch.makerId,
    entity: "code_batch",
    entityId: batch.batchId,
    name: batch.to,
    ...(batch.from === undefined ? {} : { from: batch.from }),
    to: batch.to,
    actor: { kind: "operator", id: batch.actorId },
    ...(batch.reason === undefined ? {} : { reason: batch.reason }),
  });

/** Records a step that changes no code, with its actor. */
export const recordStep = (
  context: Context,
  tx: Tx,
  { batchId, makerId }: Pick<BatchRow, "batchId" | "makerId">,
  step: { name: string; actorId: string },
): Promise<void> =>
  writeHistoryEntry(context, tx, {
    memberId: makerId,
    entity: "code_batch",
    entityId: batchId,
    name: step.name,
    actor: { kind: "operator", id: step.actorId },
  });

/**
 * Records a change of some codes: actor, reason, the range of serials, and how many codes changed.
 */
export const recordCodeChange = (
  context: Context,
  tx: Tx,
  { batchId, makerId }: Pick<BatchRow, "batchId" | "makerId">,
  change: { name: string; actorId: string; reason: string; range: SerialRange; codes: number },
): Promise<void> =>
  writeHistoryEntry(context, tx, {
    memberId: makerId,
    entity: "code_batch",
    entityId: batchId,
    name: change.name,
    actor: { kind: "operator", id: change.actorId },
    ...(change.reason === "" ? {} : { reason: change.reason }),
    data: { ...change.range, codes: change.codes },
  });
