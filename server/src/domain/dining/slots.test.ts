/**
 * Slots begin on the quarter hour, are inside the opening hours, and respect the store's lead time.
 */
import { describe, expect, test } from "vitest";
import { clockText, dayText } from "./civil-time.ts";
import type { SourceHours } from "./port.ts";
import { slotsOf, slotText } from "./slots.ts";
import { shanghai } from "./testing.ts";

const slots = (at: string, hours: SourceHours[], leadMinutes = 10) =>
  slotsOf({ hours, leadMinutes, slotMinutes: 15 }, shanghai(at));
const slotTexts = (at: string, hours: SourceHours[], leadMinutes = 10) =>
  slots(at, hours, leadMinutes).map(
    ({ slot, from, to, open }) =>
      `${slot === "now" ? "now " : ""}${dayText(from, shanghai(at))} ${clockText(from)}-${clockText(to)}${open ? "" : " shut"}`,
  );
const hours = (from: string, to: string): SourceHours[] => [{ from, to }];

describe("slots", () => {
  test('"now" comes first while the store is open; a slot within the lead time is unavailable', () => {
    expect(slotTexts("2026-11-20 22:08", hours("22:00", "23:00")).slice(0, 6)).toEqual([
      "now 今天 22:18-22:33",
      "今天 22:15-22:30 shut",
      "今天 22:30-22:45",
      "今天 22:45-23:00",
      "明天 22:00-22:15",
      "明天 22:15-22:30",
    ]);
  });
  test('before opening there is no "now", and the first slot begins with the opening hours', () => {
    expect(slotTexts("2026-11-20 06:00", hours("07:00", "07:30"))).toEqual([
      "今天 07:00-07:15",
      "今天 07:15-07:30",
      "明天 07:00-07:15",
      "明天 07:15-07:30",
    ]);
  });
  test('near closing "now" ends with the opening hours, or is omitted', () => {
    expect(slotTexts("2026-11-20 22:48", hours("07:00", "23:00"))[0]).toBe("now 今天 22:58-23:00");
    expect(slotTexts("2026-11-20 22:50", hours("07:00", "23:00"))[0]).toBe("明天 07:00-07:15");
  });
  test("hours past midnight have no gap", () => {
    const night = slotTexts("2026-11-20 23:20", hours("23:00", "00:30"), 0);
    expect(night.slice(0, 5)).toEqual([
      "now 今天 23:20-23:35",
      "今天 23:30-23:45",
      "今天 23:45-00:00",
      "明天 00:00-00:15",
      "明天 00:15-00:30",
    ]);
  });
  test("a store open 24 hours has slots until the end of tomorrow", () => {
    expect(slotTexts("2026-11-20 12:00", hours("00:00", "24:00")).at(-1)).toBe("明天 23:45-00:00");
  });
  test("a slot is identified by its start", () => {
    const [, , open] = slots("2026-11-20 12:00", hours("07:00", "23:00"));
    expect(open).toEqual({
      slot: "2026-11-20T04:30:00.000Z",
      from: shanghai("2026-11-20 12:30"),
      to: shanghai("2026-11-20 12:45"),
      open: true,
    });
  });
  test("are shown as text", () => {
    const at = shanghai("2026-11-20 12:00");
    const [now, , later] = slots("2026-11-20 12:00", hours("07:00", "23:00"));
    expect(now && slotText(now, at)).toBe("尽快，约 12:10");
    expect(later && slotText(later, at)).toBe("今天 12:30–12:45");
  });
});
