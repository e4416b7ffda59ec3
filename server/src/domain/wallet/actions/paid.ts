/** Hears that the channel brought the money of a top-up, or has paid some of it back, in the transaction that books it. */
import type { Context } from "../../../platform/context.ts";
import { pushTo } from "../../../platform/push/log.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { PaidFor, PaymentListener, ReturnListener } from "../../payments/port.ts";
import { expiryOf } from "../../points/model.ts";
import { callPaid, callReceive, callRefundDone } from "../store/topups.ts";

/**
 * A top-up is credited also when its time to pay was over; `late` only when the balance cannot hold it (any more), and
 * then all of it goes back where it came from. See docs/decisions/0025.
 */
export const topUpListener = (context: Context): PaymentListener => {
  const said = ({ attemptId, amountFen, paidAt }: PaidFor) => ({
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
      const outcome = await callPaid(tx, { ownerId, topUpId }, { said: said(paid), now });
      await pushTo(context, tx, ownerId, { type: "topup", topUpId });
      return outcome === "paid" || outcome === "repeat" ? "accepted" : "late";
    },

    receive: (db, notified) =>
      callReceive(db, { ...notified, paid: said(notified), now: context.clock.sql() }),
  };
};

/** Ends the refund of a top-up; other returns are none of this room's. */
export const topUpReturns = (context: Context): ReturnListener => ({
  onReturned: async (tx, { ownerId, refundNo }) => {
    const eventId = context.ids.next();
    await callRefundDone(tx, ownerId, { refundNo, eventId, now: context.clock.sql() });
    await pushTo(context, tx, ownerId, { type: "topup", refundNo });
  },
});
