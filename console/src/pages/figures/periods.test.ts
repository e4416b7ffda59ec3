/** Tests the periods of figures at the edges of Shanghai's day. */
import { expect, test } from "vitest";
import { DAY_MS, ownPeriod, periodOf, spanBefore, spanOf } from "./periods.ts";

const day = (text: string) => new Date(`${text}T00:00:00+08:00`).getTime();
const at = (text: string) => new Date(`${text}+08:00`).getTime();

test("today begins at midnight of Shanghai and is compared with the whole day before", () => {
  for (const now of [
    at("2026-11-23T00:00:00"),
    at("2026-11-23T07:59:59"),
    at("2026-11-23T23:59:59"),
  ]) {
    const today = periodOf("today", now);
    expect(spanOf(today)).toEqual({ from: day("2026-11-23") });
    expect(spanBefore(today)).toEqual({ from: day("2026-11-22"), to: day("2026-11-23") });
  }
});

test("yesterday ends where today begins; a week has seven days with today", () => {
  const now = at("2026-11-23T10:00:00");
  expect(spanOf(periodOf("yesterday", now))).toEqual({
    from: day("2026-11-22"),
    to: day("2026-11-23"),
  });
  expect(periodOf("week", now)).toMatchObject({ from: day("2026-11-17"), days: 7, grain: "day" });
});

test("own days are both included; a reversed, endless or unreadable period is none", () => {
  const now = at("2026-11-23T10:00:00");
  expect(ownPeriod("2026-11-01", "2026-11-02", now)).toMatchObject({
    from: day("2026-11-01"),
    to: day("2026-11-03"),
    grain: "hour",
  });
  expect(ownPeriod("2026-11-20", "2026-11-23", now)?.to).toBeUndefined();
  expect(ownPeriod("2026-11-03", "2026-11-01", now)).toBeUndefined();
  expect(ownPeriod("2024-01-01", "2026-11-01", now)).toBeUndefined();
  expect(ownPeriod("2026-13-01", "x", now)).toBeUndefined();
  expect(ownPeriod("2026-11-24", "2026-11-25", now)).toBeUndefined();
  expect(day("2026-11-23") - day("2026-11-22")).toBe(DAY_MS);
});
