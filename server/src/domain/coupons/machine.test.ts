/** The machines' tables: sound as they are, and a wrong one is found. */
import { expect, test } from "vitest";
import {
  findMachineErrors,
  campaignMachine,
  couponMachine,
  canTransition,
  assertMachinesValid,
} from "./machine.ts";

test("no state is out of reach, and none is named that there is not", () => {
  expect(findMachineErrors(couponMachine)).toEqual([]);
  expect(findMachineErrors(campaignMachine)).toEqual([]);
});

test("a wrong table does not start", () => {
  const wrong = {
    initialStates: ["A"],
    states: ["A", "B"],
    transitions: [["A", "C", "nobody"]] as const,
  };
  expect(findMachineErrors(wrong)).toEqual(["C is no state", "B is out of reach"]);
  expect(() => assertMachinesValid({ wrong })).toThrow("C is no state");
});

test("nothing leaves a coupon that is void or a campaign that is archived", () => {
  expect(couponMachine.transitions.filter(([from]) => String(from) === "VOID")).toEqual([]);
  expect(campaignMachine.states.filter((to) => canTransition("archived", to))).toEqual([]);
  expect(canTransition("draft", "active")).toBe(false);
});
