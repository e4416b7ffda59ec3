/** The channel's word on a transfer: one place applies it, whether it is an answer, a query's or a notification. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { type News, tell } from "../../../platform/jobs/news.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { TransferListener, TransferWord } from "../../payments/port.ts";
import { payeeHash, type Withdrawal } from "../model.ts";
import type { PayoutChannel } from "../port.ts";
import { type Applied, callApply, findWithdrawal, ownerOfBill } from "../store.ts";
import { failureText } from "../words.ts";

type Account = Pick<PayoutChannel, "account">;
export type Change = Applied["change"] | "unknown_number";

/** Why a word is not about our money; the amount is compared where it is applied. */
function strangeness(
  { account }: Account,
  withdrawal: Withdrawal,
  word: TransferWord,
): string | undefined {
  if (word.merchantId !== account.merchantId) return "mchid";
  if (word.appId !== undefined && word.appId !== account.appId) return "appid";
  const { openid } = word;
  const isOther = openid !== undefined && !payeeHash(openid).equals(withdrawal.payeeHash);
  return isOther ? "payee" : undefined;
}

const told: Readonly<Partial<Record<Change, News["kind"]>>> = {
  waiting: "withdrawal.waiting",
  success: "withdrawal.done",
  returned: "withdrawal.failed",
};

/**
 * Applies a word in the caller's transaction. Safe to repeat, in any order and beside others: money moves once.
 * `conflict` and `unknown_number` move nothing, and are logged for a person.
 */
export async function applyTransferWord(
  context: Context,
  tx: Tx,
  channel: Account,
  word: TransferWord,
): Promise<Change> {
  const { outBillNo, state } = word;
  const key = await ownerOfBill(tx, outBillNo);
  if (!key) {
    context.log.error({ outBillNo }, "the channel speaks of a transfer that is not ours");
    return "unknown_number";
  }
  const withdrawal = await findWithdrawal(tx, key);
  invariant(withdrawal, "a withdrawal lies where its number says");
  const isLost = state === "failed" || state === "cancelled";
  const said = {
    state,
    amountFen: word.amountFen,
    transferNo: word.transferNo,
    package: word.package,
    ...(isLost ? { code: word.code, reason: failureText(state, word.code) } : {}),
    eventId: context.ids.next(),
    txnId: context.ids.next(),
  };
  const strange = strangeness(channel, withdrawal, word);
  const { change, why } = strange
    ? { change: "conflict" as const, why: strange }
    : await callApply(tx, key, said, context.clock.sql());
  if (change === "conflict") {
    context.log.error({ outBillNo, why, state }, "the channel's word contradicts our withdrawal");
  }
  const kind = told[change];
  if (kind !== undefined) {
    const { ownerId: memberId, id: ref, withdrawalNo, netFen: amountFen } = withdrawal;
    await tell(context, tx, { memberId, kind, ref, data: { withdrawalNo, amountFen } });
  }
  return change;
}

/** Hears what the channel says of transfers unasked. */
export const transferListener = (context: Context, channel: Account): TransferListener => ({
  onTransferWord: async (tx, word) => {
    const change = await applyTransferWord(context, tx, channel, word);
    return change !== "conflict" && change !== "unknown_number";
  },
});
