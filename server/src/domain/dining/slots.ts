/**
 * Pickup slots: quarters of an hour today and tomorrow, inside opening hours and after the store's
 * lead time.
 */
import type { Slot } from "@yunjing/contract/schemas/dining";
import { civilOf, clockText, DAY_MINUTES, dayText, instantOf, MINUTE_MS } from "./civil-time.ts";
import { openSpanAt, openSpans } from "./hours.ts";
import type { SourceHours } from "./port.ts";

export type SlotRules = {
  readonly hours: readonly SourceHours[];
  readonly leadMinutes: number;
  readonly slotMinutes: number;
};

/** The "now" slot: at the end of the lead time, if the store is open now and still open then. */
function nowSlot({ hours, leadMinutes, slotMinutes }: SlotRules, now: number): Slot[] {
  const span = openSpanAt(hours, now);
  const from = now + leadMinutes * MINUTE_MS;
  if (!span || from >= span.to) return [];
  const to = Math.min(from + slotMinutes * MINUTE_MS, span.to);
  return [{ slot: "now", from, to, open: true }];
}

/**
 * Returns "now" first while the store is open, then every later slot; one within the lead time is
 * marked unavailable.
 */
export function slotsOf(rules: SlotRules, now: number): Slot[] {
  const { hours, leadMinutes, slotMinutes } = rules;
  const spans = openSpans(hours, now);
  const today = civilOf(now).day;
  const later: Slot[] = [];
  for (let minute = 0; minute < 2 * DAY_MINUTES; minute += slotMinutes) {
    const from = instantOf(today, minute);
    const to = from + slotMinutes * MINUTE_MS;
    const isInside = spans.some((span) => span.from <= from && to <= span.to);
    if (from <= now || !isInside) continue;
    const open = from >= now + leadMinutes * MINUTE_MS;
    later.push({ slot: new Date(from).toISOString(), from, to, open });
  }
  return [...nowSlot(rules, now), ...later];
}

/** "今天 12:30–12:45", or "尽快，约 12:08". */
export function slotText({ slot, from, to }: Slot, now: number): string {
  if (slot === "now") return `尽快，约 ${clockText(from)}`;
  return `${dayText(from, now)} ${clockText(from)}–${clockText(to)}`;
}
