/**
 * Keeps the socket of docs/push.md open while a member is logged in and looks at the page: a ticket,
 * a socket, everything since the last event; and after every loss again, ever more patiently.
 */
import { attempt } from "./attempt.ts";
import { apiHost, request } from "./http.ts";
import { memberIsLeaving } from "./member-left.ts";
import { pushIs, tellMissed, tellPush } from "./push.ts";
import { renewSession } from "./session.ts";
import { identityOf, onTokenChange, storedToken, tokenState } from "./token.ts";

const FIRST_PAUSE_MS = 1_000;
const LAST_PAUSE_MS = 30_000;
/** A server that goes sends its clients to the next one, not all in one moment. */
const RESTART_SPREAD_MS = 3_000;
const TOO_MANY_PAUSE_MS = 60_000;
const PING_MS = 25_000;
const PONG_WITHIN_MS = 10_000;
const HIDDEN_MS = 60_000;

/** Why the server ended a socket (docs/push.md). */
const RESTART = 1012;
const TOO_MANY = 4429;
const FOR_GOOD: ReadonlySet<number> = new Set([4403, 4404]);

export interface PushParts {
  /** A new ticket; rejects when there is none. */
  readonly askTicket: () => Promise<string>;
  readonly open: (url: string) => WebSocket;
  /** From 0 to 1, to spread what many clients do. */
  readonly random: () => number;
}

type Said = { readonly type?: unknown; readonly id?: unknown } & Readonly<Record<string, unknown>>;

const isSaid = (value: unknown): value is Said => typeof value === "object" && value !== null;
const saidIn = (text: unknown): Said => {
  const value = attempt<unknown>(() => JSON.parse(String(text)));
  return isSaid(value) ? value : {};
};

async function askServer(): Promise<string> {
  if (tokenState() === "expired") await renewSession();
  const body = await request({ method: "POST", path: "/push/ticket", body: { name: "push" } });
  const data = isSaid(body) && isSaid(body["data"]) ? body["data"] : {};
  if (typeof data["ticket"] !== "string") throw new Error("the server gave no ticket");
  return data["ticket"];
}

const ownParts: PushParts = {
  askTicket: askServer,
  open: (url) => new WebSocket(url),
  random: () => Math.random(),
};

function socketAddress(): string {
  const { origin } = new URL(apiHost(), location.href);
  return `${origin.replace(/^http/, "ws")}/ws/function/push`;
}

interface Keeper extends PushParts {
  socket: WebSocket | undefined;
  /** Whose it is; null when nobody is logged in. */
  uid: string | null;
  /** The last event this page has heard of; undefined until the server says where its events stand. */
  last: number | undefined;
  tries: number;
  heardAt: number;
  isAsking: boolean;
  isOver: boolean;
  again?: ReturnType<typeof setTimeout>;
  hiding?: ReturnType<typeof setTimeout>;
}

const isWanted = ({ isOver, uid }: Keeper): boolean =>
  !isOver && uid !== null && !memberIsLeaving() && !document.hidden && navigator.onLine !== false;

function drop(keeper: Keeper): void {
  clearTimeout(keeper.again);
  pushIs(false);
  const { socket } = keeper;
  keeper.socket = undefined;
  socket?.close(1000);
}

function later(keeper: Keeper, ms: number): void {
  clearTimeout(keeper.again);
  keeper.again = setTimeout(() => void connect(keeper), ms);
}

/** How long until the next try (ms), by why the last one ended. */
function pauseAfter(keeper: Keeper, code: number): number {
  const chance = keeper.random();
  if (code === RESTART) return chance * RESTART_SPREAD_MS;
  if (code === TOO_MANY) return TOO_MANY_PAUSE_MS * (1 + chance);
  const full = Math.min(LAST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** keeper.tries++);
  return full * (0.5 + chance / 2);
}

function lose(keeper: Keeper, code: number): void {
  drop(keeper);
  // Else nothing is to be had until another login, or the next start of the app.
  if (!FOR_GOOD.has(code)) later(keeper, pauseAfter(keeper, code));
}

