/**
 * Queries are dense around the usual time and rare later, and never exceed the supplier's limits.
 */
import { describe, expect, test } from "vitest";
import { settingsWith } from "../../platform/settings.ts";
import { type QueryHistory, nextQueryAt, queryRateLimit } from "./query-schedule.ts";
import { shanghaiDay } from "../../platform/shanghai.ts";

const settings = settingsWith({});
const NOON = Date.parse("2026-11-20T04:00:00Z");
const MIDNIGHT = Date.parse("2026-11-20T16:00:00Z");

/**
 * Returns the seconds after sending at which one order is queried, until its daily budget is used
 * up.
 */
function queryTimesOf(usualMs: number | null): number[] {
  const at: number[] = [];
  for (let now = NOON, queriesThatDay = 0; ; queriesThatDay++) {
    now = nextQueryAt({ queriesThatDay, lastQueryDay: shanghaiDay(NOON), usualMs }, now, settings);
    if (now >= MIDNIGHT) return at;
    at.push((now - NOON) / 1_000);
  }
}

describe("the schedule", () => {
  test("grows sparse without statistics", () => {
    expect(queryTimesOf(null)).toEqual([5, 10, 20, 40, 80, 160, 280, 440, 600, 760]);
  });

  test("begins at the usual time and is dense after it", () => {
    expect(queryTimesOf(60_000).slice(0, 5)).toEqual([60, 90, 150, 270, 430]);
  });

  test("is faster for a fast supplier, and saves queries for later", () => {
    const queryTimes = queryTimesOf(1_000);
    expect(queryTimes.slice(0, 3)).toEqual([2.5, 5, 10]);
    expect(queryTimes.at(-1)).toBeGreaterThan(300);
  });

  test("does not wait an hour for a slow supplier", () => {
    expect(queryTimesOf(3_600_000)[0]).toBe(160);
  });

  test.each([null, 500, 5_000, 60_000, 3_600_000])(
    "has at most ten queries a day (%s)",
    (usualMs) => {
      expect(queryTimesOf(usualMs)).toHaveLength(10);
    },
  );
});

test("a new day in Shanghai has a new budget", () => {
  const spent: QueryHistory = { queriesThatDay: 10, lastQueryDay: "2026-11-20", usualMs: null };
  expect(nextQueryAt(spent, NOON, settings)).toBe(MIDNIGHT);
  expect(nextQueryAt(spent, MIDNIGHT, settings)).toBe(MIDNIGHT + 5_000);
});

test("burst and spaced queries together stay within a minute's limit", () => {
  const { burst, gapMs } = queryRateLimit(settingsWith({ supplierQueriesPerMinute: 200 }));
  expect(burst + 60_000 / gapMs).toBe(200);
});
