/** The states of single items, and the order state that they result in. */
import { describe, expect, test } from "vitest";
import { canMove, moveOf } from "../../platform/lifecycle.ts";
import { fulfilStateOf } from "./fulfil-state.ts";
import { axes, type ItemEvent, itemLifecycle, type ItemState } from "./lifecycle.ts";

const OPEN: readonly ItemState[] = ["QUEUED", "SUBMITTED", "UNKNOWN", "MANUAL"];
const EVENTS: readonly ItemEvent[] = ["sent", "accepted", "unknown", "manual", "issued", "failed"];
const moves = EVENTS.map((event) => moveOf(itemLifecycle, event));
const ENDED: readonly ItemState[] = ["DONE", "FAILED", "REFUNDED"];

test("nothing leaves an ended item, and every open one can end either way", () => {
  for (const { from } of moves) {
    for (const state of from) expect(ENDED).not.toContain(state);
  }
  expect(moveOf(itemLifecycle, "issued").from).toEqual(OPEN);
  expect(moveOf(itemLifecycle, "failed").from).toEqual(OPEN);
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
    const all: ItemState[] = [...OPEN, ...ENDED];
    const missing = new Set<string>();
    for (const other of all) {
      for (const { from, to } of moves) {
        for (const state of from) {
          const before = fulfilStateOf([state, other]);
          const after = fulfilStateOf([to, other]);
          if (before !== after && !canMove(axes.fulfil, before, after)) {
            missing.add(`${before}>${after}`);
          }
        }
      }
    }
    expect([...missing]).toEqual([]);
  });
});
