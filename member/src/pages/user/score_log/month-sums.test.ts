/** Tests the monthly sums: they match the selected tab. */
import { expect, test } from "vitest";
import { sumsOf } from "./month-sums.ts";

const month = { month: "2026-11", earned: 324, spent: 880, expired: 0 };

test("a month shows earned and spent points, and expired points only when some expired", () => {
  expect(sumsOf(month, "all")).toEqual([
    { name: "获得", amount: 324 },
    { name: "使用", amount: 880 },
  ]);
  expect(sumsOf({ ...month, expired: 40 }, "all")).toHaveLength(3);
});

test("each tab shows its own sum, even when it is zero", () => {
  expect(sumsOf(month, "spent")).toEqual([{ name: "使用", amount: 880 }]);
  expect(sumsOf(month, "expired")).toEqual([{ name: "过期", amount: 0 }]);
});
