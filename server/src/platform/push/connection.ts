/** One open socket of a member: how it is spoken to, how much it may say, and how its silence is found out. */
import type { WebSocket } from "@fastify/websocket";
import type { CloseReason } from "./frames.ts";
import type { Holder } from "./tickets.ts";

/** reliability.md 2.5, WebSocket. */
const MESSAGES_PER_SECOND = 20;
/** Who takes in nothing for so long is cut off: it will come back and resume. */
const UNSENT_BYTES_MAX = 1024 * 1024;
/** A client that does not answer our goodbye is let go all the same. */
const CLOSE_TIMEOUT_MS = 2_000;

export type Connection = {
  readonly holder: Holder;
  readonly socket: WebSocket;
  /** The last event it was given; undefined until it is told where the member's events stand. */
  cursor: number | undefined;
  isReadySent: boolean;
  /** Its session was found alive. */
  isSessionVerified: boolean;
  /** In ms of the process's own time. */
  lastReceivedAt: number;
  pingedAt: number;
  checkedAt: number;
};

export const createConnection = (
  socket: WebSocket,
  holder: Holder,
  { after, nowMs }: { readonly after: number | undefined; readonly nowMs: number },
): Connection => ({
  holder,
  socket,
  cursor: after,
  isReadySent: false,
  isSessionVerified: false,
  lastReceivedAt: nowMs,
  pingedAt: nowMs,
  checkedAt: nowMs,
});

/** Says goodbye with the reason, and does not wait for an answer for long. */
export function closeSocket(socket: WebSocket, { code, reason }: CloseReason): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref();
}

/** Sends one frame; false when the line is gone, or so full that it is cut off. */
export function sendFrame({ socket }: Connection, frame: string): boolean {
  if (socket.readyState !== socket.OPEN) return false;
  if (socket.bufferedAmount > UNSENT_BYTES_MAX) {
    socket.terminate();
    return false;
  }
  socket.send(frame);
  return true;
}

/** Counts what a client says; false from the message on that is too many within its second. */
export function createMessageLimit(nowMs: () => number): () => boolean {
  let since = nowMs();
  let said = 0;
  return () => {
    const now = nowMs();
    if (now - since >= 1_000) {
      since = now;
      said = 0;
    }
    return ++said <= MESSAGES_PER_SECOND;
  };
}

/** Asks for a sign of life when it is time; a line that gave none since the last time is cut off. */
export function pingWhenDue(line: Connection, nowMs: number, everyMs: number): void {
  if (nowMs - line.pingedAt < everyMs) return;
  if (line.lastReceivedAt < line.pingedAt) return line.socket.terminate();
  line.pingedAt = nowMs;
  if (line.socket.readyState === line.socket.OPEN) line.socket.ping();
}
