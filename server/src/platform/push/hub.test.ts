/**
 * C12: tests that a socket gets every event once and in order despite losses, and that a hub which
 * relies on hints fails.
 */
import { EventEmitter } from "node:events";
import type { WebSocket } from "@fastify/websocket";
import { Registry } from "prom-client";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Listener } from "../database/listen.ts";
import { createLog } from "../log.ts";
import { createHub, type Hub, type HubOptions } from "./hub.ts";
import { type Connection, createConnection } from "./connection.ts";
import { eventFrame, type StoredEvent } from "./frames.ts";
import { createPushMetrics } from "./metrics.ts";

const holder = { memberId: "m1", sessionId: "s1" };
type Read = HubOptions["readEvents"];

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** The server side of a socket. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1;
  readyState = 1;
  bufferedAmount = 0;
  readonly sent: { type: string; id: number }[] = [];
  code: number | undefined;
  pings = 0;
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  ping() {
    this.pings++;
  }
  close(code?: number) {
    this.code ??= code ?? 1006;
    this.readyState = 3;
    this.emit("close");
  }
  terminate() {
    this.close(1006);
  }
  get ids() {
    return this.sent.filter(({ type }) => type === "event").map(({ id }) => id);
  }
}

/**
 * Creates a hub over an in-memory log with the latency of a database; hints are sent only by the
 * test.
 */
function makeHub(
  mutate: (read: Read) => Read = (read) => read,
  settings = { pushPingMs: 30_000, pushCheckMs: 60_000, pushDrainMs: 5 },
) {
  const stored: StoredEvent[] = [];
  let isLive = true;
  const subscriptions = new Map<
    string,
    { onPayload: (payload: string) => void; onBack?: (() => void) | undefined }
  >();
  const listener: Listener = {
    listen: (channel, onPayload, onBack) => void subscriptions.set(channel, { onPayload, onBack }),
    isUp: () => true,
    close: async () => undefined,
  };
  let reads = 0;
  const read: Read = async (_memberId, after) => {
    reads++;
    const head = stored.length;
    const events = after === undefined ? [] : stored.slice(after);
    await new Promise((done) => setTimeout(done, 1));
    return { head, events };
  };
  const hub: Hub = createHub({
    log: createLog("silent"),
    listener,
    settings,
    metrics: createPushMetrics(new Registry()),
    readEvents: mutate(read),
    readLastNumbers: async () =>
      stored.length === 0 ? [] : [{ memberId: "m1", seq: stored.length }],
    isSessionLive: async () => isLive,
    findEndedSessions: async (holders) => (isLive ? [] : holders.map(({ sessionId }) => sessionId)),
  });
  const open = (after?: number): { socket: FakeSocket; line: Connection; why: unknown } => {
    const socket = new FakeSocket();
    const nowMs = performance.now();
    const line = createConnection(socket as unknown as WebSocket, holder, { after, nowMs });
    const why = hub.join(line);
    socket.once("close", () => hub.leave(line));
    return { socket, line, why };
  };
  return {
    hub,
    stored,
    open,
    hint: () => subscriptions.get("yunjing_push")?.onPayload("m1"),
    /** A hint that contains an event. */
    hintWith: (event: StoredEvent | undefined) => {
      if (!event) throw new Error("no such event");
      subscriptions.get("yunjing_push")?.onPayload(`m1 ${event.seq} ${eventFrame(event)}`);
    },
    reads: () => reads,
    back: () => subscriptions.get("yunjing_push_session")?.onBack?.(),
    endSession: () => {
      isLive = false;
      subscriptions.get("yunjing_push_session")?.onPayload("m1");
    },
    /** Ends the session without a hint. */
    endSilently: () => {
      isLive = false;
    },
    put: (count: number) => {
      for (let n = 0; n < count; n++)
        stored.push({ seq: stored.length + 1, topic: "order", data: { n: stored.length } });
    },
  };
}
const settle = () => vi.advanceTimersByTimeAsync(15);
const upTo = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, n) => from + n);

/**
 * A socket connects, is lost, and reconnects, while events are published throughout and some hints
 * are lost.
 */
async function runScenario(mutate?: (read: Read) => Read): Promise<number[]> {
  const { hub, open, put, hint, back } = makeHub(mutate);
  const first = open();
  await settle();
  put(3);
  hint();
  await settle();
  first.socket.close();
  put(5);
  hint();
  const second = open(first.socket.ids.at(-1) ?? 0);
  put(2);
  hint();
  hub.resume(second.line, 3);
  await settle();
  put(4);
  // The LISTEN connection was lost, and is restored.
  back();
  await settle();
  put(1);
  hint();
  hint();
  await settle();
  return [...first.socket.ids, ...new Set(second.socket.ids)];
}

