/** Which changes coupons and campaigns allow. */
import { expect, test } from "vitest";
import { nextState } from "../../platform/lifecycle.ts";
import { campaignLifecycle, canTransition, couponLifecycle } from "./lifecycle.ts";

test("a void coupon and an archived campaign have no further transitions", () => {
  const events = couponLifecycle.events.map(({ name }) => name);
  expect(events.map((event) => nextState(couponLifecycle, "VOID", event))).toEqual(
    events.map(() => undefined),
  );
  expect(campaignLifecycle.states.filter((to) => canTransition("archived", to))).toEqual([]);
  expect(canTransition("draft", "active")).toBe(false);
});
