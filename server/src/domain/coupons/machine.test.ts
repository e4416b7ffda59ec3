/** The machines' tables: sound as they are, and a wrong one is found. */
import { expect, test } from "vitest";
import { breaches, campaign, coupon, mayMove, prove } from "./machine.ts";

test("no state is out of reach, and none is named that there is not", () => {
  expect(breaches(coupon)).toEqual([]);
  expect(breaches(campaign)).toEqual([]);
});

test("a wrong table does not start", () => {
  const wrong = { begins: ["A"], states: ["A", "B"], moves: [["A", "C", "nobody"]] as const };
  expect(breaches(wrong)).toEqual(["C is no state", "B is out of reach"]);
  expect(() => prove({ wrong })).toThrow("C is no state");
});

test("nothing leaves a coupon that is void or a campaign that is archived", () => {
  expect(coupon.moves.filter(([from]) => String(from) === "VOID")).toEqual([]);
  expect(campaign.states.filter((to) => mayMove("archived", to))).toEqual([]);
  expect(mayMove("draft", "active")).toBe(false);
});
