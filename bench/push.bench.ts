/**
 * Measures two thousand open sockets on one process: memory per socket, and the delay until an
 * event arrives. `BENCH_BEFORE=<directory>` measures another built checkout in turn with this one.
 */
import { join } from "node:path";
import * as eventLog from "@yunjing/server/platform/push/event-log";
import * as transactions from "@yunjing/server/platform/database/transaction";
import { median } from "./compare.ts";
import type { Arrivals, SocketPlan } from "./socket-client.ts";
import { requestFrom, startBenchServer, createMembers, startChildProcess } from "./bench-server.ts";

const SOCKETS = Number(process.env["BENCH_SOCKETS"] ?? 2_000);
const ROUNDS = 5;
const BEFORE = process.env["BENCH_BEFORE"] ?? "";
const CONNECTION_COUNTS = [1, 8];
const eventsFor = (connections: number): number => (connections === 1 ? 300 : 2_000);
const SETTLE_MS = 500;

const now = (): number => performance.timeOrigin + performance.now();
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

type PushVariant = {
  readonly name: string;
  readonly opening: SocketPlan;
  readonly residentBytes: () => Promise<number>;
  readonly memberIds: readonly string[];
  readonly publish: (memberId: string, n: number) => Promise<unknown>;
  readonly close: () => Promise<unknown> | void;
};

/** The modules of a checkout that publish. */
async function publishersOf(checkout: string) {
  const source = join(checkout, "server/src/platform");
  const log: typeof eventLog = await import(join(source, "push/event-log.ts"));
  const end: typeof transactions = await import(join(source, "database/transaction.ts"));
  return { ...log, ...end };
}

/** Starts the built server of a checkout; absent: this one. */
async function serverVariant(name: string, checkout?: string) {
  const server = await startBenchServer("none", { checkout });
  const { pushToMember, transaction } = checkout
    ? await publishersOf(checkout)
    : { ...eventLog, ...transactions };
  const members = await createMembers(server, SOCKETS);
  const variant: PushVariant = {
    name,
    opening: {
      origin: server.origin,
      path: "/ws/function/push",
      logins: members.map(({ token }) => ({ token })),
    },
    residentBytes: async () => {
      const figures = await (await fetch(`${server.origin}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\S+)/m.exec(figures)?.[1]);
    },
    memberIds: members.map(({ memberId }) => memberId),
    publish: (memberId, n) =>
      transaction(server.db, (tx) =>
        pushToMember(server.context, tx, memberId, { type: "order", n }),
      ),
    close: server.close,
  };
  return { server, variant };
}

const { server, variant: ours } = await serverVariant("ours");
const before = BEFORE ? [(await serverVariant("before", BEFORE)).variant] : [];
const bare = startChildProcess("./bare-sockets.ts", { DATABASE_URL: server.databaseUrl });
const bareWay: PushVariant = {
  name: "bare ws",
  opening: {
    origin: await requestFrom<string>(bare),
    path: "/",
    logins: ours.memberIds.map((member) => ({ hello: { member } })),
  },
  residentBytes: () => requestFrom<number>(bare, {}),
  memberIds: ours.memberIds,
  publish: (member, n) =>
    server.db.$client.query("SELECT pg_notify('bare_push', $1)", [
      JSON.stringify({ member, seq: n, topic: "order", data: { n } }),
    ]),
  close: () => bare.disconnect(),
};

const at = (sorted: readonly number[], share: number): number =>
  sorted[Math.floor((sorted.length - 1) * share)] ?? Number.NaN;

type DeliveryTimes = Record<"published" | "received" | "perSecond" | "p50" | "p99", number>;

/**
 * Publishes events to different members, `connections` at a time. Returns the milliseconds from
 * before each publish to its arrival.
 */
async function deliveries(
  variant: PushVariant,
  client: ReturnType<typeof startChildProcess>,
  connections: number,
): Promise<DeliveryTimes> {
  const began = new Map<number, number>();
  let next = 0;
  const runConnection = async () => {
    for (let n = next++; n < eventsFor(connections); n = next++) {
      began.set(n, now());
      await variant.publish(variant.memberIds[n % SOCKETS] ?? "", n);
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
    published: eventsFor(connections),
    received: arrived.length,
    perSecond: eventsFor(connections) / seconds,
    p50: at(times, 0.5),
    p99: at(times, 0.99),
  };
}

/**
 * Returns the transactions a second that insert one plain row in the same way and publish nothing: the
 * limit of publishing in a transaction.
 */
async function plainTransactions(connections: number): Promise<number> {
  const { db, context } = server;
  let next = 0;
  const runConnection = async () => {
    for (let n = next++; n < eventsFor(connections); n = next++) {
      const key = context.ids.next();
      await transactions.transaction(db, (tx) =>
        tx.execute(
          `INSERT INTO idem (member_id, route, key, request_hash, created_at)
           VALUES ('${key}', 'bench.push', '${key}', sha256('push'), now())`,
        ),
      );
    }
  };
  const start = now();
  await Promise.all(Array.from({ length: connections }, runConnection));
  return eventsFor(connections) / ((now() - start) / 1_000);
}

const variants = [ours, ...before, bareWay];
const memory: object[] = [];
const clients = new Map<PushVariant, ReturnType<typeof startChildProcess>>();
for (const variant of variants) {
  const client = startChildProcess("./socket-client.ts");
  clients.set(variant, client);
  const bytesBefore = await variant.residentBytes();
  const start = now();
  await requestFrom(client, variant.opening);
  const openedMs = now() - start;
  await pause(SETTLE_MS);
  const bytes = await variant.residentBytes();
  memory.push({
    way: variant.name,
    sockets: SOCKETS,
    "opened /s": Math.round(SOCKETS / (openedMs / 1_000)),
    "MB before": (bytesBefore / 1e6).toFixed(0),
    "MB with sockets": (bytes / 1e6).toFixed(0),
    "KB a socket": ((bytes - bytesBefore) / SOCKETS / 1e3).toFixed(1),
  });
}
const times: object[] = [];
for (const connections of CONNECTION_COUNTS) {
  const rounds = new Map(variants.map(({ name }) => [name, [] as DeliveryTimes[]]));
  const plain: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [variant, client] of clients)
      rounds.get(variant.name)?.push(await deliveries(variant, client, connections));
    plain.push(await plainTransactions(connections));
  }
  for (const [way, measured] of rounds) {
    const of = (part: keyof DeliveryTimes) => median(measured.map((round) => round[part]));
    const lost = measured.reduce((sum, round) => sum + round.published - round.received, 0);
    times.push({
      way,
      "at once": connections,
      published: of("published"),
      "not received": lost,
      "published /s": Math.round(of("perSecond")),
      "p50 ms": of("p50").toFixed(2),
      "p99 ms": of("p99").toFixed(2),
    });
  }
  times.push({
    way: "one row, no event",
    "at once": connections,
    "published /s": Math.round(median(plain)),
  });
}
console.log("Memory of one server process (resident)");
console.table(memory);
console.log(
  `From before an event is published until it has arrived in the client's process; medians of ${ROUNDS} rounds in turn`,
);
console.table(times);
for (const [variant, client] of [...clients].reverse()) {
  client.disconnect();
  await variant.close();
}
process.exit(0);
