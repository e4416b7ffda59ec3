/** The life of one thing bought, as data, and what all items of an order come to together. */
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

/** By what fulfilment tells. NONE is unpaid; payment makes it QUEUED, or DONE where nobody has to deliver. */
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

/** Where an order's fulfilment is, from its items: a person at work before doubt, doubt before waiting. */
export function fulfilStateOf(items: readonly ItemState[]): State<"fulfil"> {
  const has = (state: ItemState) => items.includes(state);
  if (has("MANUAL")) return "MANUAL";
  if (has("UNKNOWN")) return "UNKNOWN";
  if (items.every((state) => ENDED.has(state))) return has("DONE") ? "DONE" : "FAILED";
  if (has("DONE")) return "PART_DONE";
  return items.every((state) => state === "QUEUED") ? "QUEUED" : "PROCESSING";
}

const USED_LATER: ReadonlySet<string> = new Set(["movie", "card"]);

/** An item as its order looks at it. */
export type ItemStatus = { readonly state: ItemState; readonly delivery: string };

/** Tickets and cards are used some time after their delivery; everything else is the member's at once. */
export const waitsToBeUsed = (items: readonly ItemStatus[]): boolean =>
  items.some(({ state, delivery }) => state === "DONE" && USED_LATER.has(delivery));

/** All of an order is delivered when every item has ended and something of it was delivered. */
export const isDelivered = (items: readonly ItemState[]): boolean =>
  fulfilStateOf(items) === "DONE";
