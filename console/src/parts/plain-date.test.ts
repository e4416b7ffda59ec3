/** Tests of dates and times that operators type. */
import { expect, test } from "vitest";
import { plainDate } from "./plain-date.ts";

test("a day is read in the ways in which people write it", () => {
  const typed = [
    "2026-11-24",
    "2026/11/24",
    "2026.11.24",
    "20261124",
    "2026年11月24日",
    " 2026-11-24 ",
  ];
  expect(typed.map((text) => plainDate(text, "day"))).toEqual(typed.map(() => "2026-11-24"));
  expect(plainDate("２０２６－１－５", "day")).toBe("2026-01-05");
  expect(plainDate("2028-02-29", "day")).toBe("2028-02-29");
});

test("what is no day of the calendar, or no whole day, is not read", () => {
  const none = ["", "2026-02-30", "2026-13-01", "2026-00-10", "11/24/2026", "26-11-24", "2026-11"];
  expect(none.map((text) => plainDate(text, "day"))).toEqual(none.map(() => undefined));
  expect(plainDate("2026-11-24 08:30", "day")).toBeUndefined();
});

test("a time is read to the minute, and a day alone is no time", () => {
  const typed = ["2026-11-24 08:30", "2026-11-24T08:30", "2026/11/24 8:30", "20261124 08:30:15"];
  expect(typed.map((text) => plainDate(text, "instant"))).toEqual(
    typed.map(() => "2026-11-24 08:30"),
  );
  expect(plainDate("2026年11月24日8：30", "instant")).toBe("2026-11-24 08:30");
  const none = ["2026-11-24", "2026-11-24 24:00", "2026-11-24 08:60", "08:30", "2026-02-30 08:30"];
  expect(none.map((text) => plainDate(text, "instant"))).toEqual(none.map(() => undefined));
});
