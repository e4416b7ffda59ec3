/**
 * The members' open sockets in this process, and what they are given: every event of their member once, in its order,
 * read from the log whenever a hint says that there is something new. A hint that is lost costs a minute, never an event.
 */
import type { Listener } from "../database/listen.ts";
import type { Log } from "../log.ts";
import type { Settings } from "../settings.ts";
import { catchUp, readingFrom } from "./catch-up.ts";
import { type Close, closes } from "./frames.ts";
import { createLanes } from "./lanes.ts";
import { beat, end, type Line } from "./line.ts";
import { EVENTS, type Kept, SESSIONS } from "./log.ts";
import type { Meters } from "./meters.ts";
import type { Holder } from "./tickets.ts";

/** reliability.md 2.5, WebSocket. */
const SOCKETS_PER_MEMBER = 5;
const TICK_MS = 1_000;
/** While no hints are heard the ends of sessions are asked for, to be seen within five seconds. */
const UNHEARD_CHECK_MS = 3_000;
/** So often all sessions are looked up together: an end that no hint announces, as a ban does, is seen within five seconds. */
const SWEEP_MS = 2_500;
/** Sessions in one statement. */
const SWEEP_MAX = 1_000;
const AGAIN_AFTER_MS = 1_000;
/** Statements at once, of a pool of eight. */
const LANES = 3;

export type HubParts = {
  readonly log: Log;
  readonly listener: Listener;
  readonly meters: Meters;
  /** Reads what is kept of a member after a number. */
  readonly read: (memberId: string, after: number | undefined) => Promise<Kept>;
  /** Whether the session a socket was opened in still lives. */
  readonly isLive: (holder: Holder) => Promise<boolean>;
  /** The session ids of those that have ended. */
  readonly ended: (holders: readonly Holder[]) => Promise<readonly string[]>;
  readonly settings: Pick<Settings, "pushPingMs" | "pushCheckMs" | "pushDrainMs">;
};

/** The sockets of one member. */
type Seat = { readonly lines: Set<Line>; isReading: boolean; isDue: boolean };

type Hall = HubParts & {
  readonly seats: Map<string, Seat>;
  readonly inLane: <T>(work: () => Promise<T>) => Promise<T>;
  isDraining: boolean;
  isListening: boolean;
  ticking: NodeJS.Timeout | undefined;
  isSweeping: boolean;
  sweptAt: number;
};

export type Hub = {
  /** Seats a socket; why not, when it may not stay. */
  join(line: Line): Close | undefined;
  /** Gives a seated socket everything after a number (again). */
  resume(line: Line, after: number | undefined): void;
  leave(line: Line): void;
  /** Sends everybody away, to come back elsewhere; resolves when they are gone. */
  drain(): Promise<void>;
};

async function readOnce({ inLane, read, meters }: Hall, memberId: string, seat: Seat) {
  const after = readingFrom(seat.lines);
  const kept = await inLane(() => read(memberId, after));
  for (const line of seat.lines) catchUp(line, { ...kept, after }, meters);
}

/** Reads until nothing is due; one reading at a time serves all sockets of a member. */
async function deliver(hall: Hall, memberId: string): Promise<void> {
  const seat = hall.seats.get(memberId);
  if (!seat) return;
  seat.isDue = true;
  if (seat.isReading) return;
  seat.isReading = true;
  while (seat.isDue && seat.lines.size > 0) {
    seat.isDue = false;
    await readOnce(hall, memberId, seat).catch((error: unknown) => {
      hall.log.warn({ err: error }, "what a member's pages are to be told could not be read");
      setTimeout(() => void deliver(hall, memberId), AGAIN_AFTER_MS).unref();
    });
  }
  seat.isReading = false;
}

/** Sends a socket away whose session is over; the others are given what a lost hint kept from them. */
async function check(hall: Hall, line: Line): Promise<void> {
  line.checkedAt = performance.now();
  const isLive = await hall
    .inLane(() => hall.isLive(line.holder))
    .catch((error: unknown) => {
      hall.log.warn({ err: error }, "a socket's session could not be looked up");
      // Whoever was never proved must not stay; the others are asked about again.
      return line.isProved ? undefined : false;
    });
  if (isLive === false) return end(line.socket, closes.session);
  line.isProved = true;
  await deliver(hall, line.holder.memberId);
}

