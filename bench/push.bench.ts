/**
 * Measures two thousand open sockets on one process: memory per socket, and the delay until an
 * event arrives.
 */
import { pushToMember } from "@yunjing/server/platform/push/event-log";
import { transaction } from "@yunjing/server/platform/database/transaction";
import type { Arrivals, SocketPlan } from "./socket-client.ts";
import { requestFrom, startBenchServer, createMembers, startChildProcess } from "./bench-server.ts";

const SOCKETS = 2_000;
const CONNECTION_COUNTS = [1, 8];
const eventsFor = (connections: number): number => (connections === 1 ? 300 : 2_000);
const SETTLE_MS = 500;

const now = (): number => performance.timeOrigin + performance.now();
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

const server = await startBenchServer();
const { context, db, databaseUrl } = server;
const members = await createMembers(server, SOCKETS);
const bare = startChildProcess("./bare-sockets.ts", { DATABASE_URL: databaseUrl });
const bareOrigin = await requestFrom<string>(bare);

type PushVariant = {
  readonly name: string;
  readonly opening: SocketPlan;
  readonly residentBytes: () => Promise<number>;
  readonly publish: (memberId: string, n: number) => Promise<unknown>;
};

async function ownResident(): Promise<number> {
  const figures = await (await fetch(`${server.origin}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(figures)?.[1]);
}

const ours: PushVariant = {
  name: "ours",
  opening: {
    origin: server.origin,
    path: "/ws/function/push",
    logins: members.map(({ token }) => ({ token })),
  },
  residentBytes: ownResident,
  publish: (memberId, n) =>
    transaction(db, (tx) => pushToMember(context, tx, memberId, { type: "order", n })),
};
const bareWay: PushVariant = {
  name: "bare ws",
  opening: {
    origin: bareOrigin,
    path: "/",
    logins: members.map(({ memberId: member }) => ({ hello: { member } })),
  },
  residentBytes: () => requestFrom<number>(bare, {}),
  publish: (member, n) =>
    db.$client.query("SELECT pg_notify('bare_push', $1)", [
      JSON.stringify({ member, seq: n, topic: "order", data: { n } }),
    ]),
};

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;

/**
 * Publishes events to different members, `connections` at a time. Returns the milliseconds from
 * before each publish to its arrival.
 */
async function deliveries(
  variant: PushVariant,
  client: ReturnType<typeof startChildProcess>,
  connections: number,
) {
  const began = new Map<number, number>();
  let next = 0;
  const runConnection = async () => {
    for (let n = next++; n < eventsFor(connections); n = next++) {
      began.set(n, now());
      await variant.publish(members[n % SOCKETS]?.memberId ?? "", n);
    }
  };
  const start = now();
  await Promise.all(Array.from({ length: connections }, runConnection));
  const seconds = (now() - start) / 1_000;
  await pause(SETTLE_MS);
  const { arrived } = await requestFrom<Arrivals>(client, "arrivals" as unknown as object);
  const times = arrived.map(([n, when]) => when - (began.get(n) ?? Number.NaN));
  times.sort((a, b) => a - b);
  return {
    way: variant.name,
    "at once": connections,
    published: eventsFor(connections),
    received: arrived.length,
    "published /s": Math.round(eventsFor(connections) / seconds),
    "p50 ms": at(times, 0.5).toFixed(2),
    "p99 ms": at(times, 0.99).toFixed(2),
  };
}

const memory: object[] = [];
const times: object[] = [];
for (const variant of [ours, bareWay]) {
  const client = startChildProcess("./socket-client.ts");
  const before = await variant.residentBytes();
  const start = now();
  await requestFrom(client, variant.opening);
  const openedMs = now() - start;
  await pause(SETTLE_MS);
  const after = await variant.residentBytes();
  memory.push({
    way: variant.name,
    sockets: SOCKETS,
    "opened /s": Math.round(SOCKETS / (openedMs / 1_000)),
    "MB before": (before / 1e6).toFixed(0),
    "MB with sockets": (after / 1e6).toFixed(0),
    "KB a socket": ((after - before) / SOCKETS / 1e3).toFixed(1),
  });
  for (const connections of CONNECTION_COUNTS)
    times.push(await deliveries(variant, client, connections));
  client.disconnect();
}
console.log("Memory of one server process (resident)");
console.table(memory);
console.log("From before an event is published until it has arrived in the client's process");
console.table(times);
bare.disconnect();
await server.close();
process.exit(0);
