/**
 * The members' open sockets in this process. It sends each socket every event of its member once,
 * in order: from the hint of a new event, or from the log when the hint has not the next one. A lost
 * hint delays an event by seconds, but never loses one: the last numbers are polled.
 */
import type { Listener } from "../database/listen.ts";
import type { Log } from "../log.ts";
import type { Settings } from "../settings.ts";
import { catchUp, lowestCursorOf, sendNext } from "./catch-up.ts";
import { type CloseReason, closeReasons } from "./frames.ts";
import { createConcurrencyLimit } from "./concurrency-limit.ts";
import { pingWhenDue, closeSocket, type Connection } from "./connection.ts";
import { EVENTS_CHANNEL, parseHint, type StoredEvents, SESSIONS_CHANNEL } from "./event-log.ts";
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
 * The interval, in ms, of checking all sessions together and of polling the last numbers: an end
 * without a hint, such as a ban, and an event whose hint was lost are detected within five seconds.
 */
const SWEEP_MS = 2_500;
/** Sessions or members per statement. */
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
  /** Reads the last numbers of the events of many members. */
  readonly readLastNumbers: (
    memberIds: readonly string[],
  ) => Promise<readonly { readonly memberId: string; readonly seq: number }[]>;
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
  member: MemberConnections,
) {
  const after = lowestCursorOf(member.connections);
  const stored = await withConcurrencyLimit(() => readEvents(memberId, after));
  for (const line of member.connections) catchUp(line, { ...stored, after }, metrics);
}

/** Reads until nothing is due; one read at a time serves all sockets of a member. */
async function deliverEvents(hub: HubState, memberId: string): Promise<void> {
  const member = hub.members.get(memberId);
  if (!member) return;
  member.isDue = true;
  if (member.isReading) return;
  member.isReading = true;
  while (member.isDue && member.connections.size > 0) {
    member.isDue = false;
    await readOnce(hub, memberId, member).catch((error: unknown) => {
      hub.log.warn({ err: error }, "a member's push events could not be read");
      setTimeout(() => void deliverEvents(hub, memberId), RETRY_AFTER_MS).unref();
    });
  }
  member.isReading = false;
}

/**
 * Sends an event that its hint contains to sockets that wait for exactly this one. All others are
 * sent what the log has: an earlier event of another process may not have been notified yet.
 */
function deliverHint(hub: HubState, payload: string): void {
  const { memberId, event } = parseHint(payload);
  const member = hub.members.get(memberId);
  if (!member) return;
  const isSent =
    event && !member.isReading && sendNext([...member.connections], event, hub.metrics);
  if (!isSent) void deliverEvents(hub, memberId);
}

/** Sends what the log has to members whose last number is beyond what their sockets were sent. */
async function pollEvents(hub: HubState): Promise<void> {
  const memberIds = [...hub.members.keys()];
  for (let from = 0; from < memberIds.length; from += SWEEP_MAX) {
    const some = memberIds.slice(from, from + SWEEP_MAX);
    for (const { memberId, seq } of await hub.withConcurrencyLimit(() =>
      hub.readLastNumbers(some),
    )) {
      const cursor = lowestCursorOf(hub.members.get(memberId)?.connections ?? []);
      if (cursor !== undefined && cursor < seq) void deliverEvents(hub, memberId);
    }
  }
}

/**
 * Closes a socket whose session has ended; a live one is sent the events that a lost hint withheld.
 */
async function checkSession(hub: HubState, line: Connection): Promise<void> {
  line.checkedAt = performance.now();
  const isLive = await hub
    .withConcurrencyLimit(() => hub.isSessionLive(line.holder))
    .catch((error: unknown) => {
      hub.log.warn({ err: error }, "a socket's session could not be read");
      // A socket that was never verified must close; the others are checked again later.
      return line.isSessionVerified ? undefined : false;
    });
  if (isLive === false) return closeSocket(line.socket, closeReasons.session);
  line.isSessionVerified = true;
  await deliverEvents(hub, line.holder.memberId);
}

function checkMember(hub: HubState, memberId: string): void {
  for (const line of hub.members.get(memberId)?.connections ?? []) void checkSession(hub, line);
}

