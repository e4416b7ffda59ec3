/**
 * Automatic refunds: what definitely failed is refunded without an application, approved from the
 * start.
 */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { refundableOf } from "../../orders/actions.ts";
import type { ItemRefunder } from "../../orders/port.ts";
import type { Units } from "../model.ts";
import { openRefund } from "./open.ts";

/**
 * Refunds all that is left of an order, or of some of its items, in the caller's transaction.
 * Returns the refund's id; `undefined` when nothing is left, so that a second call changes nothing.
 */
export async function refundAutomatically(
  context: Context,
  tx: Tx,
  wanted: {
    readonly ownerId: string;
    readonly orderId: string;
    /** Absent means all items. */
    readonly itemIds?: readonly string[];
    readonly reason: string;
  },
): Promise<string | undefined> {
  const { itemIds, reason } = wanted;
  const order = await refundableOf(tx, wanted);
  if (!order) return undefined;
  const units: Units[] = order.items
    .filter(({ id }) => !itemIds || itemIds.includes(id))
    .map(({ id, quantity, refundedQuantity }) => ({
      itemId: id,
      quantity: quantity - refundedQuantity,
    }))
    .filter(({ quantity }) => quantity > 0);
  if (units.length === 0) return undefined;
  const applicant = { kind: "system" } as const;
  return openRefund(context, tx, { order, units, reason, applicant, state: "APPROVED" });
}

/** The orders module calls this when an item definitely failed. */
export const itemRefunder = (context: Context): ItemRefunder => ({
  refundItem: async (tx, { ownerId, orderId, itemId, reason }) => {
    const one = itemId === undefined ? {} : { itemIds: [itemId] };
    await refundAutomatically(context, tx, { ownerId, orderId, reason, ...one });
  },
});
