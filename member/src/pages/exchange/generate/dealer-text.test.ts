/** Tests the texts of a dealer's price and months. */
import { expect, test } from "vitest";
import {
  factorsText,
  monthBefore,
  monthText,
  overQuotaText,
  priceText,
  quotaText,
  shownCharge,
  sumText,
} from "./dealer-text.ts";

const dealer = {
  memberId: "m",
  name: "华东渠道",
  priceBp: 8_500,
  codesMonth: 1_000,
  faceFenMonth: 5_000_000,
  isOn: true,
  version: 1,
  month: "2026-11",
  used: { codes: 400, faceFen: 2_000_000 },
  points: { unit: 100, unitFen: 100 },
};
const charge = (count: number, valueFen = 5_000, usesPerCode = 1) =>
  shownCharge(dealer, { target: { valueFen }, count, usesPerCode });

test("a batch costs its number times the price, and takes its part of the month", () => {
  const shown = charge(500);
  expect(factorsText(shown)).toBe("500 × ¥42.50");
  expect(sumText(shown.owedFen)).toBe("¥21,250");
  expect(quotaText(shown.codesLeft, shown.faceFenLeft)).toBe("100 个，面额 ¥5,000");
  expect(sumText(3_060)).toBe("¥30.60");
});

test("a batch beyond the codes or the face value of the month says what is left", () => {
  expect(overQuotaText(dealer, charge(600))).toBeUndefined();
  const left = "超出本月额度，还剩 600 个，面额 ¥30,000";
  expect(overQuotaText(dealer, charge(601))).toBe(left);
  expect(overQuotaText(dealer, charge(100, 50_000))).toBe(left);
  // Beyond what a number holds exactly.
  expect(overQuotaText(dealer, charge(100_000, 1_000_000_000, 10_000))).toBe(left);
  expect(overQuotaText({ ...dealer, isOn: false }, charge(1))).toMatch(/^已停用/);
});

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
