/** Orders what definitely failed from another supplier, decided by an operator. */
import type { Context } from "../../../platform/context.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { runIdempotently } from "../../../platform/idempotency.ts";
import { Refusal } from "../../../platform/refusal.ts";
import { refuseOwnAccount } from "../../approvals/actions.ts";
import { submitAgain } from "../../fulfilment/actions.ts";
import { contactPhone, itemContact } from "../../orders/actions.ts";
import { lockStuckOrder } from "../store/order-lock.ts";
import type { OrderKey } from "../store/order-detail.ts";
import { orderKeyByNo } from "./order-detail.ts";

/** Returns the phone or the account that the failed request needs; it never leaves the server. */
async function contactOf(
  context: Context,
  tx: Tx,
  key: OrderKey,
  { kind, itemId }: { readonly kind: string; readonly itemId: string | null },
): Promise<string | undefined> {
  if (kind === "card") return undefined;
  return itemId === null
    ? contactPhone(context, tx, key)
    : itemContact(context, tx, { ...key, itemId });
}

/**
 * Submits a failed supplier order again, once for each key, and returns the new number. Only an
 * order that waits for an operator after a definite failure is rerouted: an unknown result may
 * still become a delivery. Refuses NOT_FOUND, STATE_CHANGED, INPUT_INVALID, OWN_ACCOUNT.
 */
export async function rerouteOrder(
  context: Context,
  db: Db,
  request: {
    readonly orderNo: string;
    readonly outNo: string;
    readonly supplierId: string;
    readonly reason: string;
    readonly operatorId: string;
    readonly key: string;
  },
): Promise<string> {
  const { key, operatorId, ...wanted } = request;
  const order = await orderKeyByNo(db, wanted.orderNo);
  refuseOwnAccount(operatorId, order.ownerId);
  const intent = { memberId: operatorId, route: "operatorOrders.reroute", key, body: wanted };
  return runIdempotently(context, db, intent, async (tx) => {
    const stuck = await lockStuckOrder(tx, order, wanted.outNo);
    if (!stuck) throw new Refusal("STATE_CHANGED");
    const contact = await contactOf(context, tx, order, stuck);
    return submitAgain(context, tx, { ...order, ...wanted, operatorId, contact });
  });
}
