/** The states of a top-up and every transition between them, as one table. */

export type TopUpState =
  | "WAIT_PAY"
  | "PAID"
  | "REFUNDING"
  | "PART_REFUNDED"
  | "REFUNDED"
  | "CLOSED";
export type TopUpMove = "pay" | "full" | "refund" | "back_part" | "back_whole";

type Transition = {
  readonly move: TopUpMove;
  readonly from: readonly TopUpState[];
  readonly to: TopUpState;
};

export const initialState: TopUpState = "WAIT_PAY";

/**
 * WAIT_PAY becomes CLOSED by time. A later payment is still credited: `pay` leads from both.
 * `full`: the balance cannot hold it, and the channel refunds it.
 */
export const transitions: readonly Transition[] = [
  { move: "pay", from: ["WAIT_PAY", "CLOSED"], to: "PAID" },
  { move: "full", from: ["WAIT_PAY", "CLOSED"], to: "CLOSED" },
  { move: "refund", from: ["PAID", "PART_REFUNDED"], to: "REFUNDING" },
  { move: "back_part", from: ["REFUNDING"], to: "PART_REFUNDED" },
  { move: "back_whole", from: ["REFUNDING"], to: "REFUNDED" },
];

/** Returns the next state; `undefined` when the move changes nothing there. */
export const nextState = (state: TopUpState, move: TopUpMove): TopUpState | undefined =>
  transitions.find((each) => each.move === move && each.from.includes(state))?.to;
