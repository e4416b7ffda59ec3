/** The machines of payments: the tables have no hole, and the proof finds one when there is. */
import { describe, expect, test } from "vitest";
import {
  nextState,
  attemptMachine,
  faultsOf,
  assertMachinesValid,
  returnMachine,
} from "./machine.ts";

test("the tables stand", () => {
  expect(assertMachinesValid).not.toThrow();
});

describe("the proof finds", () => {
  test("a state that no way leads to", () => {
    const holed = {
      ...attemptMachine,
      transitions: attemptMachine.transitions.filter(({ move }) => move !== "closed"),
    };
    expect(faultsOf(holed, "SUCCESS")).toEqual(["CLOSED cannot be reached"]);
  });

  test("a way back from money that arrived", () => {
    const leaking = {
      ...attemptMachine,
      transitions: [
        ...attemptMachine.transitions,
        { move: "closed", from: ["SUCCESS"], to: "CLOSED" } as const,
      ],
    };
    expect(faultsOf(leaking, "SUCCESS")).toEqual(["closed leaves SUCCESS"]);
  });

  test("one move with two ends", () => {
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

test("money that arrived is taken wherever the attempt is, and once", () => {
  for (const state of ["CREATED", "PREPARED", "CLOSED", "FAILED"] as const) {
    expect(nextState(attemptMachine, state, "paid")).toBe("SUCCESS");
  }
  expect(nextState(attemptMachine, "SUCCESS", "paid")).toBeUndefined();
  expect(nextState(returnMachine, "REFUSED", "success")).toBe("DONE");
});
