/** What a member types for an amount is read to the fen. */
import { expect, test } from "vitest";
import { parseYuan, normalizeYuanInput, yuanInputText } from "./yuan.ts";

test("figures, one point and two decimals stay, everything else goes", () => {
  expect(normalizeYuanInput("1a2.345")).toBe("12.34");
  expect(normalizeYuanInput("0050")).toBe("50");
  expect(normalizeYuanInput("1.2.3")).toBe("1.23");
  expect(normalizeYuanInput("。5")).toBe("0.5");
  expect(normalizeYuanInput("12，5")).toBe("12.5");
  expect(normalizeYuanInput("-8")).toBe("8");
  expect(normalizeYuanInput("123456789")).toBe("1234567");
});

test("an amount that is still being typed is read as far as it goes", () => {
  expect(parseYuan("")).toBeUndefined();
  expect(parseYuan("12")).toBe(1200);
  expect(parseYuan("12.")).toBe(1200);
  expect(parseYuan("12.5")).toBe(1250);
  expect(parseYuan("0.07")).toBe(7);
  expect(parseYuan("1.005")).toBeUndefined();
});

test("no fen is lost between what is typed and what is read", () => {
  for (const fen of [1, 7, 10, 29, 57, 115, 1999, 100_001, 99_999_999]) {
    expect(parseYuan(yuanInputText(fen))).toBe(fen);
  }
});
