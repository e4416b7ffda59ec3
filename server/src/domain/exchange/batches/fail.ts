/**
 * Ends the generation of a batch that cannot succeed: generating → failed. The maker sees the
 * reason and can try again.
 */
import type { Context } from "../../../platform/context.ts";
import { databaseError, databaseIsDown, lockTimedOut } from "../../../platform/database/failure.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { releaseQuota } from "../dealers/quota.ts";
import { recordStateChange } from "./history.ts";
import { failGenerating } from "./store/generation.ts";

/**
 * Codes are generated in our own database. A failure that repeats this often, over some thirty
 * seconds, is permanent.
 */
const TRIES_MAX = 5;
const REASON = "兑换码没有生成成功，额度已退回；可以重新生成，或核对面额与有效期后新建一批";

/** SQLSTATE classes 22 and 23: the values of the statement are wrong and a retry does not help. */
const isPermanentError = (error: unknown): boolean =>
  error instanceof RangeError || /^2[23]/.test(databaseError(error)?.code ?? "");

/**
 * Returns whether a failure fails the batch. An unavailable database or a lock conflict does not.
 */
export function isLastFailure(error: unknown, attempt: number): boolean {
  if (databaseIsDown(error) || lockTimedOut(error)) return false;
  return isPermanentError(error) || attempt >= TRIES_MAX;
}

/**
 * Returns true for a message whose earlier attempts all ended without a report, as when the process
 * crashes on it.
 */
export const areAttemptsExhausted = (attempt: number): boolean => attempt > TRIES_MAX;

/**
 * Releases the dealer's charged monthly quota. Codes generated so far stay inactive; a later run
 * continues after them.
 */
export async function failBatch(
  context: Context,
  db: Db,
  { batchId, makerId }: { readonly batchId: string; readonly makerId: string },
): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await failGenerating(tx, batchId, REASON))) return;
    await releaseQuota(tx, batchId);
    await recordStateChange(context, tx, {
      batchId,
      makerId,
      actorId: makerId,
      from: "generating",
      to: "failed",
      reason: REASON,
    });
  });
}
