/** Promises that a month is summed up by what is shown of it. */
import { expect, test } from "vitest";
import { sumsOf } from "./month-sums.ts";

const month = { month: "2026-11", earned: 324, spent: 880, expired: 0 };

test("a month says what came and what went, and what expired only where something did", () => {
  expect(sumsOf(month, "all")).toEqual([
    { name: "获得", amount: 324 },
    { name: "使用", amount: 880 },
  ]);
  expect(sumsOf({ ...month, expired: 40 }, "all")).toHaveLength(3);
});

test("a tab is summed up by its own figure, zero among them", () => {
  expect(sumsOf(month, "spent")).toEqual([{ name: "使用", amount: 880 }]);
  expect(sumsOf(month, "expired")).toEqual([{ name: "过期", amount: 0 }]);
});
