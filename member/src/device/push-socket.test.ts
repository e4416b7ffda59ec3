// @vitest-environment happy-dom
/**
 * Tests C12 on the phone: one socket while the page is visible, every event once, and a reconnect
 * after every loss.
 */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { whileLoggingOut } from "./logout-handlers.ts";
import { onPush, pollIntervalMs } from "./push.ts";
import { startPush } from "./push-socket.ts";
import { removeToken, saveToken } from "./token.ts";

/** A fake socket whose server side the test controls. */
class FakeSocket {
  static made: FakeSocket[] = [];
  readonly sent: unknown[] = [];
  readyState: number = WebSocket.OPEN;
  onopen?: () => void;
  onmessage?: (event: { data: string }) => void;
  onclose?: (event: { code: number }) => void;
  isClosed = false;
  /** Whether the server side responds. */
  isAlive = true;
  constructor() {
    FakeSocket.made.push(this);
  }
  send(text: string) {
    this.sent.push(JSON.parse(text));
    if (this.isAlive && text === '{"type":"ping"}') this.deliver({ type: "pong" });
  }
  close() {
    this.isClosed = true;
  }
  deliver(frame: object) {
    this.onmessage?.({ data: JSON.stringify(frame) });
  }
  end(code: number) {
    this.onclose?.({ code });
  }
}

const tokenOf = (uid: string) => ({
  token: `h.${btoa(JSON.stringify({ uid, exp: 4_000_000_000 }))}.s`,
  tokenExpired: 4_000_000_000_000,
});
const askTicket = vi.fn(async () => `ticket-${askTicket.mock.calls.length}`);
const stops: (() => void)[] = [];
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms);
const last = (): FakeSocket => {
  const made = FakeSocket.made.at(-1);
  if (!made) throw new Error("no socket was opened");
  return made;
};
async function start() {
  const open = () => new FakeSocket() as unknown as WebSocket;
  stops.push(startPush({ fetchTicket: askTicket, open, random: () => 0.5 }));
  await settle();
}
async function opened(id = 4): Promise<FakeSocket> {
  await start();
  last().onopen?.();
  last().deliver({ type: "ready", id });
  return last();
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  FakeSocket.made = [];
  askTicket.mockClear();
  saveToken(tokenOf("u1"));
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.useRealTimers();
});

test("C12 without a login there is no ticket and no socket; a login opens one, a logout closes it", async () => {
  removeToken();
  await start();
  expect(askTicket).not.toHaveBeenCalled();
  saveToken(tokenOf("u1"));
  await settle();
  expect(last().isClosed).toBe(false);
  removeToken();
  expect(last().isClosed).toBe(true);
  await settle(120_000);
  expect(FakeSocket.made.length).toBe(1);
});

test("C12 the ticket is sent first; each event is published once, and polling slows down", async () => {
  const socket = await opened();
  expect(socket.sent).toEqual([{ type: "auth", ticket: "ticket-1" }]);
  expect(pollIntervalMs(1_000)).toBe(20_000);
  const received: unknown[] = [];
  stops.push(onPush("order", (data) => void received.push(data["orderId"])));
  const publish = (id: number) =>
    socket.deliver({ type: "event", id, topic: "order", data: { orderId: `o${id}` } });
  for (const id of [5, 5, 6, 4, 7]) publish(id);
  expect(received).toEqual(["o5", "o6", "o7"]);
});

test("C12 after a loss it reconnects with growing delays and continues after the last event", async () => {
  const socket = await opened();
  socket.deliver({ type: "event", id: 5, topic: "order", data: {} });
  socket.end(1006);
  expect(pollIntervalMs(1_000)).toBe(1_000);
  await settle(749);
  expect(FakeSocket.made.length).toBe(1);
  await settle(1);
  last().onopen?.();
  expect(last().sent).toEqual([{ type: "auth", ticket: "ticket-2", after: 5 }]);
  last().end(1006);
  await settle(1_499);
  expect(FakeSocket.made.length).toBe(2);
  await settle(1);
  expect(FakeSocket.made.length).toBe(3);
  // A `ready` message resets the backoff.
  last().deliver({ type: "ready", id: 5 });
  last().end(1006);
  await settle(750);
  expect(FakeSocket.made.length).toBe(4);
});

test("C12 possibly missed events cause a read: at the first ready message, and after a gap", async () => {
  const received = vi.fn();
  stops.push(onPush("payment", received));
  const socket = await opened();
  expect(received).toHaveBeenCalledTimes(1);
  socket.deliver({ type: "gap", id: 90 });
  expect(received).toHaveBeenCalledTimes(2);
  socket.deliver({ type: "event", id: 90, topic: "payment", data: {} });
  expect(received).toHaveBeenCalledTimes(2);
});

test("C12 a restarting server is replaced at once by another; an ended session is not reconnected", async () => {
  (await opened()).end(1012);
  await settle(1_500);
  expect(FakeSocket.made.length).toBe(2);
  last().end(4403);
  await settle(600_000);
  expect(FakeSocket.made.length).toBe(2);
  removeToken();
  saveToken(tokenOf("u1"));
  await settle();
  expect(FakeSocket.made.length).toBe(3);
});

test("C12 a silent connection is detected and replaced; a responding one stays", async () => {
  const socket = await opened();
  await settle(60_000);
  expect(socket.sent.at(-1)).toEqual({ type: "ping" });
  expect(FakeSocket.made.length).toBe(1);
  socket.isAlive = false;
  await settle(36_000);
  expect(socket.isClosed).toBe(true);
  expect(FakeSocket.made.length).toBe(2);
});

test("C12 it closes after the page was hidden for long, and reconnects as soon as it is visible", async () => {
  const socket = await opened();
  const hidden = vi.spyOn(document, "hidden", "get").mockReturnValue(true);
  document.dispatchEvent(new Event("visibilitychange"));
  await settle(59_000);
  expect(socket.isClosed).toBe(false);
  await settle(1_000);
  expect(socket.isClosed).toBe(true);
  await settle(600_000);
  expect(FakeSocket.made.length).toBe(1);
  hidden.mockReturnValue(false);
  document.dispatchEvent(new Event("visibilitychange"));
  await settle();
  expect(FakeSocket.made.length).toBe(2);
  hidden.mockRestore();
});

test("while a member logs out, a socket that the server ends is not opened again", async () => {
  const socket = await opened();
  const ticketCount = askTicket.mock.calls.length;
  await whileLoggingOut(async () => {
    socket.end(4401);
    await settle(10_000);
  });
  expect(askTicket.mock.calls.length).toBe(ticketCount);
});
