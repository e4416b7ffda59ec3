/** Hears that the channel brought the money of a top-up, or has paid some of it back, in the transaction that books it. */
import type { Context } from "../../../platform/context.ts";
import { invariant } from "../../../platform/refusal.ts";
import { tell } from "../../../platform/jobs/news.ts";
import type { PaymentListener, ReturnListener } from "../../payments/port.ts";
import { expiryOf } from "../../points/model.ts";
import { callPaid, callRefundDone } from "../store/topups.ts";

/**
 * A top-up is credited also when its time to pay was over; `late` only when the balance cannot hold it (any more), and
 * then all of it goes back where it came from. See docs/decisions/0025.
 */
export const topUpListener = (context: Context): PaymentListener => ({
  onPaid: async (tx, { ownerId, bizType, bizId: topUpId, attemptId, amountFen, paidAt }) => {
    invariant(bizType === "topup", "the wallet hears of the payments of top-ups");
    const { clock, ids, settings } = context;
    const said = {
      ...{ attemptId, amountFen, paidAt, capFen: settings.balanceCapFen },
      ...{ lotId: ids.next(), eventId: ids.next() },
      bonusEndsAt: expiryOf(clock.now(), settings.bonusLifeMonths),
    };
    const outcome = await callPaid(tx, { ownerId, topUpId }, { said, now: clock.sql() });
    if (outcome === "paid") {
      const data = { amountFen, at: clock.now().getTime() };
      await tell(context, tx, { memberId: ownerId, kind: "topup.done", ref: topUpId, data });
    }
    return outcome === "paid" || outcome === "repeat" ? "accepted" : "late";
  },
});

/** Ends the refund of a top-up; other returns are none of this room's. */
export const topUpReturns = (context: Context): ReturnListener => ({
  onReturned: async (tx, { ownerId, refundNo }) => {
    const eventId = context.ids.next();
    await callRefundDone(tx, ownerId, { refundNo, eventId, now: context.clock.sql() });
  },
});
