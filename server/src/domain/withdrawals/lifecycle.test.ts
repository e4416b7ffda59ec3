/** The lifecycle of withdrawals ends only where the money is safe, and none is sent twice. */
import { describe, expect, test } from "vitest";
import { type LifecycleEvent, lifecycleFaults } from "../../platform/lifecycle.ts";
import { resendFaults, withdrawalLifecycle } from "./lifecycle.ts";

const { events } = withdrawalLifecycle;
const withEvents = (more: readonly LifecycleEvent[]) => ({ ...withdrawalLifecycle, events: more });

test("the lifecycle is valid, and ends only in allowed states", () => {
  expect(lifecycleFaults(withdrawalLifecycle)).toEqual([]);
  expect(resendFaults(withdrawalLifecycle)).toEqual([]);
  expect(withdrawalLifecycle.final.toSorted()).toEqual(["CANCELLED", "RETURNED", "SUCCESS"]);
});

describe("the check finds", () => {
  test("an unreachable state, and one without an exit", () => {
    const incomplete = events.filter(({ name }) => name !== "return");
    expect(lifecycleFaults(withEvents(incomplete)).toSorted()).toEqual([
      "FAILED has no exit and is not final",
      "REJECTED has no exit and is not final",
      "RETURNED cannot be reached",
    ]);
    const shut = events.filter(({ name }) => name !== "wait");
    expect(lifecycleFaults(withEvents(shut))).toEqual(["WAIT_USER_CONFIRM cannot be reached"]);
  });

  test("a move that leaves a final state", () => {
    const undo = { name: "undo", from: ["SUCCESS"], to: "FAILED", by: ["channel"] } as const;
    expect(lifecycleFaults(withEvents([...events, undo]))).toEqual([
      "undo leaves the final state SUCCESS",
    ]);
  });

  test("a move that could send a transfer again", () => {
    const again = { name: "review", from: ["PAYING"], to: "REVIEWING", by: ["system"] } as const;
    expect(resendFaults(withEvents([...events, again]))).toEqual([
      "review could send it a second time",
    ]);
  });

  test("one move with two targets", () => {
    const twice = { name: "fail", from: ["PAYING"], to: "RETURNED", by: ["channel"] } as const;
    expect(lifecycleFaults(withEvents([...events, twice]))).toEqual([
      "fail from PAYING leads two ways",
    ]);
  });
});
