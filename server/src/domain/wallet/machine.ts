/** The states of a top-up and every move between them, as one table. */

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
 * WAIT_PAY is CLOSED by time. Money that arrives later is credited all the same: `pay` leads from both. `full`: the
 * balance cannot hold it, and the channel has it back.
 */
export const transitions: readonly Transition[] = [
  { move: "pay", from: ["WAIT_PAY", "CLOSED"], to: "PAID" },
  { move: "full", from: ["WAIT_PAY", "CLOSED"], to: "CLOSED" },
  { move: "refund", from: ["PAID", "PART_REFUNDED"], to: "REFUNDING" },
  { move: "back_part", from: ["REFUNDING"], to: "PART_REFUNDED" },
  { move: "back_whole", from: ["REFUNDING"], to: "REFUNDED" },
];

/** Where a move leads from a state; undefined when it changes nothing there. */
export const nextState = (state: TopUpState, move: TopUpMove): TopUpState | undefined =>
  transitions.find((each) => each.move === move && each.from.includes(state))?.to;