function hear(keeper: Keeper, { type, id, topic, data }: Said): void {
  keeper.heardAt = Date.now();
  if (typeof id !== "number") return;
  if (type === "ready") {
    keeper.tries = 0;
    pushIs(true);
    // What happened between the first view and now, nobody told.
    if (keeper.last === undefined) tellMissed();
    keeper.last ??= id;
  } else if (type === "gap") {
    keeper.last = id;
    tellMissed();
  } else if (type === "event" && id > (keeper.last ?? 0)) {
    keeper.last = id;
    if (typeof topic === "string") tellPush(topic, isSaid(data) ? data : {});
  }
}

function follow(keeper: Keeper, socket: WebSocket, ticket: string): void {
  keeper.socket = socket;
  const after = keeper.last === undefined ? {} : { after: keeper.last };
  socket.onopen = () => socket.send(JSON.stringify({ type: "auth", ticket, ...after }));
  socket.onmessage = (event: MessageEvent<unknown>) => {
    if (keeper.socket === socket) hear(keeper, saidIn(event.data));
  };
  socket.onclose = ({ code }) => {
    if (keeper.socket === socket) lose(keeper, code);
  };
}

async function connect(keeper: Keeper): Promise<void> {
  if (!isWanted(keeper) || keeper.socket || keeper.isAsking) return;
  keeper.isAsking = true;
  const { uid } = keeper;
  const ticket = await keeper.askTicket().catch(() => undefined);
  keeper.isAsking = false;
  if (!isWanted(keeper) || keeper.socket) return;
  if (keeper.uid !== uid) return connect(keeper);
  const socket = ticket && attempt(() => keeper.open(socketAddress()));
  if (!socket) return later(keeper, pauseAfter(keeper, 0));
  keeper.heardAt = Date.now();
  follow(keeper, socket, ticket);
}

/** Asks for a sign of life and takes silence for a loss: a phone may sleep through the end of its line. */
function probe(keeper: Keeper): void {
  const { socket } = keeper;
  if (!socket) {
    void connect(keeper);
    return;
  }
  const askedAt = Date.now();
  if (socket.readyState === WebSocket.OPEN) socket.send('{"type":"ping"}');
  setTimeout(() => {
    if (keeper.socket === socket && keeper.heardAt < askedAt) lose(keeper, 0);
  }, PONG_WITHIN_MS);
}

/** Lets go when nobody has looked for a while, and is back at once when somebody does. */
function followEyes(keeper: Keeper): void {
  clearTimeout(keeper.hiding);
  if (document.hidden) keeper.hiding = setTimeout(drop, HIDDEN_MS, keeper);
  else probe(keeper);
}

function followLogin(keeper: Keeper): void {
  const { uid } = identityOf(storedToken());
  if (uid === keeper.uid) return;
  keeper.uid = uid;
  keeper.last = undefined;
  keeper.tries = 0;
  drop(keeper);
  void connect(keeper);
}

/** Starts keeping it; the answer stops it. */
export function startPush(parts: PushParts = ownParts): () => void {
  const { uid } = identityOf(storedToken());
  const keeper: Keeper = {
    ...parts,
    socket: undefined,
    uid,
    last: undefined,
    tries: 0,
    heardAt: 0,
    isAsking: false,
    isOver: false,
  };
  const look = () => followEyes(keeper);
  const back = () => probe(keeper);
  const unfollow = onTokenChange(() => followLogin(keeper));
  const beat = setInterval(() => keeper.socket && probe(keeper), PING_MS);
  document.addEventListener("visibilitychange", look);
  addEventListener("online", back);
  void connect(keeper);
  return () => {
    keeper.isOver = true;
    clearTimeout(keeper.hiding);
    clearInterval(beat);
    document.removeEventListener("visibilitychange", look);
    removeEventListener("online", back);
    unfollow();
    drop(keeper);
  };
}
