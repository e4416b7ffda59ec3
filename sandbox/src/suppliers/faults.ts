/** The fault knobs of the pretend suppliers: how often each of them misbehaves, and how. */
import type { Journal } from "../journal.ts";

export const supplierIds = ["dining", "topup", "cards", "movie"] as const;
export type SupplierId = (typeof supplierIds)[number];

/** Shares run from 0 (never) to 1 (always). */
export type Faults = {
  /** The work is done, yet its answer comes later than anyone waits. */
  timeoutButDone: number;
  /** Answers 500, half of the time with the work done. */
  error500: number;
  /** Refuses an order for good. */
  refuse: number;
  /** Tells the same event twice at once. */
  duplicateCallback: number;
  /** Holds every callback back by this many milliseconds. */
  lateCallbackMs: number;
  /** Accepts an order and never issues anything for it. */
  never: number;
  /** Does the work and answers what nobody can read. */
  garbage: number;
} & StatementFaults;

/** What is wrong with its statements: so many lines of each, the first of the day. */
export type StatementFaults = {
  /** 1: it is still being made, whatever the hour. */
  statementLate: number;
  statementMissing: number;
  statementWrongAmount: number;
  statementWrongState: number;
  /** Lines of orders that nobody placed. */
  statementExtra: number;
  /** Lines that stand there twice. */
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

export type FaultKnobs = {
  get(id: SupplierId): Faults;
  /** Replaces all knobs of a supplier; those not named return to 0. */
  set(id: SupplierId, faults: Partial<Faults>): Faults;
};

export function createFaultKnobs(journal: Journal<Faults>): FaultKnobs {
  return {
    get: (id) => journal.get(id) ?? noFaults,
    set(id, faults) {
      const next = { ...noFaults, ...faults };
      journal.put(id, next);
      return next;
    },
  };
}
