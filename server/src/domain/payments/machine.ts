/**
 * The states of a payment attempt and of a return, and every transition between them, as one table
 * each.
 */

export type AttemptState = "CREATED" | "PREPARED" | "SUCCESS" | "CLOSED" | "FAILED";
export type AttemptMove = "prepared" | "refused" | "paid" | "closed";
export type ReturnState = "CREATED" | "PROCESSING" | "DONE" | "ABNORMAL" | "REFUSED";
export type ReturnMove = "processing" | "success" | "abnormal" | "refused" | "closed";

type Transition<State, Move> = {
  readonly move: Move;
  readonly from: readonly State[];
  readonly to: State;
};
type Machine<State extends string, Move extends string> = {
  readonly states: readonly State[];
  readonly initialState: State;
  readonly transitions: readonly Transition<State, Move>[];
};

/**
 * Received money is never ignored: `paid` leads to SUCCESS from any other state, also after we
 * closed the attempt or the channel refused to prepare it. Nothing leaves SUCCESS; returning money
 * is a refund.
 */
export const attemptMachine: Machine<AttemptState, AttemptMove> = {
  states: ["CREATED", "PREPARED", "SUCCESS", "CLOSED", "FAILED"],
  initialState: "CREATED",
  transitions: [
    { move: "prepared", from: ["CREATED"], to: "PREPARED" },
    { move: "refused", from: ["CREATED"], to: "FAILED" },
    { move: "paid", from: ["CREATED", "PREPARED", "CLOSED", "FAILED"], to: "SUCCESS" },
    { move: "closed", from: ["CREATED", "PREPARED"], to: "CLOSED" },
  ],
};

/**
 * ABNORMAL and REFUSED wait for an operator, and still accept the channel's `success` when it pays
 * after all.
 */
export const returnMachine: Machine<ReturnState, ReturnMove> = {
  states: ["CREATED", "PROCESSING", "DONE", "ABNORMAL", "REFUSED"],
  initialState: "CREATED",
  transitions: [
    { move: "processing", from: ["CREATED"], to: "PROCESSING" },
    { move: "success", from: ["CREATED", "PROCESSING", "ABNORMAL", "REFUSED"], to: "DONE" },
    { move: "abnormal", from: ["CREATED", "PROCESSING"], to: "ABNORMAL" },
    { move: "closed", from: ["CREATED", "PROCESSING"], to: "REFUSED" },
    { move: "refused", from: ["CREATED"], to: "REFUSED" },
  ],
};

/** Returns the next state; `undefined` when the move changes nothing there. */
export const nextState = <State extends string, Move extends string>(
  machine: Machine<State, Move>,
  state: State,
  move: Move,
): State | undefined =>
  machine.transitions.find((each) => each.move === move && each.from.includes(state))?.to;

/**
 * Lists the faults of a table, one sentence each: an unreachable state, two targets for one move, a
 * move that leaves `end`.
 */
export function faultsOf<State extends string, Move extends string>(
  { states, initialState, transitions }: Machine<State, Move>,
  end: State,
): string[] {
  const reached = new Set<State>([initialState]);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const { from, to } of transitions)
      if (from.some((each) => reached.has(each))) reached.add(to);
  }
  const ways = transitions.flatMap(({ move, from }) =>
    from.map((state) => `${move} from ${state}`),
  );
  return [
    ...states.filter((state) => !reached.has(state)).map((state) => `${state} cannot be reached`),
    ...ways.filter((way, n) => ways.indexOf(way) !== n).map((way) => `${way} leads two ways`),
    ...transitions
      .filter(({ from }) => from.includes(end))
      .map(({ move }) => `${move} leaves ${end}`),
  ];
}

/**
 * Checked when the server starts: money must not depend on a faulty table. Throws with every fault.
 */
export function assertMachinesValid(): void {
  const faults = [...faultsOf(attemptMachine, "SUCCESS"), ...faultsOf(returnMachine, "DONE")];
  if (faults.length > 0) throw new Error(`payments/machine.ts: ${faults.join("; ")}`);
}
