/** What a member types for an amount is read to the fen. */
import { expect, test } from "vitest";
import { fenOf, keepYuan, typedYuan } from "./yuan.ts";

test("figures, one point and two decimals stay, everything else goes", () => {
  expect(keepYuan("1a2.345")).toBe("12.34");
  expect(keepYuan("0050")).toBe("50");
  expect(keepYuan("1.2.3")).toBe("1.23");
  expect(keepYuan("。5")).toBe("0.5");
  expect(keepYuan("12，5")).toBe("12.5");
  expect(keepYuan("-8")).toBe("8");
  expect(keepYuan("123456789")).toBe("1234567");
});

test("an amount that is still being typed is read as far as it goes", () => {
  expect(fenOf("")).toBeUndefined();
  expect(fenOf("12")).toBe(1200);
  expect(fenOf("12.")).toBe(1200);
  expect(fenOf("12.5")).toBe(1250);
  expect(fenOf("0.07")).toBe(7);
  expect(fenOf("1.005")).toBeUndefined();
});

test("no fen is lost between what is typed and what is read", () => {
  for (const fen of [1, 7, 10, 29, 57, 115, 1999, 100_001, 99_999_999]) {
    expect(fenOf(typedYuan(fen))).toBe(fen);
  }
});
