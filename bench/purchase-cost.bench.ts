/**
 * Counts what a purchase costs: processor time of the server and of the database, the SQL functions
 * it calls with their own time, the rows written and the bytes of WAL. `BENCH_BEFORE=<directory>`
 * runs the built server of another checkout in turn with this one, and prints both.
 */
import { readFileSync } from "node:fs";
import { Client } from "pg";
import { SUPERUSER, socketUrl } from "@yunjing/server/platform/database/embedded/create";
import { type BenchServer, startBenchServer } from "./bench-server.ts";
import { compare, type Variant } from "./compare.ts";
import { openBenchShop } from "./shop-data.ts";

const MEMBERS = 50;
const BEFORE = process.env["BENCH_BEFORE"] ?? "";
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 10);
const PER_ROUND = 30;
/** An idle connection reports its statistics after ten seconds (PGSTAT_IDLE_INTERVAL). */
const REPORT_MS = 11_000;
const FUNCTIONS_SHOWN = 25;

const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** Connects as the superuser of the server's embedded database, who alone may count functions. */
async function connect(server: BenchServer): Promise<Client> {
  const socketDir = new URL(server.ownerUrl).searchParams.get("host") ?? "";
  const client = new Client({ connectionString: socketUrl(socketDir, SUPERUSER, "yunjing") });
  await client.connect();
  return client;
}

/** Returns the processor time that a process has used, in ms; Linux only. */
function processorMs(pid: number): number {
  try {
    return Number(readFileSync(`/proc/${pid}/schedstat`, "utf8").split(" ")[0]) / 1e6;
  } catch {
    return Number.NaN;
  }
}

type Measured = { readonly server: BenchServer; readonly client: Client };
type Calls = { readonly calls: number; readonly selfMs: number };
type Counters = {
  readonly functions: ReadonlyMap<string, Calls>;
  /** Of the server's process. */
  readonly serverMs: number;
  /** Of each process of the database that serves the application, by its id. */
  readonly databaseMs: ReadonlyMap<number, number>;
  readonly rows: number;
  readonly walBytes: number;
  readonly orders: number;
};

async function readCounters({ client, server }: Measured): Promise<Counters> {
  const backends = await client.query<{ pid: number }>(
    "SELECT pid FROM pg_stat_activity WHERE usename = 'yunjing_app'",
  );
  const functions = await client.query<{ name: string; calls: string; ms: number }>(
    `SELECT funcname AS name, sum(calls) AS calls, sum(self_time) AS ms
     FROM pg_stat_user_functions GROUP BY 1`,
  );
  const { rows } = await client.query<Record<"rows" | "wal" | "orders", string>>(
    `SELECT (SELECT sum(n_tup_ins + n_tup_upd + n_tup_del) FROM pg_stat_user_tables) AS rows,
            pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') AS wal,
            (SELECT count(*) FROM orders WHERE pay_state = 'PAID') AS orders`,
  );
  return {
    serverMs: processorMs(server.pid),
    databaseMs: new Map(backends.rows.map(({ pid }) => [pid, processorMs(pid)])),
    functions: new Map(
      functions.rows.map(({ name, calls, ms }) => [name, { calls: Number(calls), selfMs: ms }]),
    ),
    rows: Number(rows[0]?.rows),
    walBytes: Number(rows[0]?.wal),
    orders: Number(rows[0]?.orders),
  };
}

const NONE: Calls = { calls: 0, selfMs: 0 };

/** Returns what one purchase cost between two readings. */
function costOf(before: Counters, after: Counters) {
  const bought = after.orders - before.orders;
  const functions = new Map(
    [...after.functions].map(([name, { calls, selfMs }]) => {
      const old = before.functions.get(name) ?? NONE;
      const cost = { calls: (calls - old.calls) / bought, selfMs: (selfMs - old.selfMs) / bought };
      return [name, cost] as const;
    }),
  );
  const sum = (part: keyof Calls) => [...functions.values()].reduce((all, f) => all + f[part], 0);
  const databaseMs = [...after.databaseMs].reduce(
    (all, [pid, ms]) => all + ms - (before.databaseMs.get(pid) ?? 0),
    0,
  );
  return {
    functions,
    bought,
    serverMs: (after.serverMs - before.serverMs) / bought,
    databaseMs: databaseMs / bought,
    calls: sum("calls"),
    selfMs: sum("selfMs"),
    rows: (after.rows - before.rows) / bought,
    walBytes: (after.walBytes - before.walBytes) / bought,
  };
}

const names = BEFORE ? ["now", "before"] : ["now"];
const measured: Measured[] = [];
const variants: Variant[] = [];
for (const name of names) {
  const server = await startBenchServer("light", {
    checkout: name === "before" ? BEFORE : undefined,
  });
  const client = await connect(server);
  measured.push({ server, client });
  await client.query("ALTER SYSTEM SET track_functions = 'all'");
  await client.query("SELECT pg_reload_conf()");
  const shop = await openBenchShop(server, MEMBERS);
  const { origin } = server;
  variants.push({
    name,
    job: (connections, n) => ({ connections, origin, purchases: shop.next(n) }),
  });
}
const plan = { connections: [1], count: () => PER_ROUND };
const readAll = async () => {
  await pause(REPORT_MS);
  return Promise.all(measured.map(readCounters));
};
await compare(variants, { ...plan, rounds: 1 });
const before = await readAll();
await compare(variants, { ...plan, rounds: ROUNDS });
const after = await readAll();
const costs = before.flatMap((counters, n) => {
  const next = after[n];
  return next ? [costOf(counters, next)] : [];
});

console.log("\nWhat a purchase (quote, order, payment) costs, at one connection");
console.table(
  costs.map(({ bought, serverMs, databaseMs, calls, selfMs, rows, walBytes }, n) => ({
    checkout: names[n],
    purchases: bought,
    "server CPU ms each": serverMs.toFixed(2),
    "database CPU ms each": databaseMs.toFixed(2),
    "calls each": calls.toFixed(1),
    "function ms each": selfMs.toFixed(2),
    "rows written each": rows.toFixed(1),
    "WAL bytes each": Math.round(walBytes),
  })),
);
const shown = [...(costs.at(-1)?.functions ?? [])]
  .sort(([, a], [, b]) => b.selfMs - a.selfMs)
  .slice(0, FUNCTIONS_SHOWN);
console.table(
  shown.map(([name]) => ({
    function: name,
    ...Object.fromEntries(
      costs.flatMap(({ functions }, n) => {
        const { calls, selfMs } = functions.get(name) ?? NONE;
        return [
          [`calls, ${names[n]}`, calls.toFixed(1)],
          [`ms, ${names[n]}`, selfMs.toFixed(3)],
        ];
      }),
    ),
  })),
);
for (const { client, server } of measured) {
  await client.end();
  await server.close();
}
process.exit(0);
