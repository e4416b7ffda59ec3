/**
 * The state machine of withdrawals: the table is complete, and the check finds a fault in a broken
 * one.
 */
import { describe, expect, test } from "vitest";
import {
  faultsOf,
  isFinal,
  assertMachineValid,
  states,
  type Transition,
  transitions,
} from "./machine.ts";

test("the table is valid, and ends only in allowed states", () => {
  expect(assertMachineValid).not.toThrow();
  expect(states.filter((state) => isFinal(state)).toSorted()).toEqual([
    "CANCELLED",
    "RETURNED",
    "SUCCESS",
  ]);
});

describe("the check finds", () => {
  const and = (...more: Transition[]) => [...transitions, ...more];

  test("an unreachable state, and one without an exit", () => {
    const incomplete = transitions.filter(({ move }) => move !== "return");
    expect(faultsOf(incomplete).toSorted()).toEqual([
      "FAILED leads nowhere",
      "REJECTED leads nowhere",
    ]);
    const shut = transitions.filter(({ move }) => move !== "wait");
    expect(faultsOf(shut)).toEqual(["WAIT_USER_CONFIRM cannot be reached"]);
  });

  test("a move that leaves a final state", () => {
    expect(faultsOf(and({ move: "fail", from: ["SUCCESS"], to: "FAILED" }))).toContain(
      "SUCCESS is left again",
    );
  });

  test("a move that could send a transfer again", () => {
    expect(faultsOf(and({ move: "review", from: ["PAYING"], to: "REVIEWING" }))).toEqual([
      "review could send it a second time",
    ]);
  });

  test("one move with two targets", () => {
    expect(faultsOf(and({ move: "fail", from: ["PAYING"], to: "RETURNED" }))).toEqual([
      "fail from PAYING leads two ways",
    ]);
  });
});
