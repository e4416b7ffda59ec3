/**
 * The frames of the WebSocket protocol, in both directions (cloud-protocol.md 9, docs/push.md). All
 * client messages are parsed here only.
 */
import { tryParseJson } from "../http/json.ts";

/** reliability.md 2.5, WebSocket. */
export const FRAME_BYTES_MAX = 16 * 1024;

/** Why the server closes a socket; clients decide by it whether and when to reconnect. */
export const closeReasons = {
  /** The server stops; another process takes over. */
  restart: { code: 1012, reason: "restart" },
  failure: { code: 1011, reason: "failure" },
  frame: { code: 4400, reason: "frame" },
  ticket: { code: 4401, reason: "ticket" },
  session: { code: 4403, reason: "session" },
  unknownName: { code: 4404, reason: "name" },
  tooMany: { code: 4429, reason: "too many" },
} as const;
export type CloseReason = (typeof closeReasons)[keyof typeof closeReasons];

export type ClientFrame =
  | { readonly type: "auth"; readonly ticket: string; readonly after?: number }
  | { readonly type: "auth"; readonly token: string; readonly after?: number }
  | { readonly type: "resume"; readonly after?: number }
  | { readonly type: "ping" | "pong" };

const isNumber = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = tryParseJson(text);
  return typeof value === "object" && value !== null ? { ...value } : undefined;
}

/** An event of a member with its number. */
export type StoredEvent = {
  readonly seq: number;
  readonly topic: string;
  readonly data: Readonly<Record<string, unknown>>;
};

/** Parses one frame; returns `undefined` when it is not a known one. */
export function parseFrame(text: string): ClientFrame | undefined {
  const { type, ticket, token, after } = parseObject(text) ?? {};
  if (after !== undefined && !isNumber(after)) return undefined;
  const from = after === undefined ? {} : { after };
  switch (type) {
    case "auth":
      if (typeof ticket === "string") return { type, ticket, ...from };
      return typeof token === "string" ? { type, token, ...from } : undefined;
    case "resume":
      return { type, ...from };
    case "ping":
    case "pong":
      return { type };
    default:
      return undefined;
  }
}

/** The server's first frame: the number of the member's last event. */
export const readyFrame = (id: number): string => JSON.stringify({ type: "ready", id });
/** Some missed events are no longer stored: the client reloads, and continues from `id`. */
export const gapFrame = (id: number): string => JSON.stringify({ type: "gap", id });
export const eventFrame = ({ seq: id, topic, data }: StoredEvent): string =>
  JSON.stringify({ type: "event", id, topic, data });
export const pongFrame = '{"type":"pong"}';

/** The subprotocol that a client offers beside its ticket; the only one the server ever selects. */
export const SUBPROTOCOL = "yunjing.push";
const TICKET_PREFIX = "ticket.";

/** Returns the ticket among the offered subprotocols; `undefined` when there is none. */
export function offeredTicket(header: string | undefined): string | undefined {
  const offered = (header ?? "").split(",").map((protocol) => protocol.trim());
  return offered
    .find((protocol) => protocol.startsWith(TICKET_PREFIX))
    ?.slice(TICKET_PREFIX.length);
}
