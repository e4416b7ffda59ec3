/** Statements about the items of orders; each change is guarded by the states it begins in. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import {
  fulfilStateOf,
  isDelivered,
  type ItemEvent,
  type ItemState,
  itemTransitions,
  type ItemStatus,
  waitsToBeUsed,
} from "../item-machine.ts";
import type { ItemSnapshot } from "../model.ts";
import type { OrderKey } from "./read.ts";

export type ItemKey = OrderKey & { readonly itemId: string };
export type ItemRow = {
  readonly state: ItemState;
  readonly quantity: number;
  readonly snapshot: ItemSnapshot;
  readonly seq: number;
};

/**
 * Holds the member's book and then the order's row, so that news of its items come one after the other, and in the
 * order in which everybody locks; false when the order is not active.
 */
export async function lockActiveOrder(
  tx: Tx,
  { ownerId, orderId }: OrderKey,
  now: Now,
): Promise<boolean> {
  await tx.execute(sql`SELECT ledger_book(${ownerId}, ${now}::timestamptz)`);
  const held = await tx.execute(sql`
    SELECT 1 FROM orders WHERE member_id = ${ownerId} AND id = ${orderId} AND order_state = 'ACTIVE'
    FOR NO KEY UPDATE`);
  return held.rows.length > 0;
}

/** One move of an item; undefined when it was not where this event begins. */
export async function moveItem(
  tx: Tx,
  { ownerId, itemId }: ItemKey,
  event: ItemEvent,
  now: Now,
): Promise<ItemRow | undefined> {
  const { from, to } = itemTransitions[event];
  const moved = await tx.execute<ItemRow>(sql`
    UPDATE order_item
    SET fulfil_state = ${to}, done_at = CASE WHEN ${to === "DONE"} THEN ${sqlNow(now)} ELSE done_at END
    WHERE member_id = ${ownerId} AND id = ${itemId} AND fulfil_state = ANY(${sql.param([...from])}::text[])
    RETURNING fulfil_state AS state, quantity, snapshot, seq`);
  return moved.rows[0];
}

/** Whether an item is still to be delivered. */
export async function isOpenItem(tx: Tx, { ownerId, itemId }: ItemKey): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    SELECT 1 FROM order_item WHERE member_id = ${ownerId} AND id = ${itemId}
      AND fulfil_state = ANY(${sql.param([...itemTransitions.failed.from])}::text[])`);
  return rows.length > 0;
}

/**
 * Brings the order to where its items are, and answers whether now all of it is delivered. It is done with that, unless
 * something of it is yet to be used.
 */
export async function syncOrderWithItems(
  tx: Tx,
  { ownerId, orderId }: OrderKey,
  now: Now,
): Promise<boolean> {
  const { rows: items } = await tx.execute<ItemStatus>(sql`
    SELECT fulfil_state AS state, snapshot->>'delivery' AS delivery FROM order_item
    WHERE member_id = ${ownerId} AND order_id = ${orderId} ORDER BY seq`);
  const states = items.map(({ state }) => state);
  const isComplete = isDelivered(states);
  const isDone = isComplete && !waitsToBeUsed(items);
  const moved = await tx.execute(sql`
    UPDATE orders
    SET fulfil_state = ${fulfilStateOf(states)}, order_state = ${isDone ? "DONE" : "ACTIVE"},
        finished_at = CASE WHEN ${isDone} THEN ${sqlNow(now)} ELSE finished_at END
    WHERE member_id = ${ownerId} AND id = ${orderId} AND order_state = 'ACTIVE'`);
  return isComplete && moved.rowCount === 1;
}

/** Stands for the end of a card or ticket that has none. */
const ENDLESS = "2200-01-01T00:00:00Z";

/** An order waits to be used until the last end of its tickets and cards; `until` null means without end. */
export async function extendPickupUntil(
  tx: Tx,
  { ownerId, orderId }: OrderKey,
  until: Date | null,
): Promise<void> {
  await tx.execute(sql`
    UPDATE orders SET pickup_to = greatest(pickup_to, coalesce(${until}::timestamptz, ${ENDLESS}::timestamptz))
    WHERE member_id = ${ownerId} AND id = ${orderId}`);
}

/** Whether an order has delivered tickets: the order, not each of them, is marked as used. */
export async function hasTickets(tx: Tx, { ownerId, orderId }: OrderKey): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    SELECT 1 FROM order_item WHERE member_id = ${ownerId} AND order_id = ${orderId}
      AND fulfil_state = 'DONE' AND snapshot->>'delivery' = 'movie' LIMIT 1`);
  return rowCount === 1;
}

/** How many pickup codes an order has. */
export async function countPickupCodes(tx: Tx, { ownerId, orderId }: OrderKey): Promise<number> {
  const found = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM pickup_code WHERE member_id = ${ownerId} AND order_id = ${orderId}`);
  return found.rows[0]?.count ?? 0;
}

/** Ends the items that went with the order as a whole: what was paid beyond a code. Answers their ids, the first time. */
export async function endQueuedItems(
  tx: Tx,
  { ownerId, orderId }: OrderKey,
  to: "DONE" | "FAILED",
  now: Now,
): Promise<string[]> {
  const ended = await tx.execute<{ id: string }>(sql`
    UPDATE order_item
    SET fulfil_state = ${to}, done_at = CASE WHEN ${to === "DONE"} THEN ${sqlNow(now)} END
    WHERE member_id = ${ownerId} AND order_id = ${orderId} AND fulfil_state = 'QUEUED' RETURNING id`);
  return ended.rows.map(({ id }) => id);
}

/** What an item brought is revenue from now on; see `orders_earn`. */
export async function recognizeRevenue(
  tx: Tx,
  { ownerId, itemId }: ItemKey,
  now: Now,
): Promise<void> {
  await tx.execute(sql`SELECT orders_earn(${ownerId}, ${itemId}, ${now}::timestamptz)`);
}
