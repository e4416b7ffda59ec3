/** Applies a transition with its history entry, in the caller's transaction. */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import { type HistoryEntry, writeHistoryEntry } from "../../../platform/entity-history.ts";
import { pushToMember } from "../../../platform/push/event-log.ts";
import { type OrderEvent, transitions } from "../lifecycle.ts";
import type { OrderKey } from "../store/read.ts";
import { moveOrder } from "../store/write.ts";

/**
 * Moves an order and writes the history entry; returns false, writing nothing, when the order is
 * not in a state where this event begins.
 */
export async function applyOrderEvent(
  context: Context,
  tx: Tx,
  key: OrderKey,
  move: { event: OrderEvent; actor: HistoryEntry["actor"]; reason?: string; closedReason?: string },
): Promise<boolean> {
  const { event, actor, reason, closedReason } = move;
  const moved = await moveOrder(tx, key, { event, reason: closedReason, now: context.clock.sql() });
  if (!moved) return false;
  await writeHistoryEntry(context, tx, {
    memberId: key.ownerId,
    entity: "order",
    entityId: key.orderId,
    name: event,
    from: `${moved.wasOrder}/${moved.wasFulfil}`,
    to: `${transitions[event].order.to}/${transitions[event].fulfil.to}`,
    actor,
    ...(reason === undefined ? {} : { reason }),
  });
  await pushToMember(context, tx, key.ownerId, { type: "order", orderId: key.orderId });
  return true;
}
