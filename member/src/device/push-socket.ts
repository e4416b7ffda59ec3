/**
 * Keeps the push socket of docs/push.md open while a member is logged in and the page is visible:
 * fetches a ticket, opens a socket, receives all events since the last one, and reconnects with
 * growing delays.
 */
import { attempt } from "./attempt.ts";
import { apiHost, request } from "./http.ts";
import { isLoggingOut } from "./logout-handlers.ts";
import { setPushOpen, notifyMissedEvents, publishPush } from "./push.ts";
import { renewSession } from "./session.ts";
import { identityOf, onTokenChange, storedToken, tokenState } from "./token.ts";

const RECONNECT_MIN_MS = 1_000;
const RECONNECT_MAX_MS = 30_000;
/**
 * Milliseconds over which reconnects after a server restart are spread, so that not all clients
 * reconnect at once.
 */
const RESTART_SPREAD_MS = 3_000;
const TOO_MANY_DELAY_MS = 60_000;
const PING_MS = 25_000;
const PONG_TIMEOUT_MS = 10_000;
const HIDDEN_MS = 60_000;

/** Close codes of the server (docs/push.md). */
const RESTART = 1012;
const TOO_MANY = 4429;
const PERMANENT_CLOSE_CODES: ReadonlySet<number> = new Set([4403, 4404]);

export interface PushDependencies {
  /** Returns a new ticket; rejects when there is none. */
  readonly fetchTicket: () => Promise<string>;
  readonly open: (url: string) => WebSocket;
  /** Returns 0 to 1, to spread the actions of many clients. */
  readonly random: () => number;
}

type ServerMessage = { readonly type?: unknown; readonly id?: unknown } & Readonly<
  Record<string, unknown>
>;

const isServerMessage = (value: unknown): value is ServerMessage =>
  typeof value === "object" && value !== null;
const parseMessage = (text: unknown): ServerMessage => {
  const value = attempt<unknown>(() => JSON.parse(String(text)));
  return isServerMessage(value) ? value : {};
};

async function fetchTicket(): Promise<string> {
  if (tokenState() === "expired") await renewSession();
  const body = await request({ method: "POST", path: "/push/ticket", body: { name: "push" } });
  const data = isServerMessage(body) && isServerMessage(body["data"]) ? body["data"] : {};
  if (typeof data["ticket"] !== "string") throw new Error("the server returned no ticket");
  return data["ticket"];
}

const defaultDependencies: PushDependencies = {
  fetchTicket: fetchTicket,
  open: (url) => new WebSocket(url),
  random: () => Math.random(),
};

function socketAddress(): string {
  const { origin } = new URL(apiHost(), location.href);
  return `${origin.replace(/^http/, "ws")}/ws/function/push`;
}

interface PushConnection extends PushDependencies {
  socket: WebSocket | undefined;
  /** The member of this connection; null when no member is logged in. */
  uid: string | null;
  /** The id of the last event received; undefined until the server sends its current event id. */
  lastEventId: number | undefined;
  failedAttempts: number;
  lastMessageAt: number;
  isFetchingTicket: boolean;
  isStopped: boolean;
  reconnectTimer?: ReturnType<typeof setTimeout>;
  hiddenTimer?: ReturnType<typeof setTimeout>;
}

const isWanted = ({ isStopped, uid }: PushConnection): boolean =>
  !isStopped && uid !== null && !isLoggingOut() && !document.hidden && navigator.onLine !== false;

function closeSocket(connection: PushConnection): void {
  clearTimeout(connection.reconnectTimer);
  setPushOpen(false);
  const { socket } = connection;
  connection.socket = undefined;
  socket?.close(1000);
}

function scheduleReconnect(connection: PushConnection, ms: number): void {
  clearTimeout(connection.reconnectTimer);
  connection.reconnectTimer = setTimeout(() => void connect(connection), ms);
}

/** Returns the milliseconds until the next try, by the close code of the last connection. */
function reconnectDelayMs(connection: PushConnection, code: number): number {
  const chance = connection.random();
  if (code === RESTART) return chance * RESTART_SPREAD_MS;
  if (code === TOO_MANY) return TOO_MANY_DELAY_MS * (1 + chance);
  const full = Math.min(RECONNECT_MAX_MS, RECONNECT_MIN_MS * 2 ** connection.failedAttempts++);
  return full * (0.5 + chance / 2);
}

