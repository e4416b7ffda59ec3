/**
 * Completes an order of cards once its member has marked cards as used and none can be used any
 * more.
 */
import type { Context } from "../../../platform/context.ts";
import type { Tx } from "../../../platform/database/pool.ts";
import type { HistoryEntry } from "../../../platform/entity-history.ts";
import { countOfOrder } from "../../cards/actions.ts";
import type { CardListener } from "../../cards/port.ts";
import { hasTickets, lockActiveOrder } from "../store/items.ts";
import type { OrderKey } from "../store/read.ts";
import { applyOrderEvent } from "./apply-event.ts";

const system = { kind: "system" } as const;

/**
 * ACTIVE → DONE when at least one card was marked as used and no other can still be used. Orders
 * whose cards are all void end with their refund, orders whose cards are all expired with
 * `closeOverdue`, tickets with `receiveOwnOrder`. The caller holds the lock on the order's row.
 */
export async function completeWhenAllUsed(
  context: Context,
  tx: Tx,
  key: OrderKey,
  actor: HistoryEntry["actor"] = system,
): Promise<void> {
  const { live, used } = await countOfOrder(tx, { ...key, now: context.clock.sql() });
  if (live > 0 || used === 0 || (await hasTickets(tx, key))) return;
  await applyOrderEvent(context, tx, key, { event: "received", actor });
}

/** What the cards module calls when a member marks a card as used. */
export const cardListener = (context: Context): CardListener => ({
  lockOrder: async (tx, key) => {
    await lockActiveOrder(tx, key, context.clock.sql());
  },
  onUsed: (tx, key, memberId) =>
    completeWhenAllUsed(context, tx, key, { kind: "member", id: memberId }),
});
