/** Handles a successful payment of an order by the channel, in the transaction that credits it. */
import type { Context } from "../../../platform/context.ts";
import { transaction } from "../../../platform/database/transaction.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { PaymentListener } from "../../payments/port.ts";
import type { CodeRedeemer } from "../port.ts";
import { callReceive, callReceiveWithin } from "../store/receive.ts";
import { grantOrderReward } from "./reward.ts";

/** See `functions/receive.sql`. */
export const paymentListener = (
  context: Context,
  { codes }: { readonly codes: CodeRedeemer },
): PaymentListener => ({
  receive: async (db, { ownerId, bizType, bizId: orderId, attemptId, receipt }) => {
    invariant(bizType === "order", "orders hear of the payments of orders");
    const key = { ownerId, orderId };
    const now = context.clock.sql();
    const payment = { ...key, attemptId, receipt: { ...receipt, paidId: context.ids.next() }, now };
    const received = await callReceive(db, payment);
    if (received.change === "waits_for_code") return codes.receive(db, payment);
    if (received.change !== "completes") return received;
    return transaction(db, async (tx) => {
      const completed = await callReceiveWithin(tx, payment);
      invariant(
        completed.change !== "waits_for_code" && completed.change !== "completes",
        "a payment with its reward is received",
      );
      if (completed.change === "won") await grantOrderReward(context, tx, key);
      return completed;
    });
  },
});