test("C12 every event is delivered once and in order, despite losses, resumes and lost hints", async () => {
  expect(await runScenario()).toEqual(upTo(1, 15));
});

test("C12 mutant: a hub that reads only the latest event, as a hint could contain it, loses some", async () => {
  const latestOnly =
    (read: Read): Read =>
    async (memberId, after) => {
      const { head, events } = await read(memberId, after);
      return { head: Math.min(head, (after ?? head) + 1), events: events.slice(-1) };
    };
  expect(await runScenario(latestOnly)).not.toEqual(upTo(1, 15));
});

test("C12 mutant: a resume that starts at the last number loses the missed events", async () => {
  const fromTheHead =
    (read: Read): Read =>
    async (memberId) =>
      read(memberId, undefined);
  expect(await runScenario(fromTheHead)).not.toEqual(upTo(1, 15));
});

test("C12 a hint with the next event is sent without a read, and any other hint is read from the log", async () => {
  const { open, put, hintWith, stored, reads } = makeHub();
  const { socket } = open();
  const late = open();
  await settle();
  const before = reads();
  put(3);
  hintWith(stored[0]);
  expect(socket.ids).toEqual([1]);
  expect(reads()).toBe(before);
  // The notification of event 2 is not there yet.
  hintWith(stored[2]);
  await settle();
  expect(reads()).toBe(before + 1);
  hintWith(stored[1]);
  hintWith(stored[2]);
  await settle();
  expect(socket.ids).toEqual([1, 2, 3]);
  expect(late.socket.ids).toEqual([1, 2, 3]);
  expect(reads()).toBe(before + 1);
});

test("C12 a hint that arrives during a read, and before a socket is ready, loses and repeats nothing", async () => {
  const { open, put, hint, hintWith, stored } = makeHub();
  const { socket } = open();
  put(1);
  hintWith(stored[0]);
  await settle();
  put(1);
  hint();
  put(1);
  hintWith(stored[2]);
  await settle();
  expect(socket.sent.map(({ type }) => type)).not.toContain("gap");
  const ready = socket.sent[0]?.id ?? 0;
  expect(socket.ids).toEqual(upTo(ready + 1, 3));
});

test("C12 an event whose hint was never sent arrives with the poll of the last numbers", async () => {
  const { open, put } = makeHub();
  const { socket } = open();
  await settle();
  put(2);
  await vi.advanceTimersByTimeAsync(4_000);
  expect(socket.ids).toEqual([1, 2]);
});

test("C12 a hole in the stored events is reported as a gap, and later events are delivered", async () => {
  const { stored, open, put, hint } = makeHub((read) => async (memberId, after) => {
    const { head, events } = await read(memberId, after);
    return { head, events: events.filter(({ seq }) => seq > 4) };
  });
  put(9);
  const { socket } = open(2);
  await settle();
  put(1);
  hint();
  await settle();
  expect(stored.length).toBe(10);
  expect(socket.sent.map(({ type, id }) => `${type} ${id}`)).toEqual([
    "ready 9",
    "gap 9",
    "event 10",
  ]);
});

test("C12 a silent socket is terminated after two pings, and one that answers stays open", async () => {
  const { open } = makeHub(undefined, { pushPingMs: 30, pushCheckMs: 60_000, pushDrainMs: 5 });
  const [silent, alive] = [open(), open()];
  for (let ms = 0; ms < 65; ms += 5) {
    alive.line.lastReceivedAt = performance.now();
    await vi.advanceTimersByTimeAsync(5);
  }
  expect(silent.socket).toMatchObject({ code: 1006, pings: 1 });
  expect(alive.socket.code).toBeUndefined();
});

test("C12 the end of a session closes its sockets; a stop closes all sockets and accepts no new one", async () => {
  const ended = makeHub();
  const { socket } = ended.open();
  await settle();
  ended.endSession();
  await settle();
  expect(socket.code).toBe(4403);

  const banned = makeHub();
  const unannounced = banned.open();
  await settle();
  banned.endSilently();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(unannounced.socket.code).toBe(4403);

  const { hub, open } = makeHub();
  const two = [open(), open()];
  await Promise.all([hub.drain(), settle()]);
  expect(two.map((one) => one.socket.code)).toEqual([1012, 1012]);
  expect(open().why).toMatchObject({ code: 1012 });
});
