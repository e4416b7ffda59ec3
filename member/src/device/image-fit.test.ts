/** Tests D12: the measured size decides whether an image fills its box or is shown whole. */
import { expect, test } from "vitest";
import { fitOf } from "./image-fit.ts";

test.each([
  { size: { width: 400, height: 300 }, fit: "cover" },
  { size: { width: 480, height: 300 }, fit: "cover" },
  { size: { width: 330, height: 300 }, fit: "cover" },
  { size: { width: 300, height: 300 }, fit: "contain" },
  { size: { width: 300, height: 900 }, fit: "contain" },
  { size: { width: 900, height: 300 }, fit: "contain" },
])("D12 an image of $size.width × $size.height is $fit in a box of 4 : 3", ({ size, fit }) => {
  expect(fitOf(size, 4 / 3)).toBe(fit);
});
