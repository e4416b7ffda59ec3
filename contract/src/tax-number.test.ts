/** Tax numbers of companies: known ones are right, and no single wrong or exchanged symbol passes. */
import { expect, test } from "vitest";
import { isTaxNumber, plainTaxNumber, taxCheckSymbol } from "./tax-number.ts";

/** Published numbers of listed companies. */
const KNOWN = ["91440300708461136T", "91330100799655058B"];

test.each(KNOWN)("%s of a listed company is right", (number) => {
  expect(isTaxNumber(number)).toBe(true);
});

test("a tax number with one wrong symbol is never right", () => {
  const symbols = "0123456789ABCDEFGHJKLMNPQRTUWXY";
  const [right = ""] = KNOWN;
  const wrong = Array.from(right).flatMap((old, at) =>
    Array.from(symbols)
      .filter((one) => one !== old)
      .map((one) => right.slice(0, at) + one + right.slice(at + 1)),
  );
  expect(wrong.filter(isTaxNumber)).toEqual([]);
});

test("spaces, fullwidth and small letters are read as the same number", () => {
  expect(plainTaxNumber(" 9144 0300 7084 6113 6t ")).toBe(KNOWN[0]);
  expect(plainTaxNumber("９１４４０３００７０８４６１１３６Ｔ")).toBe(KNOWN[0]);
});

test("letters outside of the alphabet and other lengths are wrong", () => {
  expect(taxCheckSymbol("9144030070846113I")).toBeUndefined();
  expect(isTaxNumber("91440300708461136")).toBe(false);
  expect(isTaxNumber("")).toBe(false);
});
