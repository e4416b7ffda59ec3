/** The states of a supplier order and every transition between them, as one table. */

export type FulfilmentState = "CREATED" | "SENT" | "ACCEPTED" | "UNKNOWN" | "SUCCESS" | "FAILED";
/** `send` is our action; the others are the supplier's answers, or the lack of one. */
export type FulfilmentMove = "send" | "accepted" | "issued" | "failed" | "unknown";

type Transition = {
  readonly move: FulfilmentMove;
  readonly from: readonly FulfilmentState[];
  readonly to: FulfilmentState;
};

const OPEN = ["CREATED", "SENT", "ACCEPTED", "UNKNOWN"] as const;

/**
 * A definite answer ends an order from any state: a callback may overtake the answer of the
 * placing, and a cancel may come before the order was sent. Silence reverts nothing: an accepted
 * order stays accepted.
 */
export const transitions: readonly Transition[] = [
  { move: "send", from: ["CREATED"], to: "SENT" },
  { move: "accepted", from: ["SENT", "UNKNOWN"], to: "ACCEPTED" },
  { move: "unknown", from: ["SENT"], to: "UNKNOWN" },
  { move: "issued", from: OPEN, to: "SUCCESS" },
  { move: "failed", from: OPEN, to: "FAILED" },
];

export const initialState: FulfilmentState = "CREATED";
export const states: readonly FulfilmentState[] = [...OPEN, "SUCCESS", "FAILED"];

/** Delivered or definitely failed: a later update changes nothing. */
export const isFinal = (state: FulfilmentState): boolean =>
  state === "SUCCESS" || state === "FAILED";

/** Returns the next state; `undefined` when the move changes nothing there. */
export const nextState = (
  state: FulfilmentState,
  move: FulfilmentMove,
): FulfilmentState | undefined =>
  transitions.find((each) => each.move === move && each.from.includes(state))?.to;

/** A status update that contradicts a final state and costs money. */
export type LossKind = "issued_after_failed" | "failed_after_issued" | "issued_after_hand";

/**
 * Classifies a late status update: a repeat, or a loss. `byHand`: an operator delivered instead of
 * the supplier.
 */
export function classifyLateUpdate(
  state: FulfilmentState,
  move: FulfilmentMove,
  isManual = false,
): "none" | "repeat" | LossKind {
  if (state === "SUCCESS" && isManual) return move === "issued" ? "issued_after_hand" : "repeat";
  if (state === "FAILED" && move === "issued") return "issued_after_failed";
  if (state === "SUCCESS" && move === "failed") return "failed_after_issued";
  return isFinal(state) ? "repeat" : "none";
}
