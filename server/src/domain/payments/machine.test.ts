/** The machines of payments: the tables have no hole, and the proof finds one when there is. */
import { describe, expect, test } from "vitest";
import { after, attempts, faultsOf, proveMachines, returns } from "./machine.ts";

test("the tables stand", () => {
  expect(proveMachines).not.toThrow();
});

describe("the proof finds", () => {
  test("a state that no way leads to", () => {
    const holed = {
      ...attempts,
      transitions: attempts.transitions.filter(({ move }) => move !== "closed"),
    };
    expect(faultsOf(holed, "SUCCESS")).toEqual(["CLOSED cannot be reached"]);
  });

  test("a way back from money that arrived", () => {
    const leaking = {
      ...attempts,
      transitions: [
        ...attempts.transitions,
        { move: "closed", from: ["SUCCESS"], to: "CLOSED" } as const,
      ],
    };
    expect(faultsOf(leaking, "SUCCESS")).toEqual(["closed leaves SUCCESS"]);
  });

  test("one move with two ends", () => {
    const twice = {
      ...returns,
      transitions: [
        ...returns.transitions,
        { move: "refused", from: ["CREATED"], to: "ABNORMAL" } as const,
      ],
    };
    expect(faultsOf(twice, "DONE")).toEqual(["refused from CREATED leads two ways"]);
  });
});

test("money that arrived is taken wherever the attempt is, and once", () => {
  for (const state of ["CREATED", "PREPARED", "CLOSED", "FAILED"] as const) {
    expect(after(attempts, state, "paid")).toBe("SUCCESS");
  }
  expect(after(attempts, "SUCCESS", "paid")).toBeUndefined();
  expect(after(returns, "REFUSED", "success")).toBe("DONE");
});
