/** Tests of the texts of amounts, times and numbers. */
import { expect, test } from "vitest";
import { durationText, groupedNumber, moneyText, timeText } from "./format.ts";

test("the minus stands before the ¥, and thousands are separated", () => {
  expect([moneyText(128_450), moneyText(-305), moneyText(5)]).toEqual([
    "¥1,284.50",
    "−¥3.05",
    "¥0.05",
  ]);
});

test("a time is Shanghai's, with the year only when it is another one", () => {
  const now = Date.UTC(2026, 10, 22, 9, 38, 12);
  expect(timeText(now, now)).toBe("11-22 17:38:12");
  expect(timeText(Date.UTC(2025, 11, 31, 15, 59, 59), now)).toBe("2025-12-31 23:59:59");
  expect(timeText(Date.UTC(2025, 11, 31, 16), now)).toBe("01-01 00:00:00");
});

test("a wait is told in its two largest units", () => {
  expect(
    [3 * 3_600_000 + 12 * 60_000, 65 * 60_000, 48 * 60_000, 26 * 3_600_000].map(durationText),
  ).toEqual(["3 时 12 分", "1 时 05 分", "48 分", "1 天 02 时"]);
});

test("an order number is read in groups, another number as it is", () => {
  expect(groupedNumber("2026112217383407116")).toBe("20261122 17383 40711 6");
  expect(groupedNumber("R261")).toBe("R261");
});
