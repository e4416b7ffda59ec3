/**
 * The WebSocket endpoint, `/ws/function/{name}`: our own pages authenticate with a single-use
 * ticket that is never in the URL, and clients of the cloud protocol with a signed URL and a token
 * in the first frame; that frame must arrive within five seconds (reliability.md 2.5, WebSocket;
 * docs/push.md).
 */
import websocket, { type WebSocket } from "@fastify/websocket";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Context } from "../context.ts";
import type { Db } from "../database/pool.ts";
import { Refusal } from "../refusal.ts";
import {
  type ClientFrame,
  closeReasons,
  FRAME_BYTES_MAX,
  offeredTicket,
  pongFrame,
  SUBPROTOCOL,
  parseFrame,
} from "./frames.ts";
import type { Hub } from "./hub.ts";
import {
  createMessageLimit,
  closeSocket,
  type Connection,
  createConnection,
} from "./connection.ts";
import { type Holder, consumeTicket } from "./tickets.ts";

const AUTH_TIMEOUT_MS = 5_000;
/** The most sockets that are not authenticated yet. */
const UNAUTHENTICATED_MAX = 1_000;

/** The functions that can be connected to, by name. */
export type SocketFunctions = ReadonlyMap<string, Hub>;

/** How sockets of the cloud protocol authenticate: by a signed URL, and then by a token. */
export type SignedSockets = {
  /** A second path prefix for these sockets only. */
  readonly prefix: string;
  /** Refuses a URL that is unsigned, or was used before. */
  verifyRequest(request: FastifyRequest, name: string, prefix: string): Promise<unknown>;
  /** Returns the owner of the token in the first frame. */
  holderOf(token: string): Promise<Holder | undefined>;
  /** Sends a refusal of `verifyRequest`. */
  sendError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): FastifyReply;
};

export type WebsocketOptions = {
  readonly context: Context;
  readonly db: Db;
  readonly functions: SocketFunctions;
  readonly signed: SignedSockets;
  /** The product's own origin when configured; otherwise the request's host is used. */
  readonly publicOrigin: string | undefined;
};

/** Refuses a request before the socket is opened, like any HTTP request. */
function checkOrigin(request: FastifyRequest, publicOrigin: string | undefined): void {
  const own = publicOrigin ?? `${request.protocol}://${request.host}`;
  if (request.headers.origin !== own) throw new Refusal("NO_PERMISSION");
  // URLs are logged in many places: a secret must not be in one, so a query is not accepted.
  if (request.url.includes("?")) throw new Refusal("BAD_REQUEST");
}

const now = (): number => performance.now();

/** Returns whether a URL is one of the cloud protocol's. */
const isSigned = ({ url }: FastifyRequest): boolean =>
  new URLSearchParams(url.slice(url.indexOf("?") + 1)).has("signature");

type PendingConnection = WebsocketOptions & {
  readonly hub: Hub;
  readonly name: string;
  readonly socket: WebSocket;
  /** Opened with a signed URL: it authenticates by a token, not by a ticket. */
  readonly isSigned: boolean;
  /** The ticket among the subprotocols. */
  readonly offeredTicket: string | undefined;
  /** Called once when the connection is authenticated or closed. */
  readonly onAuthenticatedOrClosed: () => void;
};

/** Returns the owner of a ticket or a token; closes the socket when it is invalid. */
function authenticate(pending: PendingConnection, credential: string): Promise<Holder | undefined> {
  const { context, db, name, socket, signed } = pending;
  const lookup = pending.isSigned
    ? signed.holderOf(credential)
    : consumeTicket(context, db, { ticket: credential, name });
  return lookup.then(
    (holder) => {
      if (!holder) closeSocket(socket, closeReasons.ticket);
      return holder;
    },
    (error: unknown) => {
      context.log.warn({ err: error }, "a socket's ticket could not be checked");
      closeSocket(socket, closeReasons.failure);
      return undefined;
    },
  );
}

/** Returns the credential in the first frame; `undefined` when it is not of the required kind. */
function credentialOf(pending: PendingConnection, frame: ClientFrame): string | undefined {
  if (frame.type !== "auth") return undefined;
  if (pending.isSigned) return "token" in frame ? frame.token : undefined;
  return "ticket" in frame ? frame.ticket : undefined;
}

/**
 * Waits for the first frame, and joins the hub when it authenticates; `acceptFirstFrame` returns
 * false when the frame is not a valid first one.
 */
