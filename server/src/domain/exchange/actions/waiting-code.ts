/**
 * The code of an order that waits for its difference: redeemed with the payment, released without
 * it.
 */
import type { Context } from "../../../platform/context.ts";
import { writeHistoryEntry } from "../../../platform/entity-history.ts";
import type { CodeRedeemer } from "../../orders/port.ts";
import { callReceive, callRedeemWaiting, releaseWaitingCode } from "../store/waiting.ts";

const idsOf = ({ ids, clock }: Context) => ({
  txnId: ids.next(),
  eventId: ids.next(),
  now: clock.sql(),
});

/** The operations that orders call inside the transaction that pays or ends an order. */
export const codeRedeemer = (context: Context): CodeRedeemer => ({
  redeem: (tx, waiting) => callRedeemWaiting(tx, waiting, idsOf(context)),
  receive: (db, payment) =>
    callReceive(db, payment, { codeTxnId: context.ids.next(), codeEventId: context.ids.next() }),
  release: async (tx, { ownerId, orderId, codeMac }) => {
    const released = await releaseWaitingCode(tx, { codeMac, orderId });
    if (released === undefined) return;
    await writeHistoryEntry(context, tx, {
      memberId: ownerId,
      entity: "code",
      entityId: released.codeId,
      name: "not_paid",
      from: released.isOfMany ? "ACTIVE" : "LOCKED",
      to: "ACTIVE",
      actor: { kind: "system" },
      data: { orderId },
    });
  },
});
