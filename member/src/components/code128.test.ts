/** The bar code: what a scanner must find in it. */
import { expect, test } from "vitest";
import { bars, canEncode, checkValue } from "./code128.ts";

const sum = (widths: readonly number[]): number => widths.reduce((all, width) => all + width, 0);

test("every sign takes 11 modules, start and check too, and the stop 13", () => {
  expect(sum(bars("PJJ123C"))).toBe(11 * (1 + 7 + 1) + 13);
  const printable = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at)).join("");
  expect(sum(bars(printable))).toBe(11 * (1 + 95 + 1) + 13);
});

test("the check value is the one the standard's example gives", () => {
  // PJJ123C in set A starts at 103 and comes to 54.
  const values = [103, 48, 42, 42, 17, 18, 19, 35];
  expect(checkValue(values)).toBe(54);
});

test("digits go in pairs and take half the room", () => {
  expect(sum(bars("12345678"))).toBe(11 * (1 + 4 + 1) + 13);
  expect(bars("12").slice(0, 12)).toEqual([2, 1, 1, 2, 3, 2, 1, 1, 2, 2, 3, 2]);
});

test("what it cannot hold is refused, never drawn wrongly", () => {
  expect(() => bars("券码")).toThrow(RangeError);
  expect([canEncode("A-1 z"), canEncode("券")]).toEqual([true, false]);
});
