/**
 * A test's WebSocket client: it records the received frames in order, and how the socket was
 * closed.
 */
import { WebSocket } from "ws";

const PATIENCE_MS = 15_000;

export type Frame = Readonly<Record<string, unknown>> & { readonly type: string };

export type SocketOptions = {
  readonly origin?: string | undefined;
  readonly protocols?: readonly string[];
  readonly query?: string;
  readonly name?: string;
};

/**
 * Opens a socket at a server's origin; `opened` resolves with the HTTP status when the upgrade is
 * refused.
 */
export function openSocket(
  at: string,
  { origin = at, protocols = [], query = "", name = "push" }: SocketOptions = {},
) {
  const address = `${at.replace("http", "ws")}/ws/function/${name}${query}`;
  const socket = new WebSocket(address, [...protocols], { origin, handshakeTimeout: PATIENCE_MS });
  const frames: Frame[] = [];
  const listeners = new Set<() => void>();
  const notifyListeners = () => {
    for (const listener of listeners) listener();
  };
  let end: { code: number; reason: string } | undefined;
  const opened = new Promise<number>((answer) => {
    socket.once("open", () => answer(101));
    socket.once("unexpected-response", (_request, response) => {
      answer(response.statusCode ?? 0);
      response.destroy();
    });
  });
  socket.on("message", (data) => {
    frames.push(JSON.parse(String(data)));
    notifyListeners();
  });
  socket.on("close", (code, reason) => {
    end = { code, reason: reason.toString() };
    notifyListeners();
  });
  socket.on("error", () => undefined);
  /** Waits until `look` finds something in the received frames. */
  const until = <T>(read: () => T | undefined, withinMs = PATIENCE_MS): Promise<T> =>
    new Promise((found, failed) => {
      const check = () => {
        const seen = read();
        if (seen === undefined) return;
        stop();
        found(seen);
      };
      const timer = setTimeout(() => {
        stop();
        failed(new Error(`not within ${withinMs} ms; came: ${JSON.stringify({ frames, end })}`));
      }, withinMs);
      const stop = () => {
        clearTimeout(timer);
        listeners.delete(check);
      };
      listeners.add(check);
      check();
    });
  return {
    socket,
    frames,
    opened,
    say: (frame: object) => socket.send(JSON.stringify(frame)),
    /** Returns the frames of one type so far. */
    of: (type: string): Frame[] => frames.filter((frame) => frame.type === type),
    until,
    untilFrame: (type: string, withinMs?: number): Promise<Frame> =>
      until(() => frames.find((frame) => frame.type === type), withinMs),
    untilEnd: (withinMs?: number) => until(() => end, withinMs),
    /** Returns the IDs of the received events. */
    ids: (): unknown[] => frames.flatMap(({ type, id }) => (type === "event" ? [id] : [])),
    close: () => socket.terminate(),
  };
}
export type TestSocket = ReturnType<typeof openSocket>;

/** Requests a ticket for a login over HTTP. */
export async function requestTicket(at: string, token: string, name = "push"): Promise<string> {
  const answer = await fetch(`${at}/api/push/ticket`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: token },
    body: JSON.stringify({ name }),
  });
  const envelope: { data?: { ticket: string } } = await answer.json();
  if (!envelope.data) throw new Error(`no ticket: ${JSON.stringify(envelope)}`);
  return envelope.data.ticket;
}

/** Opens a socket and authenticates it with its first message. */
export async function openAuthenticatedSocket(
  at: string,
  token: string,
  after?: number,
): Promise<TestSocket> {
  const ticket = await requestTicket(at, token);
  const page = openSocket(at);
  await page.opened;
  page.say({ type: "auth", ticket, ...(after === undefined ? {} : { after }) });
  return page;
}
