/** The states of a refund and every move between them, as one table. */

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

/** A refund begins to wait for a person, or, where the rule or the system decides, approved. */
export const initialStates: readonly RefundState[] = ["APPLIED", "APPROVED"];

/** What the channel has paid back is paid back, also after we took it for abnormal. */
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

/** Nothing said or asked later changes it. */
export const isFinal = (state: RefundState): boolean =>
  !transitions.some(({ from }) => from.includes(state));

/** Where a move leads from a state; undefined when it changes nothing there. */
export const nextState = (state: RefundState, move: RefundMove): RefundState | undefined =>
  transitions.find((each) => each.move === move && each.from.includes(state))?.to;
