/** The machine of withdrawals: the table has no hole, and the proof finds one when there is. */
import { describe, expect, test } from "vitest";
import {
  faultsOf,
  isFinal,
  assertMachineValid,
  states,
  type Transition,
  transitions,
} from "./machine.ts";

test("the table stands, and ends where money may lie", () => {
  expect(assertMachineValid).not.toThrow();
  expect(states.filter((state) => isFinal(state)).toSorted()).toEqual([
    "CANCELLED",
    "RETURNED",
    "SUCCESS",
  ]);
});

describe("the proof finds", () => {
  const and = (...more: Transition[]) => [...transitions, ...more];

  test("a state that no way leads to, and one that leads nowhere", () => {
    const holed = transitions.filter(({ move }) => move !== "return");
    expect(faultsOf(holed).toSorted()).toEqual(["FAILED leads nowhere", "REJECTED leads nowhere"]);
    const shut = transitions.filter(({ move }) => move !== "wait");
    expect(faultsOf(shut)).toEqual(["WAIT_USER_CONFIRM cannot be reached"]);
  });

  test("a way back from an end", () => {
    expect(faultsOf(and({ move: "fail", from: ["SUCCESS"], to: "FAILED" }))).toContain(
      "SUCCESS is left again",
    );
  });

  test("a way by which what was sent could be sent again", () => {
    expect(faultsOf(and({ move: "review", from: ["PAYING"], to: "REVIEWING" }))).toEqual([
      "review could send it a second time",
    ]);
  });

  test("one move with two ends", () => {
    expect(faultsOf(and({ move: "fail", from: ["PAYING"], to: "RETURNED" }))).toEqual([
      "fail from PAYING leads two ways",
    ]);
  });
});
