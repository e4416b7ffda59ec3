/** Handles payments and refunds of top-ups by the channel, in the transaction that posts them. */
import type { Context } from "../../../platform/context.ts";
import { pushToMember } from "../../../platform/push/event-log.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { PaidPayment, PaymentListener, ReturnListener } from "../../payments/port.ts";
import { expiryOf } from "../../points/model.ts";
import { callReceive, callRefundDone, type PaidTopUp } from "../store/topups.ts";
import { postingTitles } from "../texts.ts";

/** The payment as `wallet_topup_paid` takes it. */
export const paidTopUp = (
  { settings, ids, clock }: Context,
  { attemptId, amountFen, paidAt }: Pick<PaidPayment, "attemptId" | "amountFen" | "paidAt">,
): PaidTopUp => ({
  attemptId,
  amountFen,
  paidAt: paidAt.toISOString(),
  capFen: settings.balanceCapFen,
  lotId: ids.next(),
  eventId: ids.next(),
  newsId: ids.next(),
  bonusEndsAt: expiryOf(clock.now(), settings.bonusLifeMonths).toISOString(),
  title: postingTitles.topUp,
  bonusTitle: postingTitles.topUpBonus,
});

/**
 * A top-up is credited even after it expired. Its money is late only when the balance cannot hold it
 * (any more), and then all of it is refunded to the payer. See docs/decisions/0025.
 */
export const topUpListener = (context: Context): PaymentListener => ({
  receive: async (db, { ownerId, bizType, bizId: topUpId, attemptId, receipt, ...payment }) => {
    invariant(bizType === "topup", "the wallet hears of the payments of top-ups");
    const paid = paidTopUp(context, { ...payment, attemptId });
    const now = context.clock.sql();
    return callReceive(db, { ownerId, topUpId, attemptId, receipt: { ...receipt, paid }, now });
  },
});

/** Ends the refund of a top-up; ignores other returns. */
export const topUpReturnListener = (context: Context): ReturnListener => ({
  onReturned: async (tx, { ownerId, refundNo }) => {
    const eventId = context.ids.next();
    await callRefundDone(tx, ownerId, { refundNo, eventId, now: context.clock.sql() });
    await pushToMember(context, tx, ownerId, { type: "topup", refundNo });
  },
});
