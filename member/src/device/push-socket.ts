/**
 * Keeps the socket of docs/push.md open while a member is logged in and looks at the page: a ticket,
 * a socket, everything since the last event; and after every loss again, ever more patiently.
 */
import { attempt } from "./attempt.ts";
import { apiHost, request } from "./http.ts";
import { isLoggingOut } from "./logout-handlers.ts";
import { setPushOpen, notifyMissedEvents, publishPush } from "./push.ts";
import { renewSession } from "./session.ts";
import { identityOf, onTokenChange, storedToken, tokenState } from "./token.ts";

const RECONNECT_MIN_MS = 1_000;
const RECONNECT_MAX_MS = 30_000;
/** A server that goes sends its clients to the next one, not all in one moment. */
const RESTART_SPREAD_MS = 3_000;
const TOO_MANY_DELAY_MS = 60_000;
const PING_MS = 25_000;
const PONG_TIMEOUT_MS = 10_000;
const HIDDEN_MS = 60_000;

/** Why the server ended a socket (docs/push.md). */
const RESTART = 1012;
const TOO_MANY = 4429;
const PERMANENT_CLOSE_CODES: ReadonlySet<number> = new Set([4403, 4404]);

export interface PushDependencies {
  /** A new ticket; rejects when there is none. */
  readonly fetchTicket: () => Promise<string>;
  readonly open: (url: string) => WebSocket;
  /** From 0 to 1, to spread what many clients do. */
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
  /** Whose it is; null when nobody is logged in. */
  uid: string | null;
  /** The last event this page has heard of; undefined until the server says where its events stand. */
  lastEventId: number | undefined;
  failedAttempts: number;
  lastMessageAt: number;
  isFetchingTicket: boolean;
  isStopped: boolean;
  reconnectTimer?: ReturnType<typeof setTimeout>;
  hiddenTimer?: ReturnType<typeof setTimeout>;
}

const isWanted = ({ isStopped: isOver, uid }: PushConnection): boolean =>
  !isOver && uid !== null && !isLoggingOut() && !document.hidden && navigator.onLine !== false;

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

/** How long until the next try (ms), by why the last one ended. */
function reconnectDelayMs(keeper: PushConnection, code: number): number {
  const chance = keeper.random();
  if (code === RESTART) return chance * RESTART_SPREAD_MS;
  if (code === TOO_MANY) return TOO_MANY_DELAY_MS * (1 + chance);
  const full = Math.min(RECONNECT_MAX_MS, RECONNECT_MIN_MS * 2 ** keeper.failedAttempts++);
  return full * (0.5 + chance / 2);
}

function handleDisconnect(keeper: PushConnection, code: number): void {
  closeSocket(keeper);
  // Else nothing is to be had until another login, or the next start of the app.
  if (!PERMANENT_CLOSE_CODES.has(code)) scheduleReconnect(keeper, reconnectDelayMs(keeper, code));
}

function handleMessage(keeper: PushConnection, { type, id, topic, data }: ServerMessage): void {
  keeper.lastMessageAt = Date.now();
  if (typeof id !== "number") return;
  if (type === "ready") {
    keeper.failedAttempts = 0;
    setPushOpen(true);
    // What happened between the first view and now, nobody told.
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

/** Asks for a sign of life and takes silence for a loss: a phone may sleep through the end of its line. */
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

/** Lets go when nobody has looked for a while, and is back at once when somebody does. */
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

/** Starts keeping it; the answer stops it. */
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
