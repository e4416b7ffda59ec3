/**
 * Measures members' requests while an operator's export of 200,000 orders is written, and without
 * one, in turn; and the memory of the server. `BENCH_ROWS=2000 BENCH_ROUNDS=1` only shows that it
 * runs.
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
/** A whole file of the default rows has about 40 MB as bytes, and several times that as rows. */
const GROWTH_MAX_MB = 160;
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

const { with: during, without: alone, most, seconds } = await rounds();

async function rounds() {
  const found = {
    with: [] as Measured[],
    without: [] as Measured[],
    most: 0,
    seconds: [] as number[],
  };
  await measure();
  const before = await residentBytes();
  for (let round = 0; round < ROUNDS; round++) {
    found.without.push(await measure());
    const filter = { from: Date.now() - 30 * DAY_MS, to: Date.now() };
    const began = performance.now();
    const { exportId } = await ask("/exports", { kind: "orders", filter, reason: "基准测试" });
    for (;;) {
      found.with.push(await measure());
      found.most = Math.max(found.most, (await residentBytes()) - before);
      const { state, rows, fault = "" } = await ask(`/exports/${exportId}`);
      if (state === "done") {
        if (rows < listed) throw new Error(`${rows} of ${listed} rows`);
        break;
      }
      if (state !== "queued" && state !== "running")
        throw new Error(`the export is ${state}: ${fault}`);
    }
    found.seconds.push((performance.now() - began) / 1_000);
    await client.query("DELETE FROM limit_counter WHERE subject LIKE 'export:%'");
  }
  return found;
}

const p = (of: "p50" | "p99", rows: readonly Measured[]) => median(rows.map((row) => row[of]));
process.stdout.write(
  `${listed.toLocaleString("en-US")} orders, ${ROUNDS} exports in ${median(seconds).toFixed(1)} s each\n`,
);
console.table([
  {
    "members' requests": "without",
    "p50 ms": p("p50", alone).toFixed(2),
    "p99 ms": p("p99", alone).toFixed(2),
  },
  {
    "members' requests": "with an export",
    "p50 ms": p("p50", during).toFixed(2),
    "p99 ms": p("p99", during).toFixed(2),
  },
]);
process.stdout.write(
  `  p99 with ÷ without ${(p("p99", during) / p("p99", alone)).toFixed(2)}, goal: at most ${GOAL}\n` +
    `  the server's memory grew by ${(most / MB).toFixed(0)} MB, at most ${GROWTH_MAX_MB}; one file has about 40 MB\n`,
);
load.disconnect();
await client.end();
await server.close();
const isBounded = most <= GROWTH_MAX_MB * MB;
if (!isBounded) process.stderr.write(`the memory grew by more than ${GROWTH_MAX_MB} MB\n`);
process.exit(isBounded ? 0 : 1);