/** Closes the sockets of all sessions that have ended, with or without a hint. */
async function closeEndedSessions(hub: HubState): Promise<void> {
  const lines = [...hub.members.values()].flatMap((member) => [...member.connections]);
  for (let from = 0; from < lines.length; from += SWEEP_MAX) {
    const some = lines.slice(from, from + SWEEP_MAX);
    const ended = new Set(
      await hub.withConcurrencyLimit(() => hub.findEndedSessions(some.map(({ holder }) => holder))),
    );
    for (const line of some) {
      if (ended.has(line.holder.sessionId)) closeSocket(line.socket, closeReasons.session);
    }
  }
}

function sweepWhenDue(hub: HubState, now: number): void {
  if (hub.isSweeping || now - hub.sweptAt < SWEEP_MS) return;
  hub.isSweeping = true;
  hub.sweptAt = now;
  void Promise.all([closeEndedSessions(hub), pollEvents(hub)])
    .catch((error: unknown) => {
      hub.log.warn({ err: error }, "the sessions or events of open sockets could not be read");
    })
    .finally(() => {
      hub.isSweeping = false;
    });
}

function tick(hub: HubState): void {
  const { pushCheckMs, pushPingMs } = hub.settings;
  const now = performance.now();
  sweepWhenDue(hub, now);
  const checkMs = hub.listener.isUp()
    ? pushCheckMs
    : Math.min(pushCheckMs, CHECK_WITHOUT_LISTENER_MS);
  for (const { connections } of hub.members.values()) {
    for (const line of connections) {
      pingWhenDue(line, now, pushPingMs);
      if (now - line.checkedAt >= checkMs) void checkSession(hub, line);
    }
  }
}

/** Starts to listen with the first socket; a process without sockets receives and reads nothing. */
function startListening(hub: HubState): void {
  hub.ticking ??= setInterval(tick, Math.min(TICK_MS, hub.settings.pushPingMs), hub).unref();
  if (hub.isListening) return;
  hub.isListening = true;
  hub.listener.listen(EVENTS_CHANNEL, (payload) => deliverHint(hub, payload));
  // Events published and sessions ended while not listening are checked for at once.
  const onBack = () => {
    for (const memberId of hub.members.keys()) checkMember(hub, memberId);
  };
  hub.listener.listen(SESSIONS_CHANNEL, (memberId) => checkMember(hub, memberId), onBack);
}

function join(hub: HubState, line: Connection): CloseReason | undefined {
  const { members, metrics } = hub;
  if (hub.isDraining) return closeReasons.restart;
  const { memberId } = line.holder;
  const member = members.get(memberId) ?? {
    connections: new Set(),
    isReading: false,
    isDue: false,
  };
  if (member.connections.size >= SOCKETS_PER_MEMBER) return closeReasons.tooMany;
  startListening(hub);
  members.set(memberId, member);
  member.connections.add(line);
  metrics.sockets.inc();
  if (line.cursor !== undefined) metrics.resumes.inc();
  // Added first, so that an end during the check is noticed.
  void checkSession(hub, line);
  return undefined;
}

function leave({ members, metrics }: HubState, line: Connection): void {
  const { memberId } = line.holder;
  const member = members.get(memberId);
  if (!member?.connections.delete(line)) return;
  metrics.sockets.dec();
  if (member.connections.size === 0) members.delete(memberId);
}

async function drain(hub: HubState): Promise<void> {
  hub.isDraining = true;
  clearInterval(hub.ticking);
  const goodbye = ({ socket }: Connection): Promise<void> =>
    new Promise((resolve) => {
      socket.once("close", () => resolve());
      setTimeout(
        () => closeSocket(socket, closeReasons.restart),
        Math.random() * hub.settings.pushDrainMs,
      );
    });
  const lines = [...hub.members.values()].flatMap((member) => [...member.connections]);
  await Promise.all(lines.map(goodbye));
}

export function createHub(parts: HubOptions): Hub {
  const hub: HubState = {
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
    join: (line) => join(hub, line),
    resume(line, after) {
      hub.metrics.resumes.inc();
      line.cursor = after;
      void deliverEvents(hub, line.holder.memberId);
    },
    leave: (line) => leave(hub, line),
    drain: () => drain(hub),
  };
}
