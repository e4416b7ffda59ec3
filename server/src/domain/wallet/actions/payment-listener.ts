/** Handles payments and refunds of top-ups by the channel, in the transaction that posts them. */
import type { Context } from "../../../platform/context.ts";
import { pushToMember } from "../../../platform/push/event-log.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { PaidPayment, PaymentListener, ReturnListener } from "../../payments/port.ts";
import { expiryOf } from "../../points/model.ts";
import { callPaid, callReceivePayment, callRefundDone } from "../store/topups.ts";

/**
 * A top-up is credited even after it expired. Returns `late` only when the balance cannot hold it
 * (any more), and then all of it is refunded to the payer. See docs/decisions/0025.
 */
export const topUpListener = (context: Context): PaymentListener => {
  const updateOf = ({ attemptId, amountFen, paidAt }: PaidPayment) => ({
    attemptId,
    amountFen,
    paidAt,
    capFen: context.settings.balanceCapFen,
    lotId: context.ids.next(),
    eventId: context.ids.next(),
    newsId: context.ids.next(),
    bonusEndsAt: expiryOf(context.clock.now(), context.settings.bonusLifeMonths),
  });
  return {
    onPaid: async (tx, paid) => {
      const { ownerId, bizType, bizId: topUpId } = paid;
      invariant(bizType === "topup", "the wallet hears of the payments of top-ups");
      const now = context.clock.sql();
      const outcome = await callPaid(tx, { ownerId, topUpId }, { update: updateOf(paid), now });
      await pushToMember(context, tx, ownerId, { type: "topup", topUpId });
      return outcome === "paid" || outcome === "repeat" ? "accepted" : "late";
    },

    receiveInOneStatement: (db, notified) =>
      callReceivePayment(db, { ...notified, paid: updateOf(notified), now: context.clock.sql() }),
  };
};

/** Ends the refund of a top-up; ignores other returns. */
export const topUpReturnListener = (context: Context): ReturnListener => ({
  onReturned: async (tx, { ownerId, refundNo }) => {
    const eventId = context.ids.next();
    await callRefundDone(tx, ownerId, { refundNo, eventId, now: context.clock.sql() });
    await pushToMember(context, tx, ownerId, { type: "topup", refundNo });
  },
});
