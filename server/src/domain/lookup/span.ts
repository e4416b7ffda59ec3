/** The time span of an operators' list over all members: at most 31 days, by default one. */
import { Refusal } from "../../platform/refusal.ts";

const DAY_MS = 86_400_000;
/** The longest span of a list over all members: it bounds what a rare filter reads. */
const SPAN_MAX_MS = 31 * DAY_MS;

/** Instants in ms; absent is open. */
export type Span = { readonly from?: number | undefined; readonly to?: number | undefined };

/**
 * Returns the span to read. With `isBounded` (another filter bounds the list) it is what was asked
 * for. Refuses INPUT_INVALID for a span that is reversed or longer than 31 days.
 */
export function spanOf(now: Date, wanted: Span, isBounded: boolean): Span {
  if (isBounded) return { from: wanted.from, to: wanted.to };
  const to = wanted.to ?? now.getTime();
  const from = wanted.from ?? to - DAY_MS;
  if (from > to || to - from > SPAN_MAX_MS) throw new Refusal("INPUT_INVALID", { field: "from" });
  return { from, to: wanted.to };
}
