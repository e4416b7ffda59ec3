/** SQL statements about the items of orders; each change is guarded by the expected states. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import { stateChangeSql } from "../../../platform/entity-history.ts";
import { fromStates, moveOf, statesBefore } from "../../../platform/lifecycle.ts";
import { invariant } from "../../../platform/refusal.ts";
import { deliveriesThat } from "../../catalog/model/delivery-kinds.ts";
import { fulfilStateOf, isDelivered, type ItemStatus, waitsToBeUsed } from "../fulfil-state.ts";
import { axes, type ItemEvent, itemLifecycle, type ItemState } from "../lifecycle.ts";
import type { ItemSnapshot } from "../model.ts";
import { ledgerLockMember } from "../../../sql/ledger.ts";
import { ordersEarn } from "../../../sql/orders.ts";
import type { OrderKey } from "./read.ts";

export type ItemKey = OrderKey & { readonly itemId: string };
export type ItemRow = {
  readonly state: ItemState;
  readonly quantity: number;
  readonly snapshot: ItemSnapshot;
  readonly seq: number;
};

/**
 * Locks the member's ledger and then the order's row, the common lock order, so that events of its
 * items are applied one after the other; false when the order is not active.
 */
export async function lockActiveOrder(
  tx: Tx,
  { ownerId, orderId }: OrderKey,
  now: Now,
): Promise<boolean> {
  await ledgerLockMember(tx, { member: ownerId, now });
  const held = await tx.execute(sql`
    SELECT 1 FROM orders WHERE member_id = ${ownerId} AND id = ${orderId} AND order_state = 'ACTIVE'
    FOR NO KEY UPDATE`);
  return held.rows.length > 0;
}

/**
 * Applies one transition of an item, with its history row by `by` (`supplier`); `undefined` when
 * the item was not in the expected state.
 */
export async function moveItem(
  tx: Tx,
  { ownerId, itemId }: ItemKey,
  { event, by, now }: { event: ItemEvent; by: string; now: Now },
): Promise<ItemRow | undefined> {
  const { from, to } = moveOf(itemLifecycle, event);
  const recorded = stateChangeSql(
    {
      memberId: ownerId,
      entity: "order_item",
      entityId: itemId,
      name: event,
      from: sql`moved.was`,
      to,
      by,
      now,
    },
    "moved",
  );
  const doneAt = to === "DONE" ? sqlNow(now) : sql`done_at`;
  const moved = await tx.execute<ItemRow>(sql`
    WITH old AS (
      SELECT fulfil_state AS was FROM order_item WHERE member_id = ${ownerId} AND id = ${itemId} FOR NO KEY UPDATE),
    moved AS (UPDATE order_item
    SET fulfil_state = ${to}, done_at = ${doneAt}
    FROM old
    WHERE member_id = ${ownerId} AND id = ${itemId} AND fulfil_state = ANY(${sql.param([...from])}::text[])
    RETURNING old.was, fulfil_state AS state, quantity, snapshot, seq),
    recorded AS (${recorded})
    SELECT state, quantity, snapshot, seq FROM moved`);
  return moved.rows[0];
}

