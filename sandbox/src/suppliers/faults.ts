/** Fault settings of the sandbox suppliers: how often each of them misbehaves, and how. */
import type { Journal } from "../journal.ts";
import type { SupplierId } from "./registry.ts";

/** Shares range from 0 (never) to 1 (always). */
export type Faults = {
  /** The work is done, but the answer comes after every timeout. */
  timeoutButDone: number;
  /** Answers 500; in half of the cases the work is done. */
  error500: number;
  /** Refuses an order for good. */
  refuse: number;
  /** Sends the same event twice at once. */
  duplicateCallback: number;
  /** Delays every callback by this many milliseconds. */
  lateCallbackMs: number;
  /** Accepts an order and never issues anything for it. */
  never: number;
  /** Does the work and sends an unreadable answer. */
  garbage: number;
} & StatementFaults;

/**
 * Faults of its statements: the number of lines with each fault, taken from the first lines of the
 * day.
 */
export type StatementFaults = {
  /** 1: the statement is not ready yet, at any hour. */
  statementLate: number;
  statementMissing: number;
  statementWrongAmount: number;
  statementWrongState: number;
  /** Lines of orders that do not exist. */
  statementExtra: number;
  /** Lines that are repeated. */
  statementTwice: number;
};
export const noStatementFaults: StatementFaults = {
  statementLate: 0,
  statementMissing: 0,
  statementWrongAmount: 0,
  statementWrongState: 0,
  statementExtra: 0,
  statementTwice: 0,
};

export const noFaults: Faults = {
  timeoutButDone: 0,
  error500: 0,
  refuse: 0,
  duplicateCallback: 0,
  lateCallbackMs: 0,
  never: 0,
  garbage: 0,
  ...noStatementFaults,
};

/** What happens to the next order, of whatever supplier: its answer times out, or it is refused. */
export const nextFaults = ["timeout", "refuse"] as const;
export type NextFault = (typeof nextFaults)[number];

export type FaultKnobs = {
  /** Sets the fault of the next order; undefined removes it. It is lost at exit. */
  setNext(fault: NextFault | undefined): void;
  next(): NextFault | undefined;
  /** Returns it for the order that has come, which uses it up. */
  takeNext(): NextFault | undefined;
  get(id: SupplierId): Faults;
  /** Replaces all fault settings of a supplier; those not named become 0. */
  set(id: SupplierId, faults: Partial<Faults>): Faults;
};

export function createFaultKnobs(journal: Journal<Faults>): FaultKnobs {
  let next: NextFault | undefined;
  return {
    setNext(fault) {
      next = fault;
    },
    next: () => next,
    takeNext() {
      const taken = next;
      next = undefined;
      return taken;
    },
    get: (id) => journal.get(id) ?? noFaults,
    set(id, faults) {
      const next = { ...noFaults, ...faults };
      journal.put(id, next);
      return next;
    },
  };
}
