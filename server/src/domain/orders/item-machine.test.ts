/** The states of single items, and the order state that they result in. */
import { describe, expect, test } from "vitest";
import { axes } from "./machine.ts";
import { fulfilStateOf, type ItemState, itemTransitions } from "./item-machine.ts";

const OPEN: readonly ItemState[] = ["QUEUED", "SUBMITTED", "UNKNOWN", "MANUAL"];
const ENDED: readonly ItemState[] = ["DONE", "FAILED", "REFUNDED"];

test("nothing leaves an ended item, and every open one can end either way", () => {
  for (const { from } of Object.values(itemTransitions)) {
    for (const state of from) expect(ENDED).not.toContain(state);
  }
  expect(itemTransitions.issued.from).toEqual(OPEN);
  expect(itemTransitions.failed.from).toEqual(OPEN);
});

describe("an order's fulfilment follows from its items", () => {
  test.each([
    ["QUEUED QUEUED", "QUEUED"],
    ["SUBMITTED QUEUED", "PROCESSING"],
    ["DONE QUEUED", "PART_DONE"],
    ["DONE UNKNOWN", "UNKNOWN"],
    ["DONE UNKNOWN MANUAL", "MANUAL"],
    ["FAILED SUBMITTED", "PROCESSING"],
    ["DONE DONE", "DONE"],
    ["DONE FAILED", "DONE"],
    ["FAILED REFUNDED", "FAILED"],
  ])("%s → %s", (items, expected) => {
    expect(fulfilStateOf(items.split(" ") as ItemState[])).toBe(expected);
  });

  test("and every transition between two of them is in the order's table", () => {
    const moves = axes.fulfil.moves.map(([from, to]) => `${from}>${to}`);
    const all: ItemState[] = [...OPEN, ...ENDED];
    const missing = new Set<string>();
    for (const other of all) {
      for (const { from, to } of Object.values(itemTransitions)) {
        for (const state of from) {
          const before = fulfilStateOf([state, other]);
          const after = fulfilStateOf([to, other]);
          if (before !== after && !moves.includes(`${before}>${after}`)) {
            missing.add(`${before}>${after}`);
          }
        }
      }
    }
    expect([...missing]).toEqual([]);
  });
});