/** Whether an item is still to be delivered. */
export async function isOpenItem(tx: Tx, { ownerId, itemId }: ItemKey): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    SELECT 1 FROM order_item WHERE member_id = ${ownerId} AND id = ${itemId}
      AND fulfil_state = ANY(${sql.param([...fromStates(itemLifecycle, "failed")])}::text[])`);
  return rows.length > 0;
}

/**
 * Sets the order's fulfilment state from its items, and returns whether all of it is delivered now.
 * The order is then done, unless something of it is yet to be used. `by` caused the item's change.
 */
export async function syncOrderWithItems(
  tx: Tx,
  { ownerId, orderId }: OrderKey,
  { by, now }: { by: string; now: Now },
): Promise<boolean> {
  const { rows: items } = await tx.execute<ItemStatus>(sql`
    SELECT fulfil_state AS state, snapshot->>'delivery' AS delivery FROM order_item
    WHERE member_id = ${ownerId} AND order_id = ${orderId} ORDER BY seq`);
  const states = items.map(({ state }) => state);
  const isComplete = isDelivered(states);
  const isDone = isComplete && !waitsToBeUsed(items);
  const fulfilState = fulfilStateOf(states);
  const from = [fulfilState, ...statesBefore(axes.fulfil, fulfilState)];
  const orderState = isDone ? "DONE" : "ACTIVE";
  const recorded = stateChangeSql(
    {
      memberId: ownerId,
      entity: "order",
      entityId: orderId,
      name: "items",
      from: sql`'ACTIVE/' || moved.was`,
      to: `${orderState}/${fulfilState}`,
      by,
      now,
    },
    "moved",
  );
  const finishedAt = isDone ? sqlNow(now) : sql`finished_at`;
  const moved = await tx.execute(sql`
    WITH old AS (
      SELECT fulfil_state AS was FROM orders WHERE member_id = ${ownerId} AND id = ${orderId} FOR NO KEY UPDATE),
    moved AS (UPDATE orders
    SET fulfil_state = ${fulfilState}, order_state = ${orderState},
        finished_at = ${finishedAt}
    FROM old
    WHERE member_id = ${ownerId} AND id = ${orderId} AND order_state = 'ACTIVE'
      AND fulfil_state = ANY(${sql.param(from)}::text[])
    RETURNING old.was),
    recorded AS (${recorded})
    SELECT 1 FROM moved`);
  invariant(moved.rowCount === 1, "the items of a locked active order move it as its axis allows");
  return isComplete;
}

/** Stands for no expiry of a card or ticket. */
const ENDLESS = "2200-01-01T00:00:00Z";

/**
 * Extends the order's end to the latest expiry of its tickets and cards; `until` null means no
 * expiry.
 */
export async function extendPickupUntil(
  tx: Tx,
  { ownerId, orderId }: OrderKey,
  until: Date | null,
): Promise<void> {
  await tx.execute(sql`
    UPDATE orders SET pickup_to = greatest(pickup_to, ${until ?? ENDLESS}::timestamptz)
    WHERE member_id = ${ownerId} AND id = ${orderId}`);
}

const withOrderCodes = deliveriesThat(({ keptAs }) => keptAs === "order_code");

/**
 * Whether an order has delivered tickets: tickets are marked as used with the whole order, not one
 * by one.
 */
export async function hasTickets(tx: Tx, { ownerId, orderId }: OrderKey): Promise<boolean> {
  const { rowCount } = await tx.execute(sql`
    SELECT 1 FROM order_item WHERE member_id = ${ownerId} AND order_id = ${orderId}
      AND fulfil_state = 'DONE' AND snapshot->>'delivery' = ANY(${sql.param(withOrderCodes)}::text[]) LIMIT 1`);
  return rowCount === 1;
}

export async function countPickupCodes(tx: Tx, { ownerId, orderId }: OrderKey): Promise<number> {
  const found = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM pickup_code WHERE member_id = ${ownerId} AND order_id = ${orderId}`);
  return found.rows[0]?.count ?? 0;
}

/**
 * Ends the items that went with the order as a whole: what was paid beyond a code. Returns their
 * ids, the first time.
 */
export async function endQueuedItems(
  tx: Tx,
  { ownerId, orderId }: OrderKey,
  to: "DONE" | "FAILED",
  now: Now,
): Promise<string[]> {
  const recorded = stateChangeSql(
    {
      memberId: ownerId,
      entity: "order_item",
      entityId: sql`ended.id`,
      name: to === "DONE" ? "issued" : "failed",
      from: "QUEUED",
      to,
      by: "supplier",
      now,
    },
    "ended",
  );
  const doneAt = to === "DONE" ? sqlNow(now) : sql`NULL`;
  const ended = await tx.execute<{ id: string }>(sql`
    WITH ended AS (UPDATE order_item
    SET fulfil_state = ${to}, done_at = ${doneAt}
    WHERE member_id = ${ownerId} AND order_id = ${orderId} AND fulfil_state = 'QUEUED' RETURNING id),
    recorded AS (${recorded})
    SELECT id FROM ended`);
  return ended.rows.map(({ id }) => id);
}

/** Recognises an item's revenue; see `orders_earn`. */
export async function recognizeRevenue(
  tx: Tx,
  { ownerId, itemId }: ItemKey,
  now: Now,
): Promise<void> {
  await ordersEarn(tx, { member: ownerId, item: itemId, now });
}
