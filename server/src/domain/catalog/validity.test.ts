/**
 * The end of a delivered item follows from the fulfilment contract and is never later than the
 * supplier's end.
 */
import { expect, test } from "vitest";
import { daysPromisedIn, endOfValidity, validityOf } from "./validity.ts";

const NOON = Date.parse("2026-11-22T12:00:00+08:00");

test.each([
  ["2026-11-22T00:00:00+08:00", 1, "2026-11-22T23:59:59.999+08:00"],
  ["2026-11-22T23:59:59+08:00", 1, "2026-11-22T23:59:59.999+08:00"],
  ["2026-11-22T12:00:00+08:00", 7, "2026-11-28T23:59:59.999+08:00"],
  ["2026-11-22T12:00:00+08:00", 30, "2026-12-21T23:59:59.999+08:00"],
])("delivered at %s for %i days, it is valid until %s", (from, days, end) => {
  expect(endOfValidity(days, Date.parse(from))).toBe(Date.parse(end));
});

test("a supplier that allows a year does not extend 30 promised days", () => {
  expect(validityOf(30, "2027-11-22T15:59:59Z", NOON)).toEqual({
    until: endOfValidity(30, NOON),
    isShortened: false,
  });
});

test("a supplier that allows less shortens the validity, and this is reported", () => {
  const theirs = "2026-11-30T15:59:59.000Z";
  expect(validityOf(30, theirs, NOON)).toEqual({ until: Date.parse(theirs), isShortened: true });
});

test("without a promise the supplier's end applies, without either there is none", () => {
  const theirs = "2026-11-30T15:59:59.000Z";
  expect(validityOf(undefined, theirs, NOON)).toEqual({
    until: Date.parse(theirs),
    isShortened: false,
  });
  expect(validityOf(undefined, undefined, NOON)).toEqual({ until: undefined, isShortened: false });
});

test("the days promised in a text are found", () => {
  expect(daysPromisedIn("一包，7 天有效")).toEqual([7]);
  expect(daysPromisedIn("自发放当日起 30 天内有效（含当日）")).toEqual([30]);
  expect(daysPromisedIn("新会员注册 30 天内可领")).toEqual([]);
});