function handleDisconnect(connection: PushConnection, code: number): void {
  closeSocket(connection);
  // After a permanent close code there is no reconnect until another login or the next start of the
  // app.
  if (!PERMANENT_CLOSE_CODES.has(code))
    scheduleReconnect(connection, reconnectDelayMs(connection, code));
}

function handleMessage(connection: PushConnection, { type, id, topic, data }: ServerMessage): void {
  connection.lastMessageAt = Date.now();
  if (typeof id !== "number") return;
  if (type === "ready") {
    connection.failedAttempts = 0;
    setPushOpen(true);
    // Events between the first view and now were not received.
    if (connection.lastEventId === undefined) notifyMissedEvents();
    connection.lastEventId ??= id;
  } else if (type === "gap") {
    connection.lastEventId = id;
    notifyMissedEvents();
  } else if (type === "event" && id > (connection.lastEventId ?? 0)) {
    connection.lastEventId = id;
    if (typeof topic === "string") publishPush(topic, isServerMessage(data) ? data : {});
  }
}

function attachSocket(connection: PushConnection, socket: WebSocket, ticket: string): void {
  connection.socket = socket;
  const after = connection.lastEventId === undefined ? {} : { after: connection.lastEventId };
  socket.onopen = () => socket.send(JSON.stringify({ type: "auth", ticket, ...after }));
  socket.onmessage = (event: MessageEvent<unknown>) => {
    if (connection.socket === socket) handleMessage(connection, parseMessage(event.data));
  };
  socket.onclose = ({ code }) => {
    if (connection.socket === socket) handleDisconnect(connection, code);
  };
}

async function connect(connection: PushConnection): Promise<void> {
  if (!isWanted(connection) || connection.socket || connection.isFetchingTicket) return;
  connection.isFetchingTicket = true;
  const { uid } = connection;
  const ticket = await connection.fetchTicket().catch(() => undefined);
  connection.isFetchingTicket = false;
  if (!isWanted(connection) || connection.socket) return;
  if (connection.uid !== uid) return connect(connection);
  const socket = ticket && attempt(() => connection.open(socketAddress()));
  if (!socket) return scheduleReconnect(connection, reconnectDelayMs(connection, 0));
  connection.lastMessageAt = Date.now();
  attachSocket(connection, socket, ticket);
}

/**
 * Sends a ping and treats a missing response as a lost connection: a sleeping phone may miss the
 * close of its connection.
 */
function pingOrReconnect(connection: PushConnection): void {
  const { socket } = connection;
  if (!socket) {
    void connect(connection);
    return;
  }
  const sentAt = Date.now();
  if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
  setTimeout(() => {
    if (connection.socket === socket && connection.lastMessageAt < sentAt)
      handleDisconnect(connection, 0);
  }, PONG_TIMEOUT_MS);
}

/**
 * Closes the socket when the page has been hidden for a while, and reconnects when it is visible
 * again.
 */
function followVisibility(connection: PushConnection): void {
  clearTimeout(connection.hiddenTimer);
  if (document.hidden) connection.hiddenTimer = setTimeout(closeSocket, HIDDEN_MS, connection);
  else pingOrReconnect(connection);
}

function followLogin(connection: PushConnection): void {
  const { uid } = identityOf(storedToken());
  if (uid === connection.uid) return;
  connection.uid = uid;
  connection.lastEventId = undefined;
  connection.failedAttempts = 0;
  closeSocket(connection);
  void connect(connection);
}

/** Starts the push connection; returns a function that stops it. */
export function startPush(parts: PushDependencies = defaultDependencies): () => void {
  const { uid } = identityOf(storedToken());
  const connection: PushConnection = {
    ...parts,
    socket: undefined,
    uid,
    lastEventId: undefined,
    failedAttempts: 0,
    lastMessageAt: 0,
    isFetchingTicket: false,
    isStopped: false,
  };
  const handleVisibilityChange = () => followVisibility(connection);
  const back = () => pingOrReconnect(connection);
  const unfollow = onTokenChange(() => followLogin(connection));
  const pingTimer = setInterval(() => connection.socket && pingOrReconnect(connection), PING_MS);
  document.addEventListener("visibilitychange", handleVisibilityChange);
  addEventListener("online", back);
  void connect(connection);
  return () => {
    connection.isStopped = true;
    clearTimeout(connection.hiddenTimer);
    clearInterval(pingTimer);
    document.removeEventListener("visibilitychange", handleVisibilityChange);
    removeEventListener("online", back);
    unfollow();
    closeSocket(connection);
  };
}
