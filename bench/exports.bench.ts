/**
 * Measures members' requests while an operator's export of 200,000 orders is written, and without
 * one, in turn; and the memory of the server. It takes about seven minutes on a quiet machine with
 * two cores. `BENCH_ROWS=2000 BENCH_ROUNDS=1` only shows that it runs.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openSession, signToken } from "@yunjing/server/domain/members/actions";
import { maskPhone } from "@yunjing/server/domain/members/model";
import { SUPERUSER } from "@yunjing/server/platform/database/embedded/create";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { Client } from "pg";
import {
  createMembers,
  type Member,
  requestFrom,
  startBenchServer,
  startChildProcess,
} from "./bench-server.ts";
import { cloneMember } from "./clone-member.ts";
import { median } from "./compare.ts";
import type { Job, Measured } from "./load.ts";

const LEAD = "13800000004";
const CLONED = "13800000001";
const ROWS = Number(process.env["BENCH_ROWS"] ?? 200_000);
const ROUNDS = Number(process.env["BENCH_ROUNDS"] ?? 5);
const CONNECTIONS = 8;
const CALLS = 400;
/** Measurements without an export in a round; one takes about a second. */
const ALONE = 20;
/** An export that takes longer ends the benchmark. */
const EXPORT_MAX_MS = 5 * 60_000;
/** A whole file of the default rows has about 40 MB as bytes, and several times that as rows. */
const GROWTH_MAX_MB = 160;
/** What a further export may add to the highest memory of the first. */
const RISE_MAX_MB = 40;
const GOAL = 1.5;
const DAY_MS = 86_400_000;
const MB = 1_048_576;
/** Milliseconds until the demo's suppliers have delivered. */
const DEMO_SETTLES_MS = 15_000;

const server = await startBenchServer("light");
await sleep(DEMO_SETTLES_MS);
const { context, db, origin } = server;

/** Logs the demo's lead in to the console; returns the token and the member's id. */
async function logIn(): Promise<Member> {
  const found = await db.$client.query<{ id: string; version: number }>(
    `SELECT member_id AS id, session_version AS version FROM member JOIN operator USING (member_id)
     WHERE phone_mask = $1`,
    [maskPhone(LEAD)],
  );
  const lead = found.rows[0];
  if (!lead) throw new Error("the demo has no lead");
  const { sessionId } = await transaction(db, (tx) =>
    openSession(context, tx, { memberId: lead.id, device: "bench", audience: "console" }),
  );
  const claims = { memberId: lead.id, sessionId, sessionVersion: lead.version };
  const all = { ...claims, roles: [], permissions: [] };
  return { memberId: lead.id, token: (await signToken(context, "console", all)).token };
}

const client = new Client({
  connectionString: server.ownerUrl.replace("yunjing_owner", SUPERUSER),
});
await client.connect();
await cloneMember(client, CLONED, ROWS);
// The copies are older than each other; all shall lie in the span of one list.
await client.query("UPDATE orders SET created_at = now() - random() * interval '20 days'");
// An export above the limit fails, so what is above ROWS lies before the span.
await client.query(
  `UPDATE orders SET created_at = now() - interval '60 days' WHERE (member_id, id) IN (
     SELECT member_id, id FROM orders ORDER BY created_at OFFSET $1)`,
  [ROWS],
);
const { rows: counted } = await client.query<{ count: number }>(
  "SELECT count(*)::int AS count FROM orders WHERE created_at > now() - interval '30 days'",
);
const listed = counted[0]?.count ?? 0;
await client.query("VACUUM ANALYZE");
const lead = await logIn();
const members = await createMembers(server, 50);

