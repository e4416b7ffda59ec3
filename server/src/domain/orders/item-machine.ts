/** The states of one order item as data, and the state of an order from its items. */
import { deliveryKindOf } from "../catalog/model/delivery-kinds.ts";
import type { State } from "./machine.ts";

export type ItemState =
  | "NONE"
  | "QUEUED"
  | "SUBMITTED"
  | "UNKNOWN"
  | "MANUAL"
  | "DONE"
  | "FAILED"
  | "REFUNDED";

type Step = { readonly from: readonly ItemState[]; readonly to: ItemState };
const OPEN = ["QUEUED", "SUBMITTED", "UNKNOWN", "MANUAL"] as const;

/**
 * Transitions by fulfilment's events. NONE is unpaid; payment makes it QUEUED, or DONE where no
 * supplier has to deliver.
 */
export const itemTransitions = {
  sent: { from: ["QUEUED"], to: "SUBMITTED" },
  accepted: { from: ["QUEUED", "UNKNOWN"], to: "SUBMITTED" },
  unknown: { from: ["QUEUED", "SUBMITTED"], to: "UNKNOWN" },
  manual: { from: ["QUEUED", "SUBMITTED", "UNKNOWN"], to: "MANUAL" },
  issued: { from: OPEN, to: "DONE" },
  failed: { from: OPEN, to: "FAILED" },
} as const satisfies Record<string, Step>;
export type ItemEvent = keyof typeof itemTransitions;

const ENDED: ReadonlySet<ItemState> = new Set(["DONE", "FAILED", "REFUNDED"]);

/**
 * Derives an order's fulfilment state from its items: manual before unknown, unknown before
 * waiting.
 */
export function fulfilStateOf(items: readonly ItemState[]): State<"fulfil"> {
  const has = (state: ItemState) => items.includes(state);
  if (has("MANUAL")) return "MANUAL";
  if (has("UNKNOWN")) return "UNKNOWN";
  if (items.every((state) => ENDED.has(state))) return has("DONE") ? "DONE" : "FAILED";
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
