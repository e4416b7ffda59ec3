/** The table of moves holds together: every state is reached, ends are ends, and what is said late is known for it. */
import { describe, expect, test } from "vitest";
import {
  nextState,
  initialState,
  isFinal,
  classifyLateUpdate,
  states,
  transitions,
} from "./machine.ts";

test("every state is reached from the first one, and from every state an end is reached", () => {
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

test("no move leaves an end", () => {
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
