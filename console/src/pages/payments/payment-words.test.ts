/** Tests that the spans of the payments page are days of Shanghai. */
import { expect, test } from "vitest";
import { instantsOf } from "./payment-words.ts";

/** 2026-11-23 02:30 in Shanghai, still the day before in UTC. */
const NOW = Date.UTC(2026, 10, 22, 18, 30);
const MIDNIGHT = Date.UTC(2026, 10, 22, 16);
const DAY_MS = 86_400_000;

test("today begins at midnight of Shanghai and ends now", () => {
  expect(instantsOf("0", NOW)).toEqual({ from: MIDNIGHT });
});

test("yesterday is a whole day and ends before today", () => {
  expect(instantsOf("1", NOW)).toEqual({ from: MIDNIGHT - DAY_MS, to: MIDNIGHT - 1 });
});

test("the last days count from midnight", () => {
  expect(instantsOf("30", NOW)).toEqual({ from: MIDNIGHT - 30 * DAY_MS });
});
