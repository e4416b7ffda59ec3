/** Tests how amounts are formatted in the shop and in settlement. */
import { describe, expect, test } from "vitest";
import { countText, moneyPieces, moneyText, shortCountText } from "./money.ts";

describe("money", () => {
  test.each([
    [990, "¥9.9", "¥9.90"],
    [0, "¥0", "¥0.00"],
    [5, "¥0.05", "¥0.05"],
    [8200, "¥82", "¥82.00"],
    [9750, "¥97.5", "¥97.50"],
    [123_456_789, "¥1,234,567.89", "¥1,234,567.89"],
    [-4500, "−¥45", "−¥45.00"],
    [-7, "−¥0.07", "−¥0.07"],
  ])("%i fen is %s in a shop and %s in settlement", (amountFen, shop, exact) => {
    expect(moneyText(amountFen, "shop")).toBe(shop);
    expect(moneyText(amountFen)).toBe(exact);
  });

  test("a price is drawn from its parts", () => {
    expect(moneyPieces(250, "exact")).toEqual({ sign: "", yuan: "2", decimals: ".50" });
  });

  test("a fraction of a fen throws a RangeError", () => {
    expect(() => moneyPieces(9.5)).toThrow(RangeError);
    expect(() => moneyPieces(Number.NaN)).toThrow(RangeError);
  });

  test.each([
    [918, "918"],
    [6530, "6,530"],
    [24_321, "2.4万"],
    [10_000, "1万"],
    [1_280_000, "128万"],
  ])("%i exchanged is written %s", (count, text) => expect(shortCountText(count)).toBe(text));

  test("points have thousands separators", () => {
    expect(countText(3260)).toBe("3,260");
    expect(countText(-120)).toBe("−120");
  });
});