function checkMember(hall: Hall, memberId: string): void {
  for (const line of hall.seats.get(memberId)?.lines ?? []) void check(hall, line);
}

/** Closes the sockets of all sessions that have ended, whether or not a hint announced it. */
async function sweep(hall: Hall): Promise<void> {
  const lines = [...hall.seats.values()].flatMap((seat) => [...seat.lines]);
  for (let from = 0; from < lines.length; from += SWEEP_MAX) {
    const some = lines.slice(from, from + SWEEP_MAX);
    const ended = new Set(await hall.inLane(() => hall.ended(some.map(({ holder }) => holder))));
    for (const line of some) {
      if (ended.has(line.holder.sessionId)) end(line.socket, closes.session);
    }
  }
}

function sweepWhenDue(hall: Hall, now: number): void {
  if (hall.isSweeping || now - hall.sweptAt < SWEEP_MS) return;
  hall.isSweeping = true;
  hall.sweptAt = now;
  void sweep(hall)
    .catch((error: unknown) => {
      hall.log.warn({ err: error }, "the sessions of open sockets could not be looked up");
    })
    .finally(() => {
      hall.isSweeping = false;
    });
}

function tick(hall: Hall): void {
  const { pushCheckMs, pushPingMs } = hall.settings;
  const now = performance.now();
  sweepWhenDue(hall, now);
  const checkMs = hall.listener.isUp() ? pushCheckMs : Math.min(pushCheckMs, UNHEARD_CHECK_MS);
  for (const { lines } of hall.seats.values()) {
    for (const line of lines) {
      beat(line, now, pushPingMs);
      if (now - line.checkedAt >= checkMs) void check(hall, line);
    }
  }
}

/** With the first socket the process begins to listen; one without sockets hears and reads nothing. */
function begin(hall: Hall): void {
  hall.ticking ??= setInterval(tick, Math.min(TICK_MS, hall.settings.pushPingMs), hall).unref();
  if (hall.isListening) return;
  hall.isListening = true;
  hall.listener.listen(EVENTS, (memberId) => void deliver(hall, memberId));
  // What was told or ended while nobody listened is looked for at once.
  const onBack = () => {
    for (const memberId of hall.seats.keys()) checkMember(hall, memberId);
  };
  hall.listener.listen(SESSIONS, (memberId) => checkMember(hall, memberId), onBack);
}

function join(hall: Hall, line: Line): Close | undefined {
  const { seats, meters } = hall;
  if (hall.isDraining) return closes.restart;
  const { memberId } = line.holder;
  const seat = seats.get(memberId) ?? { lines: new Set(), isReading: false, isDue: false };
  if (seat.lines.size >= SOCKETS_PER_MEMBER) return closes.tooMany;
  begin(hall);
  seats.set(memberId, seat);
  seat.lines.add(line);
  meters.sockets.inc();
  if (line.cursor !== undefined) meters.resumes.inc();
  // Seated first, so that an end that comes during the look is heard.
  void check(hall, line);
  return undefined;
}

function leave({ seats, meters }: Hall, line: Line): void {
  const { memberId } = line.holder;
  const seat = seats.get(memberId);
  if (!seat?.lines.delete(line)) return;
  meters.sockets.dec();
  if (seat.lines.size === 0) seats.delete(memberId);
}

async function drain(hall: Hall): Promise<void> {
  hall.isDraining = true;
  clearInterval(hall.ticking);
  const goodbye = ({ socket }: Line): Promise<void> =>
    new Promise((gone) => {
      socket.once("close", () => gone());
      setTimeout(() => end(socket, closes.restart), Math.random() * hall.settings.pushDrainMs);
    });
  const lines = [...hall.seats.values()].flatMap((seat) => [...seat.lines]);
  await Promise.all(lines.map(goodbye));
}

export function createHub(parts: HubParts): Hub {
  const hall: Hall = {
    ...parts,
    seats: new Map(),
    inLane: createLanes(LANES),
    isDraining: false,
    isListening: false,
    ticking: undefined,
    isSweeping: false,
    sweptAt: performance.now(),
  };
  return {
    join: (line) => join(hall, line),
    resume(line, after) {
      hall.meters.resumes.inc();
      line.cursor = after;
      void deliver(hall, line.holder.memberId);
    },
    leave: (line) => leave(hall, line),
    drain: () => drain(hall),
  };
}
