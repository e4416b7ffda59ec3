/** Tests U10: the time format and the reading of seconds. */
import { expect, test } from "vitest";
import { formatClock, formatDate, formatTime } from "./time.ts";

test("U10 milliseconds and seconds show the same instant", () => {
  expect(formatTime(1_700_000_000_000)).toBe("2023-11-15 06:13:20");
  expect(formatTime(1_700_000_000)).toBe("2023-11-15 06:13:20");
  expect(formatTime("1700000000")).toBe("2023-11-15 06:13:20");
});

test("U10 numbers have two digits and the day changes at midnight in Shanghai", () => {
  expect(formatTime(Date.UTC(2026, 0, 4, 16, 0, 5))).toBe("2026-01-05 00:00:05");
  expect(formatDate(Date.UTC(2026, 0, 4, 15, 59))).toBe("2026-01-04");
  expect(formatClock(Date.UTC(2026, 0, 4, 1, 5))).toBe("09:05");
});

test("U10 an unreadable timestamp shows nothing", () => {
  expect(formatTime("soon")).toBe("");
});
