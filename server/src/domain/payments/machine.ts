/** The states of an attempt to pay and of a return, and every move between them, as one table each. */

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
 * Money that arrived is never denied: `paid` leads to SUCCESS from wherever the attempt is, also after we closed it or
 * the channel refused to prepare it. Nothing leaves SUCCESS; what goes back is a refund.
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

/** ABNORMAL and REFUSED wait for a person, and still hear the channel when it pays back after all. */
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

/** Where a move leads from a state; undefined when it changes nothing there. */
export const nextState = <State extends string, Move extends string>(
  machine: Machine<State, Move>,
  state: State,
  move: Move,
): State | undefined =>
  machine.transitions.find((each) => each.move === move && each.from.includes(state))?.to;

/** What is wrong with a table, one sentence each: a state out of reach, two ways for one move, a way back from `end`. */
export function faultsOf<State extends string, Move extends string>(
  { states, initialState: first, transitions }: Machine<State, Move>,
  end: State,
): string[] {
  const reached = new Set<State>([first]);
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

/** Proved when the server starts: money must not depend on a table with a hole. Throws with every fault. */
export function assertMachinesValid(): void {
  const faults = [...faultsOf(attemptMachine, "SUCCESS"), ...faultsOf(returnMachine, "DONE")];
  if (faults.length > 0) throw new Error(`payments/machine.ts: ${faults.join("; ")}`);
}
