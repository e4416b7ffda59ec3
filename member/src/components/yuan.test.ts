/** Tests that a typed amount is parsed exactly to the fen. */
import { expect, test } from "vitest";
import { parseYuan, normalizeYuanInput, yuanInputText } from "./yuan.ts";

test("digits, one point and two decimals stay, everything else is removed", () => {
  expect(normalizeYuanInput("1a2.345")).toBe("12.34");
  expect(normalizeYuanInput("0050")).toBe("50");
  expect(normalizeYuanInput("1.2.3")).toBe("1.23");
  expect(normalizeYuanInput("。5")).toBe("0.5");
  expect(normalizeYuanInput("12，5")).toBe("12.5");
  expect(normalizeYuanInput("-8")).toBe("8");
  expect(normalizeYuanInput("123456789")).toBe("1234567");
});

test("an incomplete amount is parsed as far as it is typed", () => {
  expect(parseYuan("")).toBeUndefined();
  expect(parseYuan("12")).toBe(1200);
  expect(parseYuan("12.")).toBe(1200);
  expect(parseYuan("12.5")).toBe(1250);
  expect(parseYuan("0.07")).toBe(7);
  expect(parseYuan("1.005")).toBeUndefined();
});

test("no fen is lost between typing and parsing", () => {
  for (const fen of [1, 7, 10, 29, 57, 115, 1999, 100_001, 99_999_999]) {
    expect(parseYuan(yuanInputText(fen))).toBe(fen);
  }
});
