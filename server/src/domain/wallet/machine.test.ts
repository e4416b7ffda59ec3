/** The table of a top-up's moves has no hole, and the database's functions move as it says. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { nextState, initialState, type TopUpState, transitions } from "./machine.ts";
import { wireStates } from "./texts.ts";

const states = Object.keys(wireStates) as TopUpState[];

test("every state but the one that time brings is reached, and each move leads one way", () => {
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

test("what is refunded whole stays so, and what was credited is never closed", () => {
  const moves = transitions.map(({ move }) => move);
  expect(moves.map((move) => nextState("REFUNDED", move))).toEqual(moves.map(() => undefined));
  const credited: TopUpState[] = ["PAID", "REFUNDING", "PART_REFUNDED"];
  for (const state of credited)
    expect(moves.map((move) => nextState(state, move))).not.toContain("CLOSED");
});

test("the functions guard each move by the states that the table says", () => {
  const text = ["topup.sql", "refund.sql"]
    .map((file) => readFileSync(new URL(`functions/${file}`, import.meta.url), "utf8"))
    .join("\n");
  for (const { from } of transitions) {
    const [only] = from;
    const guard = from.length === 1 ? `state = '${only}'` : `state IN ('${from.join("', '")}')`;
    expect(text).toContain(guard);
  }
});
