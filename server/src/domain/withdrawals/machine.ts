/** The states of a withdrawal and every transition between them, as one table (domain.md 15). */

export type WithdrawalState =
  | "APPLIED"
  | "REVIEWING"
  | "APPROVED"
  | "PAYING"
  | "WAIT_USER_CONFIRM"
  | "SUCCESS"
  | "FAILED"
  | "REJECTED"
  | "RETURNED"
  | "CANCELLED";
export type WithdrawalMove =
  | "review"
  | "approve"
  | "reject"
  | "cancel"
  | "send"
  | "wait"
  | "success"
  | "fail"
  | "return";

export type Transition = {
  readonly move: WithdrawalMove;
  readonly from: readonly WithdrawalState[];
  readonly to: WithdrawalState;
};

/** The first state of every withdrawal: requested, its money on hold. */
export const initialState: WithdrawalState = "APPLIED";

/**
 * APPLIED, APPROVED, FAILED and REJECTED are passed through within a statement, so that no crash
 * leaves one there. From PAYING on only the channel's status update moves it; no transition leads
 * to a state that could send it again.
 */
export const transitions: readonly Transition[] = [
  { move: "review", from: ["APPLIED"], to: "REVIEWING" },
  { move: "approve", from: ["APPLIED", "REVIEWING"], to: "APPROVED" },
  { move: "reject", from: ["REVIEWING"], to: "REJECTED" },
  { move: "cancel", from: ["APPLIED", "REVIEWING"], to: "CANCELLED" },
  { move: "send", from: ["APPROVED"], to: "PAYING" },
  { move: "wait", from: ["PAYING"], to: "WAIT_USER_CONFIRM" },
  { move: "success", from: ["PAYING", "WAIT_USER_CONFIRM"], to: "SUCCESS" },
  { move: "fail", from: ["PAYING", "WAIT_USER_CONFIRM"], to: "FAILED" },
  { move: "return", from: ["FAILED", "REJECTED"], to: "RETURNED" },
];

export const states: readonly WithdrawalState[] = [
  ...new Set([initialState, ...transitions.map(({ to }) => to)]),
];

/** Later updates and actions change nothing. */
export const isFinal = (
  state: WithdrawalState,
  table: readonly Transition[] = transitions,
): boolean => !table.some(({ from }) => from.includes(state));

/** Sent to the channel, so that only the channel's status update may move it. */
export const isSent = (state: WithdrawalState): boolean =>
  state === "PAYING" || state === "WAIT_USER_CONFIRM";

/** The final states: the money is in the member's WeChat, or returned. */
const ENDS: ReadonlySet<WithdrawalState> = new Set(["SUCCESS", "RETURNED", "CANCELLED"]);
/** States that an operator or the member can still stop; a sent transfer never. */
const STOPPABLE: ReadonlySet<WithdrawalState> = new Set(["APPLIED", "REVIEWING", "APPROVED"]);

/** Lists the faults of a table, one sentence each. */
export function faultsOf(table: readonly Transition[]): string[] {
  const reached = new Set<WithdrawalState>([initialState]);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const { from, to } of table) if (from.some((each) => reached.has(each))) reached.add(to);
  }
  const named = new Set(table.flatMap(({ from, to }) => [...from, to]));
  const ways = table.flatMap(({ move, from }) => from.map((state) => `${move} from ${state}`));
  return [
    ...[...named].filter((each) => !reached.has(each)).map((each) => `${each} cannot be reached`),
    ...ways.filter((way, n) => ways.indexOf(way) !== n).map((way) => `${way} leads two ways`),
    ...[...named]
      .filter((each) => isFinal(each, table) !== ENDS.has(each))
      .map((each) => `${each} ${ENDS.has(each) ? "is left again" : "leads nowhere"}`),
    ...table
      .filter(({ from, to }) => STOPPABLE.has(to) && from.some((each) => !STOPPABLE.has(each)))
      .map(({ move }) => `${move} could send it a second time`),
  ];
}

/** Checked when the server starts. Throws with every fault. */
export function assertMachineValid(): void {
  const faults = faultsOf(transitions);
  if (faults.length > 0) throw new Error(`withdrawals/machine.ts: ${faults.join("; ")}`);
}
