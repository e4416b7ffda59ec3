/**
 * The door for sockets, `/ws/function/{name}`: our own pages only, a ticket that is shown once and never in the address,
 * and a first word within five seconds (reliability.md 2.5, WebSocket; docs/push.md).
 */
import websocket, { type WebSocket } from "@fastify/websocket";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import type { Db } from "../database/pool.ts";
import { Refusal } from "../refusal.ts";
import {
  type ClientFrame,
  closes,
  FRAME_BYTES_MAX,
  offeredTicket,
  pongFrame,
  PROTOCOL,
  readFrame,
} from "./frames.ts";
import type { Hub } from "./hub.ts";
import { createAllowance, end, type Line, openLine } from "./line.ts";
import { type Holder, takeTicket } from "./tickets.ts";

const FIRST_WORD_WITHIN_MS = 5_000;
/** Sockets of whom nothing is known yet. */
const STRANGERS_MAX = 1_000;

/** The functions that can be connected to, by name. */
export type SocketFunctions = ReadonlyMap<string, Hub>;

export type DoorParts = {
  readonly context: Context;
  readonly db: Db;
  readonly functions: SocketFunctions;
  /** The product's own origin when it is known by configuration; else the request's host. */
  readonly publicOrigin: string | undefined;
};

/** What can be refused before there is a socket is refused as any request is. */
function guard(request: FastifyRequest, publicOrigin: string | undefined): void {
  const own = publicOrigin ?? `${request.protocol}://${request.host}`;
  if (request.headers.origin !== own) throw new Refusal("NO_PERMISSION");
  // An address is written down in many places: whatever is secret must not stand in it, so nothing may.
  if (request.url.includes("?")) throw new Refusal("BAD_REQUEST");
}

const now = (): number => performance.now();

type Visit = DoorParts & {
  readonly hub: Hub;
  readonly name: string;
  readonly socket: WebSocket;
  /** The ticket among the subprotocols. */
  readonly offered: string | undefined;
  /** Told once when the visitor is seated, or gone. */
  readonly onKnown: () => void;
};

/** Whom a ticket names; a socket without a good one is sent away here. */
function holderOf({ context, db, name, socket }: Visit, ticket: string) {
  return takeTicket(context, db, { ticket, name }).then(
    (holder) => {
      if (!holder) end(socket, closes.ticket);
      return holder;
    },
    (error: unknown) => {
      context.log.warn({ err: error }, "a socket's ticket could not be looked up");
      end(socket, closes.failure);
      return undefined;
    },
  );
}

/** Waits for the first word, and seats whom it proves; `said` takes the first word, or answers that it is none. */
function greeting(visit: Visit, onSeated: (line: Line) => void) {
  const { hub, socket, offered, onKnown } = visit;
  const timer = setTimeout(() => end(socket, closes.ticket), FIRST_WORD_WITHIN_MS);
  const taking = offered === undefined ? undefined : holderOf(visit, offered);
  let isSaid = false;
  const seat = (holder: Holder | undefined, after: number | undefined): void => {
    if (!holder || socket.readyState !== socket.OPEN) return;
    onKnown();
    const line = openLine(socket, holder, { after, nowMs: now() });
    onSeated(line);
    const why = hub.join(line);
    if (why) end(socket, why);
  };
  const said = (frame: ClientFrame): boolean => {
    if (isSaid || frame.type !== (taking ? "resume" : "auth")) return false;
    isSaid = true;
    clearTimeout(timer);
    const coming = taking ?? (frame.type === "auth" ? holderOf(visit, frame.ticket) : undefined);
    const after = "after" in frame ? frame.after : undefined;
    void coming?.then((holder) => seat(holder, after));
    return true;
  };
  return { said, stop: () => clearTimeout(timer) };
}

/** One visitor, from the open socket to its end. */
function receive(visit: Visit): void {
  const { hub, socket } = visit;
  const mayGoOn = createAllowance(now);
  let line: Line | undefined;
  const first = greeting(visit, (seated) => {
    line = seated;
  });
  socket.on("message", (data: Buffer, isBinary) => {
    // What comes after our goodbye is not read.
    if (socket.readyState !== socket.OPEN) return undefined;
    if (line) line.heardAt = now();
    if (!mayGoOn()) return end(socket, closes.tooMany);
    const frame = isBinary ? undefined : readFrame(data.toString());
    if (frame?.type === "pong") return undefined;
    if (frame?.type === "ping") return socket.send(pongFrame);
    if (frame?.type === "resume" && line?.isGreeted) return hub.resume(line, frame.after);
    if (!frame || !first.said(frame)) end(socket, closes.frame);
  });
  socket.on("pong", () => {
    if (line) line.heardAt = now();
  });
  socket.on("close", () => {
    first.stop();
    visit.onKnown();
    if (line) hub.leave(line);
  });
}

/** Mounts the door. Its sockets are told to come back elsewhere before the server stops. */
export async function mountSockets(server: FastifyInstance, parts: DoorParts): Promise<void> {
  const { context, functions, publicOrigin } = parts;
  let strangers = 0;
  await server.register(websocket, {
    options: {
      maxPayload: FRAME_BYTES_MAX,
      perMessageDeflate: false,
      // The ticket stands among the offers, and is not echoed.
      handleProtocols: (offered) => (offered.has(PROTOCOL) ? PROTOCOL : false),
    },
    errorHandler: (error, socket) => {
      context.log.info({ err: error }, "a socket was cut off");
      socket.terminate();
    },
    preClose: async () => {
      await Promise.all([...functions.values()].map((hub) => hub.drain()));
      // Those who were never seated.
      for (const client of server.websocketServer.clients) client.terminate();
    },
  });
  server.route<{ Params: { name: string } }>({
    method: "GET",
    url: "/ws/function/:name",
    schema: { hide: true },
    logLevel: "warn",
    onRequest: async (request) => guard(request, publicOrigin),
    handler: async () => {
      throw new Refusal("NOT_FOUND");
    },
    wsHandler: (socket, request) => {
      const { name } = request.params;
      const hub = functions.get(name);
      if (!hub) return end(socket, closes.unknownName);
      if (strangers >= STRANGERS_MAX) return end(socket, closes.tooMany);
      strangers++;
      let isStrange = true;
      const onKnown = () => {
        if (isStrange) strangers--;
        isStrange = false;
      };
      const offered = offeredTicket(request.headers["sec-websocket-protocol"]);
      receive({ ...parts, hub, name, socket, offered, onKnown });
    },
  });
}
