/** Formats pickup slots and groups them by day; pure. */
import type { Slot } from "@yunjing/contract/schemas/dining";
import { formatClock, formatDate } from "../../../device/time.ts";

export const NOW = "now";

/** Returns 今天, 明天, or the date. */
export function dayText(at: number, now = Date.now()): string {
  if (formatDate(at) === formatDate(now)) return "今天";
  return formatDate(at) === formatDate(now + 86_400_000) ? "明天" : formatDate(at).slice(5);
}

/** Returns "今天 12:15–12:30", or "尽快，约 12:05". */
export function slotText({ slot, from, to }: Slot, now = Date.now()): string {
  if (slot === NOW) return `尽快，约 ${formatClock(from)}`;
  return `${dayText(from, now)} ${formatClock(from)}–${formatClock(to)}`;
}

/** Returns the chosen slot if it is still available, else the earliest available one. */
export const slotOf = (slots: readonly Slot[], chosen: string | undefined): Slot | undefined =>
  slots.find(({ slot, open }) => open && slot === chosen) ?? slots.find(({ open }) => open);

/** Groups the later slots by day, without days that have no available slot. */
export function daysOf(slots: readonly Slot[], now = Date.now()): Map<string, Slot[]> {
  const days = new Map<string, Slot[]>();
  for (const each of slots) {
    if (each.slot === NOW) continue;
    const day = dayText(each.from, now);
    days.set(day, [...(days.get(day) ?? []), each]);
  }
  for (const [day, own] of days) if (!own.some(({ open }) => open)) days.delete(day);
  return days;
}
