/**
 * The members' open sockets in this process. It sends each socket every event of its member once,
 * in order, read from the log after a hint of a new event. A lost hint delays an event by a minute,
 * but never loses one.
 */
import type { Listener } from "../database/listen.ts";
import type { Log } from "../log.ts";
import type { Settings } from "../settings.ts";
import { catchUp, lowestCursorOf } from "./catch-up.ts";
import { type CloseReason, closeReasons } from "./frames.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import { pingWhenDue, closeSocket, type Connection } from "./connection.ts";
import { EVENTS_CHANNEL, type StoredEvents, SESSIONS_CHANNEL } from "./event-log.ts";
import type { PushMetrics } from "./metrics.ts";
import type { Holder } from "./tickets.ts";

/** reliability.md 2.5, WebSocket. */
const SOCKETS_PER_MEMBER = 5;
const TICK_MS = 1_000;
/**
 * While notifications are unavailable, sessions are polled, so that an end is detected within five
 * seconds.
 */
const CHECK_WITHOUT_LISTENER_MS = 3_000;
/**
 * The interval, in ms, of checking all sessions together: an end without a hint, such as a ban, is
 * detected within five seconds.
 */
const SESSION_SWEEP_MS = 2_500;
/** Sessions per statement. */
const SWEEP_MAX = 1_000;
const RETRY_AFTER_MS = 1_000;
/** Concurrent statements, of a pool of eight. */
const QUERIES_AT_ONCE = 3;

export type HubOptions = {
  readonly log: Log;
  readonly listener: Listener;
  readonly metrics: PushMetrics;
  /** Reads a member's stored events after a number. */
  readonly readEvents: (memberId: string, after: number | undefined) => Promise<StoredEvents>;
  /** Returns whether the session of a socket is still live. */
  readonly isSessionLive: (holder: Holder) => Promise<boolean>;
  /** Returns the ids of the sessions that have ended. */
  readonly findEndedSessions: (holders: readonly Holder[]) => Promise<readonly string[]>;
  readonly settings: Pick<Settings, "pushPingMs" | "pushCheckMs" | "pushDrainMs">;
};

/** The sockets of one member. */
type MemberConnections = {
  readonly connections: Set<Connection>;
  isReading: boolean;
  isDue: boolean;
};

type HubState = HubOptions & {
  readonly members: Map<string, MemberConnections>;
  readonly withConcurrencyLimit: <T>(work: () => Promise<T>) => Promise<T>;
  isDraining: boolean;
  isListening: boolean;
  ticking: NodeJS.Timeout | undefined;
  isSweeping: boolean;
  sweptAt: number;
};

export type Hub = {
  /** Adds a socket; returns the reason when it is refused. */
  join(line: Connection): CloseReason | undefined;
  /** Sends a joined socket every event after a number (again). */
  resume(line: Connection, after: number | undefined): void;
  leave(line: Connection): void;
  /**
   * Closes every socket, so that clients reconnect to another process; resolves when all are
   * closed.
   */
  drain(): Promise<void>;
};

async function readOnce(
  { withConcurrencyLimit, readEvents, metrics }: HubState,
  memberId: string,
  seat: MemberConnections,
) {
  const after = lowestCursorOf(seat.connections);
  const kept = await withConcurrencyLimit(() => readEvents(memberId, after));
  for (const line of seat.connections) catchUp(line, { ...kept, after }, metrics);
}

/** Reads until nothing is due; one read at a time serves all sockets of a member. */
async function deliverEvents(hall: HubState, memberId: string): Promise<void> {
  const seat = hall.members.get(memberId);
  if (!seat) return;
  seat.isDue = true;
  if (seat.isReading) return;
  seat.isReading = true;
  while (seat.isDue && seat.connections.size > 0) {
    seat.isDue = false;
    await readOnce(hall, memberId, seat).catch((error: unknown) => {
      hall.log.warn({ err: error }, "what a member's pages are to be told could not be read");
      setTimeout(() => void deliverEvents(hall, memberId), RETRY_AFTER_MS).unref();
    });
  }
  seat.isReading = false;
}

/**
 * Closes a socket whose session has ended; a live one is sent the events that a lost hint withheld.
 */
async function checkSession(hall: HubState, line: Connection): Promise<void> {
  line.checkedAt = performance.now();
  const isLive = await hall
    .withConcurrencyLimit(() => hall.isSessionLive(line.holder))
    .catch((error: unknown) => {
      hall.log.warn({ err: error }, "a socket's session could not be looked up");
      // A socket that was never verified must close; the others are checked again later.
      return line.isSessionVerified ? undefined : false;
    });
  if (isLive === false) return closeSocket(line.socket, closeReasons.session);
  line.isSessionVerified = true;
  await deliverEvents(hall, line.holder.memberId);
}