type Row = {
  readonly exportId: string;
  readonly state: string;
  readonly rows: number;
  readonly fault?: string;
};
async function ask(path: string, body?: object): Promise<Row> {
  const answer = await fetch(`${origin}/console/api${path}`, {
    method: body ? "POST" : "GET",
    headers: {
      authorization: lead.token,
      origin,
      "idempotency-key": context.ids.next(),
      ...(body ? { "content-type": "application/json" } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const { data } = await answer.json();
  if (data?.exportId === undefined) throw new Error(`${path} was answered ${answer.status}`);
  return data;
}

async function residentBytes(): Promise<number> {
  const figures = await (await fetch(`${origin}/metrics`)).text();
  return Number(/^process_resident_memory_bytes (\S+)/m.exec(figures)?.[1]);
}

const load = startChildProcess("./load.ts");
/** A member opens the home page, the orders and the balance. */
const job = (): Job => ({
  connections: CONNECTIONS,
  origin,
  calls: Array.from({ length: CALLS }, (_, n) => ({
    method: "GET",
    path: ["/api/home?regionCode=310100", "/api/orders", "/api/wallet"][n % 3] ?? "/api/home",
    headers: { authorization: members[n % members.length]?.token ?? "" },
  })),
});
async function measure(): Promise<Measured> {
  const measured = await requestFrom<Measured>(load, job());
  if (measured.failed) throw new Error(measured.failed);
  return measured;
}

const say = (text: string) => process.stdout.write(`${text}\n`);

type Stretch = {
  readonly measured: readonly Measured[];
  /** The highest resident memory of the server, in bytes. */
  readonly mostBytes: number;
  readonly seconds: number;
};

/** Measures until `isOver`, which is asked after each measurement. */
async function stretch(isOver: (n: number) => boolean | Promise<boolean>): Promise<Stretch> {
  const measured: Measured[] = [];
  let mostBytes = 0;
  const began = performance.now();
  do {
    measured.push(await measure());
    mostBytes = Math.max(mostBytes, await residentBytes());
  } while (!(await isOver(measured.length)));
  return { measured, mostBytes, seconds: (performance.now() - began) / 1_000 };
}

/** Measures beside one export from its beginning to its end. Throws when it fails or is too slow. */
async function besideExport(): Promise<Stretch> {
  const filter = { from: Date.now() - 30 * DAY_MS, to: Date.now() };
  const { exportId } = await ask("/exports", { kind: "orders", filter, reason: "基准测试" });
  const until = performance.now() + EXPORT_MAX_MS;
  const found = await stretch(async () => {
    const { state, rows, fault = "" } = await ask(`/exports/${exportId}`);
    if (state === "done") {
      if (rows < listed) throw new Error(`${rows} of ${listed} rows`);
      return true;
    }
    if (state !== "queued" && state !== "running")
      throw new Error(`the export is ${state}: ${fault}`);
    if (performance.now() > until)
      throw new Error(`the export has ${rows} of ${listed} rows after ${EXPORT_MAX_MS} ms`);
    return false;
  });
  await client.query("DELETE FROM limit_counter WHERE subject LIKE 'export:%'");
  return found;
}

const megabytes = (bytes: number) => Math.round(bytes / MB);
const withoutExport: Stretch[] = [];
const withExport: Stretch[] = [];
await stretch((n) => n === ALONE);
for (let round = 1; round <= ROUNDS; round++) {
  withoutExport.push(await stretch((n) => n === ALONE));
  withExport.push(await besideExport());
  const { mostBytes, seconds } = withExport.at(-1) ?? { mostBytes: 0, seconds: 0 };
  say(`round ${round}: an export in ${seconds.toFixed(1)} s, at most ${megabytes(mostBytes)} MB`);
}
const alone = withoutExport.flatMap(({ measured }) => measured);
const during = withExport.flatMap(({ measured }) => measured);
const highest = (all: readonly Stretch[]) => Math.max(...all.map(({ mostBytes }) => mostBytes));
const growth = highest(withExport) - highest(withoutExport.slice(0, 1));
const rise = highest(withExport) - highest(withExport.slice(0, 1));

const p = (of: "p50" | "p99", rows: readonly Measured[]) => median(rows.map((row) => row[of]));
say(
  `${listed.toLocaleString("en-US")} orders, ${ROUNDS} exports in ` +
    `${median(withExport.map(({ seconds }) => seconds)).toFixed(1)} s each`,
);
console.table(
  [
    { name: "without", rows: alone },
    { name: "with an export", rows: during },
  ].map(({ name, rows }) => ({
    "members' requests": name,
    measurements: rows.length,
    "p50 ms": p("p50", rows).toFixed(2),
    "p99 ms": p("p99", rows).toFixed(2),
    "a second": median(rows.map(({ perSecond }) => perSecond)).toFixed(0),
  })),
);
say(
  `  p99 with ÷ without ${(p("p99", during) / p("p99", alone)).toFixed(2)}, goal: at most ${GOAL}`,
);
say(
  `  the server's memory grew by ${megabytes(growth)} MB, at most ${GROWTH_MAX_MB};` +
    ` one file has about 40 MB;\n  further exports added ${megabytes(rise)} MB, at most ${RISE_MAX_MB}`,
);
load.disconnect();
await client.end();
await server.close();
const isBounded = growth <= GROWTH_MAX_MB * MB && rise <= RISE_MAX_MB * MB;
if (!isBounded) process.stderr.write(`the memory grew by more than it may\n`);
process.exit(isBounded ? 0 : 1);
