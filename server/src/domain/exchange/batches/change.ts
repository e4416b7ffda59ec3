/**
 * Changes of an approved batch by makers and checkers: freeze, resume, activate, extend and void.
 */
import type { Batch } from "@yunjing/contract/schemas/batches";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { extendBatch, lockBatch, moveCodes, type SerialRange } from "./store/change.ts";
import { recordCodeChange, recordStateChange } from "./history.ts";
import { findVisibleBatch, readBatch, type BatchAccess } from "./read.ts";
import { type BatchRow, moveBatch } from "./store.ts";

export type SerialRangeInput = {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
};
type Change = SerialRangeInput & { readonly batchId: string; readonly reason: string };

/**
 * Returns the range of serials. Refuses INPUT_INVALID {field, text} when it is reversed or ends
 * beyond the batch.
 */
export function rangeOf(
  { count }: BatchRow,
  { from = 1, to = count }: SerialRangeInput,
): SerialRange {
  if (to > count)
    throw new Refusal("INPUT_INVALID", {
      field: "to",
      text: `这批共 ${count} 张，请填 ${count} 以内`,
    });
  if (from > to)
    throw new Refusal("INPUT_INVALID", { field: "from", text: `起始序号不能大于 ${to}` });
  return { from, to };
}

const isWholeBatch = ({ count }: BatchRow, { from, to }: SerialRange): boolean =>
  from === 1 && to === count;

/**
 * Applies one kind of change in the transaction that locks the batch. Returns how many codes it
 * changed.
 */
type ChangeStep = (tx: Tx, batch: BatchRow, range: SerialRange) => Promise<number>;

/** Freezes or resumes the batch itself when the range is all of it, and records that. */
async function changeWhole(
  context: Context,
  tx: Tx,
  change: { batch: BatchRow; range: SerialRange; event: "freeze" | "resume"; actorId: string },
): Promise<void> {
  const { batch, range, event, actorId } = change;
  const { batchId, makerId } = batch;
  if (!isWholeBatch(batch, range) || !(await moveBatch(tx, batchId, event))) return;
  const move =
    event === "freeze"
      ? ({ from: "active", to: "paused" } as const)
      : ({ from: "paused", to: "active" } as const);
  await recordStateChange(context, tx, { batchId, makerId, actorId, ...move });
}

/** Refuses NOT_FOUND, INPUT_INVALID, and BATCH_STATE when the batch is in none of `states`. */
async function changeBatch(
  context: Context,
  db: Db,
  reading: BatchAccess,
  change: Change & { name: string; states: readonly string[] },
  changeStep: ChangeStep,
): Promise<Batch> {
  const batch = await findVisibleBatch(db, reading, change.batchId);
  const range = rangeOf(batch, change);
  await transaction(db, async (tx) => {
    const state = await lockBatch(tx, batch.batchId);
    if (state === undefined || !change.states.includes(state)) throw new Refusal("BATCH_STATE");
    const codes = await changeStep(tx, batch, range);
    const { name, reason } = change;
    await recordCodeChange(context, tx, batch, {
      name,
      actorId: reading.memberId,
      reason,
      range,
      codes,
    });
  });
  return readBatch(context, db, reading, batch.batchId);
}

/**
 * Freezes live codes and those being redeemed at once. An order that waits for its difference no
 * longer has a code, and its payment is refunded. Freezing all codes pauses the batch. Refuses
 * NOT_FOUND, INPUT_INVALID, BATCH_STATE.
 */
export const freezeBatch = (context: Context, db: Db, reading: BatchAccess, change: Change) =>
  changeBatch(
    context,
    db,
    reading,
    { ...change, name: "frozen", states: ["active", "paused"] },
    async (tx, batch, range) => {
      await changeWhole(context, tx, { batch, range, event: "freeze", actorId: reading.memberId });
      return moveCodes(tx, batch.batchId, range, "freeze");
    },
  );

/**
 * Makes frozen codes live again; a paused batch resumes only as a whole. Refuses as `freezeBatch`
 * does.
 */
export const resumeBatch = (context: Context, db: Db, reading: BatchAccess, change: Change) =>
  changeBatch(
    context,
    db,
    reading,
    { ...change, name: "resumed", states: ["active", "paused"] },
    async (tx, batch, range) => {
      await changeWhole(context, tx, { batch, range, event: "resume", actorId: reading.memberId });
      return moveCodes(tx, batch.batchId, range, "resume");
    },
  );

/**
 * Makes sold codes live. Refuses as `freezeBatch` does, and BATCH_STATE for a batch that became
 * live at its approval.
 */
export const activateBatch = (
  context: Context,
  db: Db,
  reading: BatchAccess,
  change: SerialRangeInput & { readonly batchId: string },
) =>
  changeBatch(
    context,
    db,
    reading,
    { ...change, reason: "", name: "activated", states: ["active"] },
    async (tx, batch, range) => {
      if (batch.activation !== "on_sale") throw new Refusal("BATCH_STATE");
      return moveCodes(tx, batch.batchId, range, "activate");
    },
  );

const NOT_LATER = { field: "validUntil", text: "只能延后，请选比现在的有效期更晚的时间" } as const;

/**
 * Sets a later end. Refuses NOT_FOUND, BATCH_STATE, and INPUT_INVALID {field, text} for an end that
 * is not later.
 */
export const extendCodes = (
  context: Context,
  db: Db,
  reading: BatchAccess,
  { validUntil, ...change }: { batchId: string; validUntil: number; reason: string },
) =>
  changeBatch(
    context,
    db,
    reading,
    { ...change, name: "extended", states: ["ready", "active", "paused"] },
    async (tx, batch) => {
      const isFuture = validUntil > context.clock.now().getTime();
      if (!isFuture || !(await extendBatch(tx, batch.batchId, validUntil)))
        throw new Refusal("INPUT_INVALID", NOT_LATER);
      return batch.count;
    },
  );
