/** The transition table of a top-up is complete, and the SQL functions follow it. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nextState, initialState, type TopUpState, transitions } from "./machine.ts";
import { wireStates } from "./texts.ts";

const states = Object.keys(wireStates) as TopUpState[];

test("every state but the one reached by time is reachable, and each move has one target", () => {
  const reached = new Set<TopUpState>([initialState]);
  for (let size = 0; size !== reached.size; ) {
    size = reached.size;
    for (const { from, to } of transitions)
      if (from.some((state) => reached.has(state))) reached.add(to);
  }
  expect([...reached].toSorted()).toEqual(states.toSorted());
  const ways = transitions.flatMap(({ move, from }) => from.map((state) => `${move} ${state}`));
  expect(new Set(ways).size).toBe(ways.length);
});

test("a completely refunded top-up stays so, and a credited one is never closed", () => {
  const moves = transitions.map(({ move }) => move);
  expect(moves.map((move) => nextState("REFUNDED", move))).toEqual(moves.map(() => undefined));
  const credited: TopUpState[] = ["PAID", "REFUNDING", "PART_REFUNDED"];
  for (const state of credited)
    expect(moves.map((move) => nextState(state, move))).not.toContain("CLOSED");
});

test("the SQL functions guard each move by the states in the table", () => {
  const text = ["topup.sql", "refund.sql"]
    .map((file) => readFileSync(new URL(`functions/${file}`, import.meta.url), "utf8"))
    .join("\n");
  for (const { from } of transitions) {
    const [only] = from;
    const guard = from.length === 1 ? `state = '${only}'` : `state IN ('${from.join("', '")}')`;
    expect(text).toContain(guard);
  }
});
