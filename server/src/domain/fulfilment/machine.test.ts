/**
 * The transition table is consistent: every state is reachable, final states are final, and late
 * updates are classified.
 */
import { describe, expect, test } from "vitest";
import {
  nextState,
  initialState,
  isFinal,
  classifyLateUpdate,
  states,
  transitions,
} from "./machine.ts";

test("every state is reachable from the first one, and a final state from every state", () => {
  const reach = (from: readonly string[]): Set<string> => {
    const seen = new Set(from);
    for (let grown = -1; grown !== seen.size; ) {
      grown = seen.size;
      for (const { from: sources, to } of transitions) {
        if (sources.some((state) => seen.has(state))) seen.add(to);
      }
    }
    return seen;
  };
  expect([...reach([initialState])].sort()).toEqual([...states].sort());
  for (const state of states)
    expect([...reach([state])].some((each) => /SUCCESS|FAILED/.test(each))).toBe(true);
});

test("no move leaves a final state", () => {
  for (const { from } of transitions) expect(from.filter(isFinal)).toEqual([]);
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
    expect(nextState(state, move)).toBe(to);
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
