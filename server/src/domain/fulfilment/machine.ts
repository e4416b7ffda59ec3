/** The states of a supplier order and every move between them, as one table. */

export type FulfilmentState = "CREATED" | "SENT" | "ACCEPTED" | "UNKNOWN" | "SUCCESS" | "FAILED";
/** `send` is ours; the others are the supplier's words, or the lack of one. */
export type FulfilmentMove = "send" | "accepted" | "issued" | "failed" | "unknown";

type Transition = {
  readonly move: FulfilmentMove;
  readonly from: readonly FulfilmentState[];
  readonly to: FulfilmentState;
};

const OPEN = ["CREATED", "SENT", "ACCEPTED", "UNKNOWN"] as const;

/**
 * A definite word ends an order from wherever it is: a callback may overtake the answer it belongs to, and a cancel may
 * come before the order was sent. Silence takes nothing back: an order once accepted stays accepted.
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

/** Delivered or definitely not: nothing said later changes it. */
export const isFinal = (state: FulfilmentState): boolean =>
  state === "SUCCESS" || state === "FAILED";

/** Where a move leads from a state; undefined when it changes nothing there. */
export const nextState = (
  state: FulfilmentState,
  move: FulfilmentMove,
): FulfilmentState | undefined =>
  transitions.find((each) => each.move === move && each.from.includes(state))?.to;

/** What contradicts an end and costs somebody money. */
export type LossKind = "issued_after_failed" | "failed_after_issued" | "issued_after_hand";

/** What a word said too late means: a repeat, or a loss. `byHand`: a person delivered in the supplier's stead. */
export function classifyLateUpdate(
  state: FulfilmentState,
  move: FulfilmentMove,
  byHand = false,
): "none" | "repeat" | LossKind {
  if (state === "SUCCESS" && byHand) return move === "issued" ? "issued_after_hand" : "repeat";
  if (state === "FAILED" && move === "issued") return "issued_after_failed";
  if (state === "SUCCESS" && move === "failed") return "failed_after_issued";
  return isFinal(state) ? "repeat" : "none";
}
