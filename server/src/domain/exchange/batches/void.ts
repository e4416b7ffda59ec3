/**
 * Voids codes permanently: one person proposes, another decides, and only then the codes are void
 * (domain.md 10).
 */
import type { Batch } from "@yunjing/contract/schemas/batches";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import { invariant, Refusal } from "../../../platform/refusal.ts";
import { fromStates } from "../../../platform/lifecycle.ts";
import { batchLifecycle } from "../lifecycle.ts";
import { decideApproval, propose } from "../../approvals/actions.ts";
import type { Approval, ApprovalHandler } from "../../approvals/model.ts";
import { type SerialRangeInput, rangeOf } from "./change.ts";
import { dealerOfBatch } from "../dealers/store.ts";
import { lockBatch, moveCodes, type SerialRange } from "./store/change.ts";
import { recordCodeChange, recordStateChange } from "./history.ts";
import { findVisibleBatch, readBatch, type BatchAccess } from "./read.ts";
import { findBatch, moveBatch } from "./store.ts";

export const VOID = "code_void";

/** Batch states in which codes can be voided. */
const STATES: readonly string[] = fromStates(batchLifecycle, "void");

/** Proposes the void. Refuses NOT_FOUND, INPUT_INVALID, BATCH_STATE. */
export async function proposeVoid(
  context: Context,
  db: Db,
  reading: BatchAccess,
  {
    batchId,
    reason,
    ...ends
  }: SerialRangeInput & { readonly batchId: string; readonly reason: string },
): Promise<Batch> {
  const batch = await findVisibleBatch(db, reading, batchId);
  const payload = rangeOf(batch, ends);
  if (!STATES.includes(batch.state)) throw new Refusal("BATCH_STATE");
  const { memberId: maker } = reading;
  await transaction(db, (tx) =>
    propose(context, tx, {
      kind: VOID,
      subject: batchId,
      payload,
      reason,
      maker,
      beneficiary: null,
    }),
  );
  return readBatch(context, db, reading, batchId);
}

const isRange = (payload: object): payload is SerialRange =>
  "from" in payload && "to" in payload && [payload.from, payload.to].every(Number.isInteger);

/**
 * Redeemed codes stay redeemed; all other codes of the range become void, and the batch ends with
 * its last code.
 */
async function voidCodes(context: Context, tx: Tx, approval: Approval): Promise<void> {
  const { subject: batchId, payload: range, reason, checker } = approval;
  const batch = await findBatch(tx, batchId);
  invariant(batch && isRange(range) && checker, "an approval has its batch, serials and checker");
  const state = await lockBatch(tx, batchId);
  if (state === undefined || !STATES.includes(state)) throw new Refusal("STATE_CHANGED");
  const codes = await moveCodes(tx, batchId, range, "void");
  const left = await findBatch(tx, batchId);
  if (left && left.asleep + left.live + left.frozen === 0) {
    const { makerId } = batch;
    if (await moveBatch(tx, batchId, "void"))
      await recordStateChange(context, tx, {
        batchId,
        makerId,
        actorId: checker,
        from: state,
        to: "void",
      });
  }
  const change = { name: "voided", actorId: checker, reason, range, codes };
  await recordCodeChange(context, tx, batch, change);
  const dealer = await dealerOfBatch(tx, batchId);
  if (!dealer) return;
  // The statement of the month is lower now, and so is its invoice.
  const { memberId, month } = dealer;
  await publishEvent(context, tx, {
    memberId,
    kind: "batch.voided",
    ref: batchId,
    data: { month },
  });
}

/** Voids the codes of an approved request. */
export const voidHandler: ApprovalHandler = { onApproved: voidCodes };

/**
 * Approves or rejects the proposal. Refuses NOT_FOUND, TWO_PERSONS to the proposer, STATE_CHANGED
 * when it was already decided, and APPROVAL_EXPIRED after 24 hours.
 */
export async function decideVoid(
  context: Context,
  db: Db,
  reading: BatchAccess,
  request: { batchId: string; approvalId: string; isAgreed: boolean; reason: string },
): Promise<Batch> {
  const { batchId, approvalId, isAgreed, reason } = request;
  const batch = await findVisibleBatch(db, reading, batchId);
  const isWaiting = batch.waiting.some((one) => one.approvalId === approvalId);
  if (!isWaiting) throw new Refusal("STATE_CHANGED");
  const state = isAgreed ? "approved" : "rejected";
  const decision = { approvalId, checker: reading.memberId, state, reason } as const;
  await decideApproval(context, db, { [VOID]: voidHandler }, decision);
  return readBatch(context, db, reading, batchId);
}
