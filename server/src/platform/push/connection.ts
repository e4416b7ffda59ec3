/**
 * One open WebSocket of a member: sending, the message limit, and the detection of a silent
 * connection.
 */
import type { WebSocket } from "@fastify/websocket";
import type { CloseReason } from "./frames.ts";
import type { Holder } from "./tickets.ts";

/** reliability.md 2.5, WebSocket. */
const MESSAGES_PER_SECOND = 20;
/** A client with so many unread bytes is disconnected: it will reconnect and resume. */
const UNSENT_BYTES_MAX = 1024 * 1024;
/** A client that does not answer the close frame in time is terminated. */
const CLOSE_TIMEOUT_MS = 2_000;

export type Connection = {
  readonly holder: Holder;
  readonly socket: WebSocket;
  /** The number of the last event it was sent; undefined until it gets the member's last number. */
  cursor: number | undefined;
  isReadySent: boolean;
  /** Whether its session was found live. */
  isSessionVerified: boolean;
  /** In ms of the process's monotonic clock. */
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

/** Closes the socket with the reason, and terminates it when the client does not answer in time. */
export function closeSocket(socket: WebSocket, { code, reason }: CloseReason): void {
  if (socket.readyState !== socket.OPEN) return;
  socket.close(code, reason);
  setTimeout(() => socket.terminate(), CLOSE_TIMEOUT_MS).unref();
}

/**
 * Sends one frame; returns false when the connection is closed, or has so many unsent bytes that it
 * is terminated.
 */
export function sendFrame({ socket }: Connection, frame: string): boolean {
  if (socket.readyState !== socket.OPEN) return false;
  if (socket.bufferedAmount > UNSENT_BYTES_MAX) {
    socket.terminate();
    return false;
  }
  socket.send(frame);
  return true;
}

/**
 * Returns a counter for one client's messages; it returns false once they exceed the limit per
 * second.
 */
export function createMessageLimit(nowMs: () => number): () => boolean {
  let since = nowMs();
  let frameCount = 0;
  return () => {
    const now = nowMs();
    if (now - since >= 1_000) {
      since = now;
      frameCount = 0;
    }
    return ++frameCount <= MESSAGES_PER_SECOND;
  };
}

/** Sends a ping when due; a connection that sent nothing since the last ping is terminated. */
export function pingWhenDue(line: Connection, nowMs: number, everyMs: number): void {
  if (nowMs - line.pingedAt < everyMs) return;
  if (line.lastReceivedAt < line.pingedAt) return line.socket.terminate();
  line.pingedAt = nowMs;
  if (line.socket.readyState === line.socket.OPEN) line.socket.ping();
}
