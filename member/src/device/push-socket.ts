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
  if (typeof data["ticket"] !== "string") throw new Error("the server gave no ticket");
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

function closeSocket(keeper: PushConnection): void {
  clearTimeout(keeper.reconnectTimer);
  setPushOpen(false);
  const { socket } = keeper;
  keeper.socket = undefined;
  socket?.close(1000);
}

function scheduleReconnect(keeper: PushConnection, ms: number): void {
  clearTimeout(keeper.reconnectTimer);
  keeper.reconnectTimer = setTimeout(() => void connect(keeper), ms);
}

/** Returns the milliseconds until the next try, by the close code of the last connection. */
function reconnectDelayMs(keeper: PushConnection, code: number): number {
  const chance = keeper.random();
  if (code === RESTART) return chance * RESTART_SPREAD_MS;
  if (code === TOO_MANY) return TOO_MANY_DELAY_MS * (1 + chance);
  const full = Math.min(RECONNECT_MAX_MS, RECONNECT_MIN_MS * 2 ** keeper.failedAttempts++);
  return full * (0.5 + chance / 2);
}

function handleDisconnect(keeper: PushConnection, code: number): void {
  closeSocket(keeper);
  // After a permanent close code there is no reconnect until another login or the next start of the
  // app.
  if (!PERMANENT_CLOSE_CODES.has(code)) scheduleReconnect(keeper, reconnectDelayMs(keeper, code));
}

function handleMessage(keeper: PushConnection, { type, id, topic, data }: ServerMessage): void {
  keeper.lastMessageAt = Date.now();
  if (typeof id !== "number") return;
  if (type === "ready") {
    keeper.failedAttempts = 0;
    setPushOpen(true);
    // Events between the first view and now were not received.
    if (keeper.lastEventId === undefined) notifyMissedEvents();
    keeper.lastEventId ??= id;
  } else if (type === "gap") {
    keeper.lastEventId = id;
    notifyMissedEvents();
  } else if (type === "event" && id > (keeper.lastEventId ?? 0)) {
    keeper.lastEventId = id;
    if (typeof topic === "string") publishPush(topic, isServerMessage(data) ? data : {});
  }
}

function attachSocket(keeper: PushConnection, socket: WebSocket, ticket: string): void {
  keeper.socket = socket;
  const after = keeper.lastEventId === undefined ? {} : { after: keeper.lastEventId };
  socket.onopen = () => socket.send(JSON.stringify({ type: "auth", ticket, ...after }));
  socket.onmessage = (event: MessageEvent<unknown>) => {
    if (keeper.socket === socket) handleMessage(keeper, parseMessage(event.data));
  };
  socket.onclose = ({ code }) => {
    if (keeper.socket === socket) handleDisconnect(keeper, code);
  };
}

async function connect(keeper: PushConnection): Promise<void> {
  if (!isWanted(keeper) || keeper.socket || keeper.isFetchingTicket) return;
  keeper.isFetchingTicket = true;
  const { uid } = keeper;
  const ticket = await keeper.fetchTicket().catch(() => undefined);
  keeper.isFetchingTicket = false;
  if (!isWanted(keeper) || keeper.socket) return;
  if (keeper.uid !== uid) return connect(keeper);
  const socket = ticket && attempt(() => keeper.open(socketAddress()));
  if (!socket) return scheduleReconnect(keeper, reconnectDelayMs(keeper, 0));
  keeper.lastMessageAt = Date.now();
  attachSocket(keeper, socket, ticket);
}

/**
 * Sends a ping and treats a missing response as a lost connection: a sleeping phone may miss the
 * close of its connection.
 */
function pingOrReconnect(keeper: PushConnection): void {
  const { socket } = keeper;
  if (!socket) {
    void connect(keeper);
    return;
  }
  const askedAt = Date.now();
  if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
  setTimeout(() => {
    if (keeper.socket === socket && keeper.lastMessageAt < askedAt) handleDisconnect(keeper, 0);
  }, PONG_TIMEOUT_MS);
}

/**
 * Closes the socket when the page has been hidden for a while, and reconnects when it is visible
 * again.
 */
function followVisibility(keeper: PushConnection): void {
  clearTimeout(keeper.hiddenTimer);
  if (document.hidden) keeper.hiddenTimer = setTimeout(closeSocket, HIDDEN_MS, keeper);
  else pingOrReconnect(keeper);
}

function followLogin(keeper: PushConnection): void {
  const { uid } = identityOf(storedToken());
  if (uid === keeper.uid) return;
  keeper.uid = uid;
  keeper.lastEventId = undefined;
  keeper.failedAttempts = 0;
  closeSocket(keeper);
  void connect(keeper);
}

/** Starts the push connection; returns a function that stops it. */
export function startPush(parts: PushDependencies = defaultDependencies): () => void {
  const { uid } = identityOf(storedToken());
  const keeper: PushConnection = {
    ...parts,
    socket: undefined,
    uid,
    lastEventId: undefined,
    failedAttempts: 0,
    lastMessageAt: 0,
    isFetchingTicket: false,
    isStopped: false,
  };
  const look = () => followVisibility(keeper);
  const back = () => pingOrReconnect(keeper);
  const unfollow = onTokenChange(() => followLogin(keeper));
  const beat = setInterval(() => keeper.socket && pingOrReconnect(keeper), PING_MS);
  document.addEventListener("visibilitychange", look);
  addEventListener("online", back);
  void connect(keeper);
  return () => {
    keeper.isStopped = true;
    clearTimeout(keeper.hiddenTimer);
    clearInterval(beat);
    document.removeEventListener("visibilitychange", look);
    removeEventListener("online", back);
    unfollow();
    closeSocket(keeper);
  };
}
