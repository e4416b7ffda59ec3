/**
 * State machines of a coupon and of a campaign as data: states, transitions, and which transitions
 * happen by time alone.
 */
import { invariant } from "../../platform/refusal.ts";

export type Machine = {
  readonly initialStates: readonly string[];
  readonly states: readonly string[];
  /**
   * from, to, and cause; `time` transitions are never stored, they are computed from the current
   * time.
   */
  readonly transitions: readonly (readonly [from: string, to: string, cause: string])[];
};

/**
 * A member's coupon (domain.md 8). The table stores AVAILABLE, LOCKED, USED and VOID; the other
 * states follow from time.
 */
export const couponMachine = {
  initialStates: ["PENDING", "AVAILABLE"],
  states: ["PENDING", "AVAILABLE", "LOCKED", "USED", "EXPIRED", "VOID"],
  transitions: [
    ["PENDING", "AVAILABLE", "time"],
    ["PENDING", "VOID", "operator"],
    ["AVAILABLE", "LOCKED", "order placed"],
    ["AVAILABLE", "EXPIRED", "time"],
    ["AVAILABLE", "VOID", "operator, refund or merge"],
    ["LOCKED", "VOID", "operator, refund or merge, once its lock has lapsed"],
    ["LOCKED", "USED", "order paid"],
    ["LOCKED", "AVAILABLE", "order ended, or time"],
    ["LOCKED", "EXPIRED", "time"],
    ["AVAILABLE", "USED", "order paid after its lock lapsed"],
    ["USED", "AVAILABLE", "order refunded in full"],
  ],
} as const satisfies Machine;

/**
 * A template's campaign (domain.md 7). Its end by time, count or budget is computed, not stored.
 */
export const campaignMachine = {
  initialStates: ["draft"],
  states: ["draft", "review", "active", "paused", "ended", "archived"],
  transitions: [
    ["draft", "review", "maker"],
    ["review", "draft", "checker says no"],
    ["review", "active", "checker"],
    ["active", "paused", "operator"],
    ["paused", "active", "operator"],
    ["active", "ended", "operator"],
    ["paused", "ended", "operator"],
    ["ended", "archived", "operator"],
  ],
} as const satisfies Machine;
export type CampaignState = (typeof campaignMachine)["states"][number];

/** Returns unknown and unreachable states in a machine's table; empty for a valid table. */
export function findMachineErrors({ initialStates, states, transitions }: Machine): string[] {
  const known = new Set(states);
  const named = [...initialStates, ...transitions.flatMap(([from, to]) => [from, to])];
  const reached = new Set(initialStates);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const [from, to] of transitions) if (reached.has(from)) reached.add(to);
  }
  return [
    ...named.filter((state) => !known.has(state)).map((state) => `${state} is not a state`),
    ...states.filter((state) => !reached.has(state)).map((state) => `${state} cannot be reached`),
  ];
}

/** Checks the tables at program start: the program must not run with an invalid one. */
export function assertMachinesValid(machines: Readonly<Record<string, Machine>>): void {
  for (const [name, machine] of Object.entries(machines)) {
    const wrong = findMachineErrors(machine);
    invariant(wrong.length === 0, `the machine of a ${name} is wrong: ${wrong.join("; ")}`);
  }
}
assertMachinesValid({ coupon: couponMachine, campaign: campaignMachine });

/** Returns whether a campaign may change from one state to another. */
export const canTransition = (from: CampaignState, to: CampaignState): boolean =>
  campaignMachine.transitions.some(([a, b]) => a === from && b === to);
