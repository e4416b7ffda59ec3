/** Tests the message times of the inbox: the shortest text for each, by days in Shanghai. */
import { expect, test } from "vitest";
import { formatListTime } from "./list-time.ts";

const NOW = Date.parse("2026-11-21T00:30:00+08:00");
test.each([
  ["2026-11-21T00:29:30+08:00", "刚刚"],
  ["2026-11-21T00:18:00+08:00", "12 分钟前"],
  ["2026-11-20T23:10:00+08:00", "昨天 23:10"],
  ["2026-11-03T12:00:00+08:00", "11-03"],
  ["2025-11-21T00:30:00+08:00", "2025-11-21"],
])("a message received at %s is shown as %s", (at, text) => {
  expect(formatListTime(Date.parse(at), NOW)).toBe(text);
});

test("a message received earlier on the same day shows its time", () => {
  const evening = Date.parse("2026-11-21T20:00:00+08:00");
  expect(formatListTime(Date.parse("2026-11-21T09:30:00+08:00"), evening)).toBe("今天 09:30");
});