function checkMember(hall: HubState, memberId: string): void {
  for (const line of hall.members.get(memberId)?.connections ?? []) void checkSession(hall, line);
}

/** Closes the sockets of all sessions that have ended, with or without a hint. */
async function closeEndedSessions(hall: HubState): Promise<void> {
  const lines = [...hall.members.values()].flatMap((seat) => [...seat.connections]);
  for (let from = 0; from < lines.length; from += SWEEP_MAX) {
    const some = lines.slice(from, from + SWEEP_MAX);
    const ended = new Set(
      await hall.withConcurrencyLimit(() =>
        hall.findEndedSessions(some.map(({ holder }) => holder)),
      ),
    );
    for (const line of some) {
      if (ended.has(line.holder.sessionId)) closeSocket(line.socket, closeReasons.session);
    }
  }
}

function sweepWhenDue(hall: HubState, now: number): void {
  if (hall.isSweeping || now - hall.sweptAt < SESSION_SWEEP_MS) return;
  hall.isSweeping = true;
  hall.sweptAt = now;
  void closeEndedSessions(hall)
    .catch((error: unknown) => {
      hall.log.warn({ err: error }, "the sessions of open sockets could not be looked up");
    })
    .finally(() => {
      hall.isSweeping = false;
    });
}

function tick(hall: HubState): void {
  const { pushCheckMs, pushPingMs } = hall.settings;
  const now = performance.now();
  sweepWhenDue(hall, now);
  const checkMs = hall.listener.isUp()
    ? pushCheckMs
    : Math.min(pushCheckMs, CHECK_WITHOUT_LISTENER_MS);
  for (const { connections } of hall.members.values()) {
    for (const line of connections) {
      pingWhenDue(line, now, pushPingMs);
      if (now - line.checkedAt >= checkMs) void checkSession(hall, line);
    }
  }
}

/** Starts to listen with the first socket; a process without sockets receives and reads nothing. */
function startListening(hall: HubState): void {
  hall.ticking ??= setInterval(tick, Math.min(TICK_MS, hall.settings.pushPingMs), hall).unref();
  if (hall.isListening) return;
  hall.isListening = true;
  hall.listener.listen(EVENTS_CHANNEL, (memberId) => void deliverEvents(hall, memberId));
  // Events published and sessions ended while not listening are checked for at once.
  const onBack = () => {
    for (const memberId of hall.members.keys()) checkMember(hall, memberId);
  };
  hall.listener.listen(SESSIONS_CHANNEL, (memberId) => checkMember(hall, memberId), onBack);
}

function join(hall: HubState, line: Connection): CloseReason | undefined {
  const { members, metrics } = hall;
  if (hall.isDraining) return closeReasons.restart;
  const { memberId } = line.holder;
  const seat = members.get(memberId) ?? { connections: new Set(), isReading: false, isDue: false };
  if (seat.connections.size >= SOCKETS_PER_MEMBER) return closeReasons.tooMany;
  startListening(hall);
  members.set(memberId, seat);
  seat.connections.add(line);
  metrics.sockets.inc();
  if (line.cursor !== undefined) metrics.resumes.inc();
  // Added first, so that an end during the check is noticed.
  void checkSession(hall, line);
  return undefined;
}

function leave({ members, metrics }: HubState, line: Connection): void {
  const { memberId } = line.holder;
  const seat = members.get(memberId);
  if (!seat?.connections.delete(line)) return;
  metrics.sockets.dec();
  if (seat.connections.size === 0) members.delete(memberId);
}

async function drain(hall: HubState): Promise<void> {
  hall.isDraining = true;
  clearInterval(hall.ticking);
  const goodbye = ({ socket }: Connection): Promise<void> =>
    new Promise((gone) => {
      socket.once("close", () => gone());
      setTimeout(
        () => closeSocket(socket, closeReasons.restart),
        Math.random() * hall.settings.pushDrainMs,
      );
    });
  const lines = [...hall.members.values()].flatMap((seat) => [...seat.connections]);
  await Promise.all(lines.map(goodbye));
}

export function createHub(parts: HubOptions): Hub {
  const hall: HubState = {
    ...parts,
    members: new Map(),
    withConcurrencyLimit: createConcurrencyLimit(QUERIES_AT_ONCE),
    isDraining: false,
    isListening: false,
    ticking: undefined,
    isSweeping: false,
    sweptAt: performance.now(),
  };
  return {
    join: (line) => join(hall, line),
    resume(line, after) {
      hall.metrics.resumes.inc();
      line.cursor = after;
      void deliverEvents(hall, line.holder.memberId);
    },
    leave: (line) => leave(hall, line),
    drain: () => drain(hall),
  };
}
