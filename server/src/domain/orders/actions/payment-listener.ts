/**
 * Handles a successful payment of an order by the channel, in the transaction that credits the
 * money.
 */
import type { Context } from "../../../platform/context.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import { publishEvent } from "../../../platform/jobs/domain-events.ts";
import { pushToMember } from "../../../platform/push/event-log.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { PaymentListener } from "../../payments/port.ts";
import type { CodeRedeemer } from "../port.ts";
import { callPaid, callReceivePayment } from "../store/place.ts";
import { waitingCodeOf } from "../store/read.ts";
import { isDone } from "../store/reward.ts";
import { grantOrderReward } from "./reward.ts";

/** Returns `late` when the order cannot accept the money any more; see `functions/paid.sql`. */
export const paymentListener = (
  context: Context,
  { codes }: { readonly codes: CodeRedeemer },
): PaymentListener => ({
  onPaid: async (tx, { ownerId, bizType, bizId, attemptId, amountFen }) => {
    invariant(bizType === "order", "orders hear of the payments of orders");
    const key = { ownerId, orderId: bizId };
    const now = context.clock.sql();
    const paid = { txnId: context.ids.next(), attemptId, amountFen, now };
    const waiting = await waitingCodeOf(tx, key);
    const outcome = waiting
      ? await codes.redeemPaid(tx, waiting, paid)
      : await callPaid(tx, key, paid);
    await pushToMember(context, tx, ownerId, { type: "order", orderId: bizId });
    // Coupon packs are granted at once: such an order is done with its payment.
    if (outcome === "paid" && (await isDone(tx, key))) await grantOrderReward(context, tx, key);
    if (outcome !== "late") return "accepted";
    await writeHistoryEntry(context, tx, {
      memberId: ownerId,
      entity: "order",
      entityId: bizId,
      name: "late_paid",
      actor: { kind: "channel", id: "wechatpay" },
      data: { attemptId, amountFen },
    });
    const data = { attemptId, amountFen };
    await publishEvent(context, tx, {
      memberId: ownerId,
      kind: "order.closed_late",
      ref: bizId,
      data,
    });
    return "late";
  },

  receiveInOneStatement: (
    db,
    { ownerId, bizId: orderId, attemptId, update, txnId, eventKey, envelope },
  ) =>
    callReceivePayment(db, {
      ownerId,
      orderId,
      attemptId,
      update,
      eventKey,
      envelope,
      ids: { paidId: context.ids.next(), txnId },
      now: context.clock.sql(),
    }),
});
