/**
 * The states of a third-party card as data (domain.md 9); expiry is computed on reading, not stored
 * as a state.
 */
import { type Machine, assertMachinesValid } from "../coupons/machine.ts";

export const cardMachine = {
  initialStates: ["READY"],
  states: ["READY", "REVEALED", "MARKED_USED", "EXPIRED", "VOID"],
  transitions: [
    ["READY", "REVEALED", "member"],
    ["REVEALED", "MARKED_USED", "member"],
    ["READY", "MARKED_USED", "member"],
    ["READY", "EXPIRED", "time"],
    ["REVEALED", "EXPIRED", "time"],
    ["READY", "VOID", "operator or supplier"],
    ["REVEALED", "VOID", "operator or supplier"],
  ],
} as const satisfies Machine;
assertMachinesValid({ card: cardMachine });
