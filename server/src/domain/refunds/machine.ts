/** The states of a refund and every transition between them, as one table. */

export type RefundState =
  | "APPLIED"
  | "APPROVED"
  | "REJECTED"
  | "WITHDRAWN"
  | "PROCESSING"
  | "SUCCESS"
  | "ABNORMAL";
export type RefundMove =
  | "approve"
  | "reject"
  | "withdraw"
  | "begin"
  | "success"
  | "abnormal"
  | "retry";

type Transition = {
  readonly move: RefundMove;
  readonly from: readonly RefundState[];
  readonly to: RefundState;
};

/** A refund begins waiting for an operator or, where the rule or the system decides, approved. */
export const initialStates: readonly RefundState[] = ["APPLIED", "APPROVED"];

/** A refund that the channel has paid succeeds, also after it was marked abnormal. */
export const transitions: readonly Transition[] = [
  { move: "approve", from: ["APPLIED"], to: "APPROVED" },
  { move: "reject", from: ["APPLIED"], to: "REJECTED" },
  { move: "withdraw", from: ["APPLIED"], to: "WITHDRAWN" },
  { move: "begin", from: ["APPROVED"], to: "PROCESSING" },
  { move: "success", from: ["PROCESSING", "ABNORMAL"], to: "SUCCESS" },
  { move: "abnormal", from: ["PROCESSING"], to: "ABNORMAL" },
  { move: "retry", from: ["ABNORMAL"], to: "PROCESSING" },
];

export const states: readonly RefundState[] = [
  ...initialStates,
  ...new Set(transitions.map(({ to }) => to).filter((state) => !initialStates.includes(state))),
];

/** Later updates and actions change nothing. */
export const isFinal = (state: RefundState): boolean =>
  !transitions.some(({ from }) => from.includes(state));

/** Returns the next state; `undefined` when the move changes nothing there. */
export const nextState = (state: RefundState, move: RefundMove): RefundState | undefined =>
  transitions.find((each) => each.move === move && each.from.includes(state))?.to;
