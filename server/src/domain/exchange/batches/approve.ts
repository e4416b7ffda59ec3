/** Approval or rejection of a batch by a second person. */
import type { Batch } from "@yunjing/contract/schemas/batches";
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { releaseQuota } from "../dealers/quota.ts";
import { withdrawReadyBatch } from "./store/approvals.ts";
import { moveCodes } from "./store/change.ts";
import { recordStateChange } from "./history.ts";
import { findVisibleBatch, readBatch } from "./read.ts";
import { decideBatch, isBatchExpired } from "./store.ts";

type BatchDecision = {
  readonly batchId: string;
  readonly checkerId: string;
  readonly reason?: string;
};

async function decideAndRecord(
  context: Context,
  db: Db | Tx,
  { batchId, checkerId, reason }: BatchDecision,
  to: "active" | "rejected",
): Promise<Batch> {
  const reading = { memberId: checkerId, maySeeAll: true };
  const { makerId, activation, count } = await findVisibleBatch(db, reading, batchId);
  if (makerId === checkerId) throw new Refusal("NO_PERMISSION");
  await transaction(db, async (tx) => {
    const now = context.clock.sql();
    const isDecided = await decideBatch(tx, batchId, { to, checkerId, reason, now });
    if (!isDecided) {
      const isExpired = to === "active" && (await isBatchExpired(tx, batchId, now));
      throw new Refusal(isExpired ? "APPROVAL_EXPIRED" : "BATCH_STATE");
    }
    if (to === "active" && activation === "now") {
      await moveCodes(tx, batchId, { from: 1, to: count }, "activate");
    }
    if (to === "rejected") await releaseQuota(tx, batchId);
    const why = reason === undefined ? {} : { reason };
    await recordStateChange(context, tx, {
      batchId,
      makerId,
      actorId: checkerId,
      from: "ready",
      to,
      ...why,
    });
  });
  return readBatch(context, db, reading, batchId);
}

/**
 * ready → active. The codes become live, unless they are activated on sale. Refuses NOT_FOUND,
 * BATCH_STATE, APPROVAL_EXPIRED 24 hours after submission, and NO_PERMISSION to the maker.
 */
export const approveBatch = (
  context: Context,
  db: Db | Tx,
  decision: BatchDecision,
): Promise<Batch> => decideAndRecord(context, db, decision, "active");

/**
 * ready → rejected, with a reason; the codes never become live. Also possible after the approval
 * has expired. Refuses NOT_FOUND, BATCH_STATE, NO_PERMISSION.
 */
export const rejectBatch = (
  context: Context,
  db: Db | Tx,
  decision: Required<BatchDecision>,
): Promise<Batch> => decideAndRecord(context, db, decision, "rejected");

/**
 * ready → rejected by its own maker, also after the approval has expired. Refuses BATCH_STATE to all
 * others and when it does not wait for a checker.
 */
export const withdrawBatch = (
  context: Context,
  db: Db | Tx,
  { batchId, makerId, reason }: { batchId: string; makerId: string; reason: string },
): Promise<void> =>
  transaction(db, async (tx) => {
    const withdrawn = { makerId, reason, now: context.clock.sql() };
    if (!(await withdrawReadyBatch(tx, batchId, withdrawn))) throw new Refusal("BATCH_STATE");
    await releaseQuota(tx, batchId);
    const actorId = makerId;
    const change = { batchId, makerId, actorId, from: "ready", to: "rejected", reason } as const;
    await recordStateChange(context, tx, change);
  });
