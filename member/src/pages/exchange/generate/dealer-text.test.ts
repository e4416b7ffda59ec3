/** Tests the texts of a dealer's price and months. */
import { expect, test } from "vitest";
import { monthBefore, monthText, priceText } from "./dealer-text.ts";

test("a price is a percentage of the face value or a fixed amount per code", () => {
  expect(priceText({ priceBp: 8_550 })).toBe("按面值 85.5%");
  expect(priceText({ priceFen: 90 })).toMatch(/^每个 ¥0\.90$/);
});

test("the month before January is December of the previous year", () => {
  expect([monthBefore("2027-01"), monthBefore("2026-11"), monthBefore("2026-10")]).toEqual([
    "2026-12",
    "2026-10",
    "2026-09",
  ]);
  expect(monthText("2026-09")).toBe("2026 年 9 月对账单");
});
