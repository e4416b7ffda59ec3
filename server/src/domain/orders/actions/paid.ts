/** Hears that the channel brought the money of an order, in the transaction that credits it. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { writeEvent } from "../../../platform/event.ts";
import { invariant } from "../../../platform/refusal.ts";
import type { PaymentListener } from "../../payments/port.ts";
import type { CodeTaker } from "../port.ts";
import { callPaid } from "../store/place.ts";
import { isDone, type Key, waitingCodeOf } from "../store/read.ts";
import { reward } from "./reward.ts";

/** What is delivered at once, as packs of coupons are, is done the moment it is paid, and earns then. */
async function rewardIfDone(context: Context, tx: Tx, key: Key): Promise<void> {
  if (await isDone(tx, key)) await reward(context, tx, key);
}

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
    if (outcome !== "late") {
      await rewardIfDone(context, tx, key);
      return "accepted";
    }
    await writeEvent(context, tx, {
      ...{ memberId: ownerId, entity: "order", entityId: bizId, name: "late_paid" },
      ...{ actor: { kind: "channel", id: "wechatpay" }, data: { attemptId, amountFen } },
    });
    return "late";
  },
});
