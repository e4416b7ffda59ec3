/** Tests of the texts of amounts, times and numbers. */
import { expect, test } from "vitest";
import { dayText, durationText, groupedNumber, moneyText, pointsText, timeText } from "./format.ts";

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

test("points are grouped, and their minus stands before them", () => {
  expect([pointsText(1_200), pointsText(-35), pointsText(0)]).toEqual([
    "1,200 分",
    "−35 分",
    "0 分",
  ]);
});

test("a day is Shanghai's", () => {
  expect(dayText(Date.UTC(2026, 10, 22, 15, 59, 59))).toBe("2026-11-22");
  expect(dayText(Date.UTC(2026, 10, 22, 16))).toBe("2026-11-23");
});

test("a wait has seconds below a minute, no empty second unit, and is never negative", () => {
  expect([59_999, 60_000, 2 * 3_600_000, 86_400_000, -5_000].map(durationText)).toEqual([
    "59 秒",
    "1 分",
    "2 时",
    "1 天",
    "0 秒",
  ]);
});
