/** The check of a lifecycle's declaration finds each kind of fault. */
import { describe, expect, test } from "vitest";
import {
  canMove,
  defineLifecycle,
  fromStates,
  isFinal,
  type Lifecycle,
  type LifecycleEvent,
  lifecycleFaults,
  moveOf,
  nextState,
  storedInitialStates,
  storedMoves,
  storedStates,
} from "./lifecycle.ts";

const ticket = defineLifecycle({
  name: "ticket",
  description: "An example.",
  stored: { table: "ticket", column: "state" },
  history: "ticket",
  states: ["PLANNED", "OPEN", "HELD", "USED", "EXPIRED"],
  initial: ["PLANNED", "OPEN"],
  final: ["USED", "EXPIRED"],
  computed: ["PLANNED", "EXPIRED"],
  events: [
    { name: "begin", from: ["PLANNED"], to: "OPEN", by: ["time"] },
    { name: "hold", from: ["OPEN"], to: "HELD", by: ["member"] },
    { name: "touch", from: ["HELD"], to: "HELD", by: ["member"] },
    { name: "use", from: ["OPEN", "HELD"], to: "USED", by: ["member", "operator"] },
    { name: "expire", from: ["OPEN", "HELD"], to: "EXPIRED", by: ["time"] },
  ],
});
const changed = (change: Partial<Lifecycle>): Lifecycle => ({ ...ticket, ...change });
const withEvent = (event: LifecycleEvent): Lifecycle =>
  changed({ events: [...ticket.events, event] });
const withoutEvent = (name: string): Lifecycle =>
  changed({ events: ticket.events.filter((event) => event.name !== name) });

describe("a lifecycle answers", () => {
  test("what an event does in a state", () => {
    expect(fromStates(ticket, "use")).toEqual(["OPEN", "HELD"]);
    expect(moveOf(ticket, "use")).toEqual({ from: ["OPEN", "HELD"], to: "USED" });
    expect(nextState(ticket, "HELD", "use")).toBe("USED");
    expect(nextState(ticket, "USED", "use")).toBeUndefined();
    expect(canMove(ticket, "OPEN", "HELD")).toBe(true);
    expect(canMove(ticket, "HELD", "OPEN")).toBe(false);
    expect(isFinal(ticket, "USED")).toBe(true);
    expect(isFinal(ticket, "HELD")).toBe(false);
  });

  test("what the database stores: no state and no move that follows from time", () => {
    expect(storedStates(ticket)).toEqual(["OPEN", "HELD", "USED"]);
    expect(storedInitialStates(ticket)).toEqual(["OPEN"]);
    expect(storedMoves(ticket)).toEqual(["OPEN>HELD", "OPEN>USED", "HELD>USED"]);
  });
});

test.each([
  ["nothing in a correct one", ticket, []],
  ["an unreachable state", withoutEvent("hold"), ["HELD cannot be reached"]],
  [
    "a state that nothing leaves and that is not final",
    changed({ final: ["EXPIRED"] }),
    ["USED has no exit and is not final"],
  ],
  [
    "an event that leaves a final state",
    withEvent({ name: "undo", from: ["USED"], to: "OPEN", by: ["operator"] }),
    ["undo leaves the final state USED"],
  ],
  [
    "an event with two targets in one state",
    withEvent({ name: "hold", from: ["OPEN"], to: "USED", by: ["member"] }),
    ["hold from OPEN leads two ways"],
  ],
  [
    "a state that is not declared",
    withEvent({ name: "lose", from: ["OPEN"], to: "LOST", by: ["member"] }),
    ["LOST is not a state"],
  ],
])("the check finds %s", (_name, lifecycle, faults) => {
  expect(lifecycleFaults(lifecycle)).toEqual(faults);
});

test("a faulty lifecycle stops the program when its module loads", () => {
  const { computed: _, ...declared } = withoutEvent("hold");
  expect(() => defineLifecycle(declared)).toThrow("lifecycle ticket: HELD cannot be reached");
});
