/** The lifecycle of a supplier order, and the meaning of an update that comes after its end. */
import { defineLifecycle, type EventOf, isFinal, type StateOf } from "../../platform/lifecycle.ts";

const OPEN = ["CREATED", "SENT", "ACCEPTED", "UNKNOWN"] as const;

/**
 * A definite answer ends an order from any state: a callback may overtake the answer of the
 * placing, and a cancel may come before the order was sent. Silence reverts nothing: an accepted
 * order stays accepted.
 */
export const supplierOrderLifecycle = defineLifecycle({
  name: "supplier-order",
  description:
    "An order at a supplier, under one number that is never replaced. `send` is our action; the " +
    "other events are the supplier's answers, or the lack of one.",
  stored: { table: "supplier_order", column: "state" },
  history: "supplier_order",
  states: [...OPEN, "SUCCESS", "FAILED"],
  initial: ["CREATED"],
  final: ["SUCCESS", "FAILED"],
  events: [
    { name: "send", from: ["CREATED"], to: "SENT", by: ["system"] },
    { name: "accepted", from: ["SENT", "UNKNOWN"], to: "ACCEPTED", by: ["supplier", "operator"] },
    { name: "unknown", from: ["SENT"], to: "UNKNOWN", by: ["supplier"] },
    { name: "issued", from: OPEN, to: "SUCCESS", by: ["supplier", "operator"] },
    { name: "failed", from: OPEN, to: "FAILED", by: ["supplier", "operator"] },
  ],
});
export type FulfilmentState = StateOf<typeof supplierOrderLifecycle>;
export type FulfilmentEvent = EventOf<typeof supplierOrderLifecycle>;

/** A status update that contradicts a final state and costs money. */
export type LossKind = "issued_after_failed" | "failed_after_issued" | "issued_after_hand";

/**
 * Classifies a late status update: a repeat, or a loss. `byHand`: an operator delivered instead of
 * the supplier.
 */
export function classifyLateUpdate(
  state: FulfilmentState,
  event: FulfilmentEvent,
  isManual = false,
): "none" | "repeat" | LossKind {
  if (state === "SUCCESS" && isManual) return event === "issued" ? "issued_after_hand" : "repeat";
  if (state === "FAILED" && event === "issued") return "issued_after_failed";
  if (state === "SUCCESS" && event === "failed") return "failed_after_issued";
  return isFinal(supplierOrderLifecycle, state) ? "repeat" : "none";
}
