/** Gives a socket what is new for it: each event once, in order, or the word that too much was missed. */
import { eventFrame, gapFrame, readyFrame } from "./frames.ts";
import { type Connection, sendFrame } from "./connection.ts";
import type { StoredEvents } from "./event-log.ts";
import type { PushMetrics } from "./metrics.ts";

/** What was read of the log, and after which number it was asked for. */
export type EventsRead = StoredEvents & { readonly after: number | undefined };

/** Brings one socket to the head of what was read. */
export function catchUp(
  line: Connection,
  { head, events, after }: EventsRead,
  meters: PushMetrics,
): void {
  const { cursor } = line;
  // Who came while the log was being read is served by the next reading.
  const isCovered = cursor === undefined || (after !== undefined && cursor >= after);
  if (!line.isSessionVerified || !isCovered) return;
  if (!line.isReadySent) sendFrame(line, readyFrame(head));
  line.isReadySent = true;
  line.cursor = head;
  if (cursor === undefined || cursor === head) return;
  const missed = events.filter(({ seq }) => seq > cursor);
  // Numbers have no gaps: fewer than the difference means that some are forgotten.
  if (cursor > head || missed.length !== head - cursor) {
    meters.gaps.inc();
    sendFrame(line, gapFrame(head));
    return;
  }
  for (const event of missed) if (sendFrame(line, eventFrame(event))) meters.delivered.inc();
}

/** Where the reading for these sockets must begin; undefined when only the head is asked for. */
export function lowestCursorOf(lines: Iterable<Connection>): number | undefined {
  const cursors = [...lines].flatMap(({ cursor }) => (cursor === undefined ? [] : [cursor]));
  return cursors.length === 0 ? undefined : Math.min(...cursors);
}
