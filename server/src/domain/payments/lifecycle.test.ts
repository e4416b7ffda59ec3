/** Which changes payment attempts and payment returns allow. */
import { describe, expect, test } from "vitest";
import { lifecycleFaults, nextState } from "../../platform/lifecycle.ts";
import { attemptLifecycle, returnLifecycle } from "./lifecycle.ts";

describe("the check finds", () => {
  test("an unreachable state", () => {
    const events = attemptLifecycle.events.filter(({ name }) => name !== "closed");
    expect(lifecycleFaults({ ...attemptLifecycle, events })).toEqual(["CLOSED cannot be reached"]);
  });

  test("a move that leaves SUCCESS", () => {
    const leak = { name: "closed_late", from: ["SUCCESS"], to: "CLOSED", by: ["system"] } as const;
    const events = [...attemptLifecycle.events, leak];
    expect(lifecycleFaults({ ...attemptLifecycle, events })).toEqual([
      "closed_late leaves the final state SUCCESS",
    ]);
  });

  test("one move with two targets", () => {
    const twice = { name: "refused", from: ["CREATED"], to: "ABNORMAL", by: ["channel"] } as const;
    const events = [...returnLifecycle.events, twice];
    expect(lifecycleFaults({ ...returnLifecycle, events })).toEqual([
      "refused from CREATED leads two ways",
    ]);
  });
});

test("received money is accepted in every state of the attempt, and once", () => {
  for (const state of ["CREATED", "PREPARED", "CLOSED", "FAILED"] as const) {
    expect(nextState(attemptLifecycle, state, "paid")).toBe("SUCCESS");
  }
  expect(nextState(attemptLifecycle, "SUCCESS", "paid")).toBeUndefined();
  expect(nextState(returnLifecycle, "REFUSED", "success")).toBe("DONE");
});
