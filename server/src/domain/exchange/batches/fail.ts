/** Ends the making of a batch that cannot succeed: generating → failed, where its maker sees it and may try again. */
import type { Context } from "../../../platform/context.ts";
import { databaseError, databaseIsDown, lockTimedOut } from "../../../platform/database/failure.ts";
import type { Db } from "../../../platform/database/pool.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { releaseQuota } from "../dealers/quota.ts";
import { recordStateChange } from "./history.ts";
import { failGenerating } from "./generation-store.ts";

/** Codes are made in our own database; what fails so often, some thirty seconds apart in all, does not pass by itself. */
const TRIES_MAX = 5;
const REASON = "兑换码没有生成成功，额度已退回；可以重新生成，或核对面额与有效期后新建一批";

/** SQLSTATE classes 22 and 23: the statement's values are wrong and stay so. */
const isPermanentError = (error: unknown): boolean =>
  error instanceof RangeError || /^2[23]/.test(databaseError(error)?.code ?? "");

/** Whether a failure is the last of its batch. An absent database or a lock is no failure of the batch. */
export function isLastFailure(error: unknown, attempt: number): boolean {
  if (databaseIsDown(error) || lockTimedOut(error)) return false;
  return isPermanentError(error) || attempt >= TRIES_MAX;
}

/** True for a message whose earlier attempts all ended without a word, as those of a process that dies of it. */
export const areAttemptsExhausted = (attempt: number): boolean => attempt > TRIES_MAX;

/** What a dealer's month was charged is given back. Codes made so far stay asleep; a later making goes on behind them. */
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
      to: "failed",
      reason: REASON,
    });
  });
}
