/** Tests that slices become smaller after slow ones and larger after fast ones, within their limits. */
import { expect, test } from "vitest";
import { firstSliceRows, nextSliceRows } from "./slice-rows.ts";

const max = 20_000;
const after = (times: readonly number[]): number =>
  times.reduce((rows, ms) => nextSliceRows(rows, { ms, max }), firstSliceRows(max));

test("a check begins with small slices and doubles them while they are fast", () => {
  expect(after([])).toBe(5_000);
  expect(after([20, 20])).toBe(20_000);
  expect(after([20, 20, 20])).toBe(20_000);
});

test("slow slices are halved down to 500 rows, others stay as they are", () => {
  expect(after([2_000])).toBe(2_500);
  expect(after([2_000, 200, 400])).toBe(1_250);
  expect(after([400, 400, 400, 400, 400])).toBe(500);
  expect(after([400, 400, 400, 400, 400, 20])).toBe(1_000);
});

test("slices that are asked to be tiny stay so", () => {
  expect(nextSliceRows(1, { ms: 2_000, max: 2 })).toBe(1);
  expect(nextSliceRows(firstSliceRows(2), { ms: 1, max: 2 })).toBe(2);
});
