import { expect, test } from "vitest";
import { daysOf, slotOf, slotText } from "./slots.ts";

const noon = Date.parse("2026-11-20T04:00:00Z");
const minute = 60_000;
const now = { slot: "now", from: noon + 8 * minute, to: noon + 23 * minute, open: true };
const shut = { slot: "a", from: noon, to: noon + 15 * minute, open: false };
const open = { slot: "b", from: noon + 15 * minute, to: noon + 30 * minute, open: true };
const tomorrow = { ...open, slot: "c", from: open.from + 86_400_000, to: open.to + 86_400_000 };

test("a slot text contains its day, and the slot for now reads 尽快", () => {
  expect(slotText(now, noon)).toBe("尽快，约 12:08");
  expect(slotText(open, noon)).toBe("今天 12:15–12:30");
  expect(slotText(tomorrow, noon)).toBe("明天 12:15–12:30");
});

test("a chosen slot that is no longer available is replaced by the earliest one", () => {
  expect(slotOf([now, shut, open], "a")).toBe(now);
  expect(slotOf([shut, open], "b")).toBe(open);
  expect(slotOf([shut], "a")).toBeUndefined();
});

test("later slots are grouped by day, and days without an available slot are omitted", () => {
  expect([...daysOf([now, shut, open, tomorrow], noon).keys()]).toEqual(["今天", "明天"]);
  expect([...daysOf([shut, tomorrow], noon).keys()]).toEqual(["明天"]);
});
