/** Sends a socket its new events: each once, in order, or a gap frame when too many were missed. */
import { eventFrame, gapFrame, readyFrame } from "./frames.ts";
import { type Connection, sendFrame } from "./connection.ts";
import type { StoredEvents } from "./event-log.ts";
import type { PushMetrics } from "./metrics.ts";

/** The events read from the log, and the number after which they were read. */
export type EventsRead = StoredEvents & { readonly after: number | undefined };

/** Sends one socket all events up to the last number read. */
export function catchUp(
  line: Connection,
  { head, events, after }: EventsRead,
  meters: PushMetrics,
): void {
  const { cursor } = line;
  // A socket that joined during the read is served by the next one.
  const isCovered = cursor === undefined || (after !== undefined && cursor >= after);
  if (!line.isSessionVerified || !isCovered) return;
  if (!line.isReadySent) sendFrame(line, readyFrame(head));
  line.isReadySent = true;
  line.cursor = head;
  if (cursor === undefined || cursor === head) return;
  const missed = events.filter(({ seq }) => seq > cursor);
  // Numbers have no gaps: fewer events than the difference means that some were deleted.
  if (cursor > head || missed.length !== head - cursor) {
    meters.gaps.inc();
    sendFrame(line, gapFrame(head));
    return;
  }
  for (const event of missed) if (sendFrame(line, eventFrame(event))) meters.delivered.inc();
}

/**
 * Sends an event to sockets that were sent every earlier one. Returns false, and sends nothing, when
 * one of them was not; sockets that have the event already are left as they are.
 */
export function sendNext(
  lines: readonly Connection[],
  { seq, frame }: { readonly seq: number; readonly frame: string },
  meters: PushMetrics,
): boolean {
  const isNext = ({ isReadySent, cursor }: Connection): boolean =>
    isReadySent && cursor !== undefined && cursor >= seq - 1;
  if (!lines.every(isNext)) return false;
  for (const line of lines) {
    if (line.cursor !== seq - 1) continue;
    line.cursor = seq;
    if (sendFrame(line, frame)) meters.delivered.inc();
  }
  return true;
}

/**
 * Returns the number after which these sockets need events; `undefined` when they need only the
 * last number.
 */
export function lowestCursorOf(lines: Iterable<Connection>): number | undefined {
  const cursors = [...lines].flatMap(({ cursor }) => (cursor === undefined ? [] : [cursor]));
  return cursors.length === 0 ? undefined : Math.min(...cursors);
}
