/** The code of an order that waits for its difference: taken with the payment, free again without it. */
import type { Context } from "../../../platform/context.ts";
import { writeEvent } from "../../../platform/event.ts";
import type { CodeTaker } from "../../orders/port.ts";
import { callPaidWithCode, callTake, freeCode } from "../waiting-store.ts";

const idsOf = ({ ids, clock }: Context) => ({
  txnId: ids.next(),
  eventId: ids.next(),
  now: clock.sql(),
});

/** What orders ask inside the transaction that pays or ends an order. */
export const codeTaker = (context: Context): CodeTaker => ({
  take: (tx, waiting) => callTake(tx, waiting, idsOf(context)),
  paid: (tx, waiting, payment) =>
    callPaidWithCode(tx, waiting, {
      ...payment,
      ...idsOf(context),
      codeTxnId: context.ids.next(),
    }),
  release: async (tx, { ownerId, orderId, codeMac }) => {
    const codeId = await freeCode(tx, { codeMac, orderId });
    if (codeId === undefined) return;
    await writeEvent(context, tx, {
      memberId: ownerId,
      entity: "code",
      entityId: codeId,
      name: "not_paid",
      from: "LOCKED",
      to: "ACTIVE",
      actor: { kind: "system" },
      data: { orderId },
    });
  },
});
