/** Which changes a top-up allows, and that its states and those of the API agree. */
import { expect, test } from "vitest";
import { nextState } from "../../platform/lifecycle.ts";
import { topUpLifecycle, type TopUpState } from "./lifecycle.ts";
import { wireStates } from "./texts.ts";

test("every state has a name in the API", () => {
  expect(Object.keys(wireStates).toSorted()).toEqual(topUpLifecycle.states.toSorted());
});

test("a completely refunded top-up stays so, and a credited one is never closed", () => {
  const events = topUpLifecycle.events.map(({ name }) => name);
  expect(events.map((event) => nextState(topUpLifecycle, "REFUNDED", event))).toEqual(
    events.map(() => undefined),
  );
  const credited: TopUpState[] = ["PAID", "REFUNDING", "PART_REFUNDED"];
  for (const state of credited)
    expect(events.map((event) => nextState(topUpLifecycle, state, event))).not.toContain("CLOSED");
});
