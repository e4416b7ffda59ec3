/** The fulfilment state of an order from the states of its items. */
import { deliveryKindOf } from "../catalog/model/delivery-kinds.ts";
import type { ItemState, State } from "./lifecycle.ts";

/** Whether an item's delivery has ended, also when it was refunded afterwards. */
const isEndedItem = (state: ItemState): boolean =>
  state === "DONE" || state === "FAILED" || state === "REFUNDED";

/**
 * Derives an order's fulfilment state from its items: manual before unknown, unknown before
 * waiting.
 */
export function fulfilStateOf(items: readonly ItemState[]): State<"fulfil"> {
  const has = (state: ItemState) => items.includes(state);
  if (has("MANUAL")) return "MANUAL";
  if (has("UNKNOWN")) return "UNKNOWN";
  if (items.every((state) => isEndedItem(state))) return has("DONE") ? "DONE" : "FAILED";
  if (has("DONE")) return "PART_DONE";
  return items.every((state) => state === "QUEUED") ? "QUEUED" : "PROCESSING";
}

/** The part of an item that its order's state depends on. */
export type ItemStatus = { readonly state: ItemState; readonly delivery: string };

/**
 * Tickets and cards are used some time after their delivery; everything else is credited at once.
 */
export const waitsToBeUsed = (items: readonly ItemStatus[]): boolean =>
  items.some(
    ({ state, delivery }) => state === "DONE" && deliveryKindOf(delivery)?.isUsedLater === true,
  );

/** An order is delivered when every item has ended and at least one was delivered. */
export const isDelivered = (items: readonly ItemState[]): boolean =>
  fulfilStateOf(items) === "DONE";
