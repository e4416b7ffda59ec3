/** Tests the spans of reports. */
import { expect, test } from "vitest";
import { reportSpan } from "./spans.ts";

const at = (text: string): number => Date.parse(`${text}+08:00`);
const noon = at("2027-01-15T12:00:00");
const days = { first: "2026-12-30", last: "2027-01-02" };

test("months begin with the month of Shanghai, also over the new year", () => {
  expect(reportSpan("lastMonth", noon, days)).toEqual({
    from: at("2026-12-01T00:00:00"),
    to: at("2027-01-01T00:00:00"),
  });
  expect(reportSpan("thisMonth", noon, days)?.from).toBe(at("2027-01-01T00:00:00"));
  expect(reportSpan("yesterday", at("2027-01-01T00:30:00"), days)).toEqual({
    from: at("2026-12-31T00:00:00"),
    to: at("2027-01-01T00:00:00"),
  });
});

test("own days include the last one; reversed days are no span", () => {
  expect(reportSpan("own", noon, days)).toEqual({
    from: at("2026-12-30T00:00:00"),
    to: at("2027-01-03T00:00:00"),
  });
  expect(reportSpan("own", noon, { first: "2027-01-02", last: "2026-12-30" })).toBeUndefined();
  expect(reportSpan("own", noon, { first: "", last: "" })).toBeUndefined();
});
