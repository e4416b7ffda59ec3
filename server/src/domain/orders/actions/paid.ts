/** Hears that the channel brought the money of an order, in the transaction that credits it. */
import type { Context } from "../../../platform/context.ts";
import { writeEvent } from "../../../platform/event.ts";
import { tell } from "../../../platform/jobs/news.ts";
import { pushTo } from "../../../platform/push/log.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { PaymentListener } from "../../payments/port.ts";
import type { CodeTaker } from "../port.ts";
import { callPaid, callReceive } from "../store/place.ts";
import { waitingCodeOf } from "../store/read.ts";
import { isDone } from "../store/reward.ts";
import { reward } from "./reward.ts";

/** `late` when the order does not want the money any more; see `functions/paid.sql`. */
export const paymentListener = (
  context: Context,
  { codes }: { readonly codes: CodeTaker },
): PaymentListener => ({
  onPaid: async (tx, { ownerId, bizType, bizId, attemptId, amountFen }) => {
    invariant(bizType === "order", "orders hear of the payments of orders");
    const key = { ownerId, orderId: bizId };
    const now = context.clock.sql();
    const paid = { txnId: context.ids.next(), attemptId, amountFen, now };
    const waiting = await waitingCodeOf(tx, key);
    const outcome = waiting ? await codes.paid(tx, waiting, paid) : await callPaid(tx, key, paid);
    await pushTo(context, tx, ownerId, { type: "order", orderId: bizId });
    // Packs of coupons are there at once: such an order is done with its payment.
    if (outcome === "paid" && (await isDone(tx, key))) await reward(context, tx, key);
    if (outcome !== "late") return "accepted";
    await writeEvent(context, tx, {
      memberId: ownerId,
      entity: "order",
      entityId: bizId,
      name: "late_paid",
      actor: { kind: "channel", id: "wechatpay" },
      data: { attemptId, amountFen },
    });
    const data = { attemptId, amountFen };
    await tell(context, tx, { memberId: ownerId, kind: "order.closed_late", ref: bizId, data });
    return "late";
  },

  receive: (db, { ownerId, bizId: orderId, attemptId, word, txnId, eventKey, envelope }) =>
    callReceive(db, {
      ownerId,
      orderId,
      attemptId,
      word,
      eventKey,
      envelope,
      ids: { paidId: context.ids.next(), txnId },
      now: context.clock.sql(),
    }),
});
