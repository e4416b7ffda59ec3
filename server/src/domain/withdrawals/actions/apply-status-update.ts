/**
 * Applies the channel's status update of a transfer, from an answer, a query or a notification.
 * Nothing else does.
 */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { type DomainEvent, publishEvent } from "../../../platform/jobs/domain-events.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { TransferListener, TransferStatusUpdate } from "../../payments/port.ts";
import { payeeHash, type Withdrawal } from "../model.ts";
import type { PayoutChannel } from "../port.ts";
import { type ApplyResult, callApply, findWithdrawal, findKeyByOutBillNo } from "../store.ts";
import { failureText, POSTING_TITLE } from "../texts.ts";

type Account = Pick<PayoutChannel, "account">;
export type UpdateOutcome = ApplyResult["change"] | "unknown_number";

/**
 * Returns why a status update does not match our payout; the amount is compared where it is
 * applied.
 */
function mismatchOf(
  { account }: Account,
  withdrawal: Withdrawal,
  update: TransferStatusUpdate,
): string | undefined {
  if (update.merchantId !== account.merchantId) return "mchid";
  if (update.appId !== undefined && update.appId !== account.appId) return "appid";
  const { openid } = update;
  const isOther = openid !== undefined && !payeeHash(openid).equals(withdrawal.payeeHash);
  return isOther ? "payee" : undefined;
}

const eventKinds: Readonly<Partial<Record<UpdateOutcome, DomainEvent["kind"]>>> = {
  waiting: "withdrawal.waiting",
  success: "withdrawal.done",
  returned: "withdrawal.failed",
};

/**
 * Applies a status update in the caller's transaction. Safe to repeat, in any order and
 * concurrently: money moves once. `conflict` and `unknown_number` move nothing, and are logged for
 * an operator.
 */
export async function applyStatusUpdate(
  context: Context,
  tx: Tx,
  channel: Account,
  update: TransferStatusUpdate,
): Promise<UpdateOutcome> {
  const { outBillNo, state } = update;
  const key = await findKeyByOutBillNo(tx, outBillNo);
  if (!key) {
    context.log.error({ outBillNo }, "the channel reports an unknown transfer");
    return "unknown_number";
  }
  const withdrawal = await findWithdrawal(tx, key);
  invariant(withdrawal, "a withdrawal is found by its number");
  const isLost = state === "failed" || state === "cancelled";
  const sqlUpdate = {
    state,
    amountFen: update.amountFen ?? null,
    transferNo: update.transferNo ?? null,
    package: update.package ?? null,
    ...(isLost ? { code: update.code ?? null, reason: failureText(state, update.code) } : {}),
    title: POSTING_TITLE,
    eventId: context.ids.next(),
    txnId: context.ids.next(),
  };
  const strange = mismatchOf(channel, withdrawal, update);
  const { change, why }: Omit<ApplyResult, "was"> = strange
    ? { change: "conflict", why: strange }
    : await callApply(tx, key, sqlUpdate, context.clock.sql());
  if (change === "conflict") {
    context.log.error({ outBillNo, why, state }, "the channel's update contradicts our withdrawal");
  }
  const kind = eventKinds[change];
  if (kind !== undefined) {
    const { ownerId: memberId, id: ref, withdrawalNo, netFen: amountFen } = withdrawal;
    await publishEvent(context, tx, { memberId, kind, ref, data: { withdrawalNo, amountFen } });
  }
  return change;
}

/** Handles the channel's transfer notifications. */
export const transferListener = (context: Context, channel: Account): TransferListener => ({
  onTransferUpdate: async (tx, update) => {
    const change = await applyStatusUpdate(context, tx, channel, update);
    return change !== "conflict" && change !== "unknown_number";
  },
});
