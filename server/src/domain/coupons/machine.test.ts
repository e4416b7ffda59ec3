/** The state machine tables are valid, and an invalid table is detected. */
import { expect, test } from "vitest";
import {
  findMachineErrors,
  campaignMachine,
  couponMachine,
  canTransition,
  assertMachinesValid,
} from "./machine.ts";

test("every state is reachable, and every state named is declared", () => {
  expect(findMachineErrors(couponMachine)).toEqual([]);
  expect(findMachineErrors(campaignMachine)).toEqual([]);
});

test("an invalid table fails at program start", () => {
  const wrong = {
    initialStates: ["A"],
    states: ["A", "B"],
    transitions: [["A", "C", "nobody"]] as const,
  };
  expect(findMachineErrors(wrong)).toEqual(["C is not a state", "B cannot be reached"]);
  expect(() => assertMachinesValid({ wrong })).toThrow("C is not a state");
});

test("a void coupon and an archived campaign have no further transitions", () => {
  expect(couponMachine.transitions.filter(([from]) => String(from) === "VOID")).toEqual([]);
  expect(campaignMachine.states.filter((to) => canTransition("archived", to))).toEqual([]);
  expect(canTransition("draft", "active")).toBe(false);
});
