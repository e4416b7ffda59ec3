/**
 * Opens the sockets of many members in its own process, and reports when each event reached its
 * socket.
 */
import { WebSocket } from "ws";

export type SocketPlan = {
  readonly origin: string;
  readonly path: string;
  /** One entry per socket: its token, and the first message to send. */
  readonly logins: readonly { readonly token?: string; readonly hello?: object }[];
};
/** Milliseconds of the machine's clock. */
export type Arrivals = { readonly arrived: readonly (readonly [number, number])[] };

const OPENED_AT_ONCE = 50;
const sockets: WebSocket[] = [];
let arrived: [number, number][] = [];
const now = (): number => performance.timeOrigin + performance.now();

async function ticketOf(origin: string, token: string): Promise<string> {
  const answer = await fetch(`${origin}/api/push/ticket`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: token },
    body: '{"name":"push"}',
  });
  const parsed: { data: { ticket: string } } = await answer.json();
  return parsed.data.ticket;
}

async function open(
  { origin, path }: SocketPlan,
  login: SocketPlan["logins"][number],
): Promise<void> {
  const ticket = login.token === undefined ? undefined : await ticketOf(origin, login.token);
  const hello = ticket === undefined ? login.hello : { type: "auth", ticket };
  const socket = new WebSocket(`${origin.replace("http", "ws")}${path}`, { origin });
  sockets.push(socket);
  await new Promise<void>((ready, failed) => {
    socket.once("error", failed);
    socket.once("open", () => socket.send(JSON.stringify(hello)));
    socket.on("message", (text) => {
      const frame: { type: string; data?: { n: number } } = JSON.parse(String(text));
      if (frame.type === "ready") ready();
      else if (frame.data) arrived.push([frame.data.n, now()]);
    });
  });
}

async function openAll(opening: SocketPlan): Promise<void> {
  for (let from = 0; from < opening.logins.length; from += OPENED_AT_ONCE) {
    const some = opening.logins.slice(from, from + OPENED_AT_ONCE);
    await Promise.all(some.map((login) => open(opening, login)));
  }
}

process.on("message", (request: SocketPlan | "arrivals" | "close") => {
  if (request === "arrivals") {
    process.send?.({ arrived });
    arrived = [];
  } else if (request === "close") {
    for (const socket of sockets.splice(0)) socket.terminate();
    process.send?.({});
  } else void openAll(request).then(() => process.send?.({}));
});
process.once("disconnect", () => process.exit(0));
