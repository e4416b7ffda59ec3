/**
 * The state machines of payments: the tables are complete, and the check finds a fault in a broken
 * one.
 */
import { describe, expect, test } from "vitest";
import {
  nextState,
  attemptMachine,
  faultsOf,
  assertMachinesValid,
  returnMachine,
} from "./machine.ts";

test("the tables are valid", () => {
  expect(assertMachinesValid).not.toThrow();
});

describe("the check finds", () => {
  test("an unreachable state", () => {
    const incomplete = {
      ...attemptMachine,
      transitions: attemptMachine.transitions.filter(({ move }) => move !== "closed"),
    };
    expect(faultsOf(incomplete, "SUCCESS")).toEqual(["CLOSED cannot be reached"]);
  });

  test("a move that leaves SUCCESS", () => {
    const leaking = {
      ...attemptMachine,
      transitions: [
        ...attemptMachine.transitions,
        { move: "closed", from: ["SUCCESS"], to: "CLOSED" } as const,
      ],
    };
    expect(faultsOf(leaking, "SUCCESS")).toEqual(["closed leaves SUCCESS"]);
  });

  test("one move with two targets", () => {
    const twice = {
      ...returnMachine,
      transitions: [
        ...returnMachine.transitions,
        { move: "refused", from: ["CREATED"], to: "ABNORMAL" } as const,
      ],
    };
    expect(faultsOf(twice, "DONE")).toEqual(["refused from CREATED leads two ways"]);
  });
});

test("received money is accepted in every state of the attempt, and once", () => {
  for (const state of ["CREATED", "PREPARED", "CLOSED", "FAILED"] as const) {
    expect(nextState(attemptMachine, state, "paid")).toBe("SUCCESS");
  }
  expect(nextState(attemptMachine, "SUCCESS", "paid")).toBeUndefined();
  expect(nextState(returnMachine, "REFUSED", "success")).toBe("DONE");
});
