/**
 * Opening hours in China's time: midnight, whole days, weekdays, and the text of the next opening.
 */
import { describe, expect, test } from "vitest";
import { civilOf, clockText, instantOf } from "./civil-time.ts";
import { closesAt, hoursText, isOpenAt, opensAt, opensText } from "./hours.ts";
import type { SourceHours } from "./port.ts";
import { shanghai } from "./testing.ts";

const ordinary: SourceHours[] = [{ from: "07:00", to: "23:00" }];
const always: SourceHours[] = [{ from: "00:00", to: "24:00" }];
const late: SourceHours[] = [{ from: "17:00", to: "02:00" }];
const split: SourceHours[] = [
  { from: "10:00", to: "14:00" },
  { from: "17:00", to: "21:00" },
];
const weekly: SourceHours[] = [
  { from: "07:00", to: "22:00", weekdays: [1, 2, 3, 4, 5] },
  { from: "09:00", to: "22:00", weekdays: [6] },
];

// 20 November 2026 is a Friday.
describe("open", () => {
  test.each([
    ["before opening", ordinary, "2026-11-20 06:59", false, "今天 07:00 开门"],
    ["at opening", ordinary, "2026-11-20 07:00", true, undefined],
    ["the last minute", ordinary, "2026-11-20 22:59", true, undefined],
    ["at closing", ordinary, "2026-11-20 23:00", false, "明天 07:00 开门"],
    ["round the clock at midnight", always, "2026-11-20 00:00", true, undefined],
    ["past midnight", late, "2026-11-21 01:59", true, undefined],
    ["after the night", late, "2026-11-21 02:00", false, "今天 17:00 开门"],
    ["in the afternoon break", split, "2026-11-20 15:00", false, "今天 17:00 开门"],
    ["on a Sunday without hours", weekly, "2026-11-22 12:00", false, "明天 07:00 开门"],
    ["on a Saturday night", weekly, "2026-11-21 22:00", false, "周一 07:00 开门"],
    ["without any hours", [], "2026-11-20 12:00", false, "暂停营业"],
  ])("%s", (_, hours, at, open, text) => {
    expect(isOpenAt(hours, shanghai(at))).toBe(open);
    expect(opensText(hours, shanghai(at))).toBe(text);
  });
});

test.each([
  ["today", ordinary, "2026-11-20 12:00", "2026-11-20 23:00"],
  ["tomorrow, past midnight", late, "2026-11-20 23:30", "2026-11-21 02:00"],
])("closes %s", (_, hours, at, closes) => {
  expect(closesAt(hours, shanghai(at))).toBe(shanghai(closes));
});

test("a store open 24 hours neither closes nor opens", () => {
  const at = shanghai("2026-11-20 12:00");
  expect([closesAt(always, at), opensAt(always, at)]).toEqual([undefined, undefined]);
});

test.each([
  [ordinary, "07:00–23:00"],
  [always, "24 小时"],
  [split, "10:00–14:00，17:00–21:00"],
  [weekly, "周一至周五 07:00–22:00，周六 09:00–22:00"],
  [[{ from: "08:00", to: "20:00", weekdays: [7, 6] }], "周六、周日 08:00–20:00"],
])("hours text %#", (hours, text) => {
  expect(hoursText(hours)).toBe(text);
});

test("civil time is China's in every time zone of the process", () => {
  const before = process.env["TZ"];
  for (const zone of ["UTC", "America/New_York", "Asia/Shanghai"]) {
    process.env["TZ"] = zone;
    const at = Date.parse("2026-11-20T17:30:00Z");
    expect(civilOf(at)).toMatchObject({ minute: 90, weekday: 6 });
    expect(clockText(at)).toBe("01:30");
    expect(instantOf(civilOf(at).day, 90)).toBe(at);
  }
  if (before === undefined) delete process.env["TZ"];
  else process.env["TZ"] = before;
});
