/** Tests the bar code against what a scanner must read. */
import { expect, test } from "vitest";
import { bars, canEncode, checkValue } from "./code128.ts";

const sum = (widths: readonly number[]): number => widths.reduce((all, width) => all + width, 0);

test("every symbol takes 11 modules, including start and check symbol, and the stop symbol takes 13", () => {
  expect(sum(bars("PJJ123C"))).toBe(11 * (1 + 7 + 1) + 13);
  const printable = Array.from({ length: 95 }, (_, at) => String.fromCodePoint(32 + at)).join("");
  expect(sum(bars(printable))).toBe(11 * (1 + 95 + 1) + 13);
});

test("the check value equals that of the standard's example", () => {
  // PJJ123C in code set A starts with 103 and has the check value 54.
  const values = [103, 48, 42, 42, 17, 18, 19, 35];
  expect(checkValue(values)).toBe(54);
});

test("digits are encoded in pairs and take half the width", () => {
  expect(sum(bars("12345678"))).toBe(11 * (1 + 4 + 1) + 13);
  expect(bars("12").slice(0, 12)).toEqual([2, 1, 1, 2, 3, 2, 1, 1, 2, 2, 3, 2]);
});

test("a character that cannot be encoded is refused, never drawn wrongly", () => {
  expect(() => bars("券码")).toThrow(RangeError);
  expect([canEncode("A-1 z"), canEncode("券")]).toEqual([true, false]);
});