function awaitFirstFrame(pending: PendingConnection, onJoined: (line: Connection) => void) {
  const { hub, socket, offeredTicket, onAuthenticatedOrClosed } = pending;
  const timer = setTimeout(() => closeSocket(socket, closeReasons.ticket), AUTH_TIMEOUT_MS);
  const ticketHolder =
    offeredTicket === undefined ? undefined : authenticate(pending, offeredTicket);
  let isFirstFrameDone = false;
  const admit = (holder: Holder | undefined, after: number | undefined): void => {
    if (!holder || socket.readyState !== socket.OPEN) return;
    onAuthenticatedOrClosed();
    const line = createConnection(socket, holder, { after, nowMs: now() });
    onJoined(line);
    const why = hub.join(line);
    if (why) closeSocket(socket, why);
  };
  const acceptFirstFrame = (frame: ClientFrame): boolean => {
    if (isFirstFrameDone || frame.type !== (ticketHolder ? "resume" : "auth")) return false;
    const credential = credentialOf(pending, frame);
    if (!ticketHolder && credential === undefined) return false;
    isFirstFrameDone = true;
    clearTimeout(timer);
    const holderFound =
      ticketHolder ?? (credential === undefined ? undefined : authenticate(pending, credential));
    const after = "after" in frame ? frame.after : undefined;
    void holderFound?.then((holder) => admit(holder, after));
    return true;
  };
  return { acceptFirstFrame, stop: () => clearTimeout(timer) };
}

/** Handles one connection, from the open socket to its end. */
function handleConnection(pending: PendingConnection): void {
  const { hub, socket } = pending;
  const mayGoOn = createMessageLimit(now);
  let line: Connection | undefined;
  const first = awaitFirstFrame(pending, (seated) => {
    line = seated;
  });
  socket.on("message", (data: Buffer, isBinary) => {
    // Messages after our close frame are not read.
    if (socket.readyState !== socket.OPEN) return undefined;
    if (line) line.lastReceivedAt = now();
    if (!mayGoOn()) return closeSocket(socket, closeReasons.tooMany);
    const frame = isBinary ? undefined : parseFrame(data.toString());
    if (frame?.type === "pong") return undefined;
    if (frame?.type === "ping") return socket.send(pongFrame);
    if (frame?.type === "resume" && line?.isReadySent) return hub.resume(line, frame.after);
    if (!frame || !first.acceptFirstFrame(frame)) closeSocket(socket, closeReasons.frame);
  });
  socket.on("pong", () => {
    if (line) line.lastReceivedAt = now();
  });
  socket.on("close", () => {
    first.stop();
    pending.onAuthenticatedOrClosed();
    if (line) hub.leave(line);
  });
}

/** Mounts the WebSocket route of the functions below a prefix. */
function mountFunctionRoute(
  server: FastifyInstance,
  parts: WebsocketOptions,
  prefix: string,
  unauthenticated: UnauthenticatedCount,
): void {
  const { functions, publicOrigin, signed } = parts;
  server.route<{ Params: { name: string } }>({
    method: "GET",
    url: `${prefix}/ws/function/:name`,
    schema: { hide: true },
    logLevel: "warn",
    onRequest: async (request) => {
      if (prefix || isSigned(request))
        await signed.verifyRequest(request, request.params.name, prefix);
      else checkOrigin(request, publicOrigin);
    },
    handler: async () => {
      throw new Refusal("NOT_FOUND");
    },
    errorHandler: (error, request, reply) => {
      if (prefix || isSigned(request)) return signed.sendError(error, request, reply);
      throw error;
    },
    wsHandler: (socket, request) => {
      const { name } = request.params;
      const hub = functions.get(name);
      if (!hub) return closeSocket(socket, closeReasons.unknownName);
      if (unauthenticated.count >= UNAUTHENTICATED_MAX)
        return closeSocket(socket, closeReasons.tooMany);
      unauthenticated.count++;
      let isStrange = true;
      const onAuthenticatedOrClosed = () => {
        if (isStrange) unauthenticated.count--;
        isStrange = false;
      };
      const isBySignature = prefix !== "" || isSigned(request);
      const protocols = request.headers["sec-websocket-protocol"];
      const offered = isBySignature ? undefined : offeredTicket(protocols);
      handleConnection({
        ...parts,
        hub,
        name,
        socket,
        offeredTicket: offered,
        isSigned: isBySignature,
        onAuthenticatedOrClosed,
      });
    },
  });
}

/** Sockets of this process that are not authenticated yet. */
type UnauthenticatedCount = { count: number };

/**
 * Mounts the endpoint. Before the server stops, its sockets are closed with a reason that makes
 * clients reconnect.
 */
export async function mountWebsockets(
  server: FastifyInstance,
  parts: WebsocketOptions,
): Promise<void> {
  const { context, functions, signed } = parts;
  await server.register(websocket, {
    options: {
      maxPayload: FRAME_BYTES_MAX,
      perMessageDeflate: false,
      // The ticket is among the offers, and is not echoed.
      handleProtocols: (offered) => (offered.has(SUBPROTOCOL) ? SUBPROTOCOL : false),
    },
    errorHandler: (error, socket) => {
      context.log.info({ err: error }, "a socket was cut off");
      socket.terminate();
    },
    preClose: async () => {
      await Promise.all([...functions.values()].map((hub) => hub.drain()));
      // The sockets that never joined a hub.
      for (const client of server.websocketServer.clients) client.terminate();
    },
  });
  const unauthenticated: UnauthenticatedCount = { count: 0 };
  for (const prefix of ["", signed.prefix])
    mountFunctionRoute(server, parts, prefix, unauthenticated);
}
