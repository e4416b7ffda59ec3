/** Which changes a supplier order allows, and how a late update is classified. */
import { describe, expect, test } from "vitest";
import { isFinal, lifecycleFaults, nextState } from "../../platform/lifecycle.ts";
import { classifyLateUpdate, supplierOrderLifecycle } from "./lifecycle.ts";

test("every state is reachable from the first one, and a final state from every state", () => {
  expect(lifecycleFaults(supplierOrderLifecycle)).toEqual([]);
  const { states } = supplierOrderLifecycle;
  const open = states.filter((state) => !isFinal(supplierOrderLifecycle, state));
  for (const state of open)
    expect(nextState(supplierOrderLifecycle, state, "issued")).toBe("SUCCESS");
});

test("no move leaves a final state", () => {
  expect(supplierOrderLifecycle.final).toEqual(["SUCCESS", "FAILED"]);
  for (const { from } of supplierOrderLifecycle.events)
    expect(from.filter((state) => isFinal(supplierOrderLifecycle, state))).toEqual([]);
});

describe("moves", () => {
  test.each([
    ["CREATED", "send", "SENT"],
    ["SENT", "send", undefined],
    ["SENT", "accepted", "ACCEPTED"],
    ["UNKNOWN", "accepted", "ACCEPTED"],
    ["SENT", "unknown", "UNKNOWN"],
    ["ACCEPTED", "unknown", undefined],
    ["CREATED", "failed", "FAILED"],
    ["ACCEPTED", "issued", "SUCCESS"],
    ["SUCCESS", "failed", undefined],
    ["FAILED", "issued", undefined],
  ] as const)("%s × %s → %s", (state, move, to) => {
    expect(nextState(supplierOrderLifecycle, state, move)).toBe(to);
  });

  test.each([
    ["ACCEPTED", "issued", "none"],
    ["SUCCESS", "issued", "repeat"],
    ["FAILED", "accepted", "repeat"],
    ["FAILED", "issued", "issued_after_failed"],
    ["SUCCESS", "failed", "failed_after_issued"],
  ] as const)("%s and then %s is %s", (state, move, lateness) => {
    expect(classifyLateUpdate(state, move)).toBe(lateness);
  });
});
