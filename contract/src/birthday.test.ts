/** Tests which texts are a day of a year. */
import { expect, test } from "vitest";
import { birthdayOf } from "./birthday.ts";

test.each([
  ["5-20", "05-20"],
  ["0520", "05-20"],
  ["5月20日", "05-20"],
  ["１２／３１", "12-31"],
  ["2-29", "02-29"],
  ["2-30", undefined],
  ["13-01", undefined],
  ["0-10", undefined],
  ["2026-05-20", undefined],
  ["", undefined],
])("%s is the birthday %s", (typed, birthday) => {
  expect(birthdayOf(typed)).toBe(birthday);
});
