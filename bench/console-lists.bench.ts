/**
 * Measures the console's lists and searches on a small database and on one with a million orders,
 * call by call in turn, and prints the ratio of the medians. The goal is at most 2 for each.
 */
import { setTimeout as sleep } from "node:timers/promises";
import { openSession, signToken } from "@yunjing/server/domain/members/actions";
import { maskPhone } from "@yunjing/server/domain/members/model";
import { SUPERUSER } from "@yunjing/server/platform/database/embedded/create";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { Client } from "pg";
import { type BenchServer, startBenchServer } from "./bench-server.ts";
import { cloneMember } from "./clone-member.ts";
import { median } from "./compare.ts";

const LEAD = "13800000004";
const CLONED = "13800000001";
const SMALL_ORDERS = 10_000;
const ORDERS = Number(process.env["BENCH_ORDERS"] ?? 1_000_000);
const CALLS = 41;
/** Searches of one operator are limited to thirty a minute. */
const SEARCHES = 11;
const GOAL = 2;
/** Milliseconds until the demo's suppliers have delivered. */
const DEMO_SETTLES_MS = 15_000;

type Target = { readonly server: BenchServer; readonly token: string; readonly orderNo: string };

async function superuserOf({ ownerUrl }: BenchServer): Promise<Client> {
  const client = new Client({ connectionString: ownerUrl.replace("yunjing_owner", SUPERUSER) });
  await client.connect();
  return client;
}

/** Logs the demo's lead in to the console. */
async function tokenOf({ db, context }: BenchServer): Promise<string> {
  const found = await db.$client.query<{ id: string; version: number }>(
    `SELECT member_id AS id, session_version AS version FROM member m JOIN operator USING (member_id)
     WHERE phone_mask = $1`,
    [maskPhone(LEAD)],
  );
  const lead = found.rows[0];
  if (!lead) throw new Error("the demo has no lead");
  const { sessionId } = await transaction(db, (tx) =>
    openSession(context, tx, { memberId: lead.id, device: "bench", audience: "console" }),
  );
  const claims = { memberId: lead.id, sessionId, sessionVersion: lead.version };
  return (await signToken(context, "console", { ...claims, roles: [], permissions: [] })).token;
}

/** Fills a server until it has about this many orders; returns one order's number. */
async function fill(server: BenchServer, orders: number): Promise<Target> {
  const client = await superuserOf(server);
  const started = Date.now();
  const made = await cloneMember(client, CLONED, orders);
  await client.query("VACUUM ANALYZE");
  const { rows } = await client.query<{ no: string }>(
    "SELECT order_no AS no FROM orders ORDER BY created_at LIMIT 1",
  );
  await client.end();
  const seconds = Math.round((Date.now() - started) / 1_000);
  process.stdout.write(`${made.toLocaleString("en-US")} orders in ${seconds} s\n`);
  return { server, token: await tokenOf(server), orderNo: rows[0]?.no ?? "" };
}

type Call = { readonly path: string; readonly body?: object };
const at = (path: string) => (): Call => ({ path });
const search = (q: string): Call => ({ path: "/search", body: { q } });
const DAY_MS = 86_400_000;
const span = (days: number): string => `from=${Date.now() - days * DAY_MS}&to=${Date.now()}`;
const LISTS: readonly (readonly [string, (target: Target) => Call])[] = [
  ["orders, newest", at(`/orders?${span(1)}`)],
  ["orders, 30 days", at(`/orders?${span(30)}`)],
  ["orders, ready to use", at(`/orders?${span(30)}&display=ready`)],
  ["orders, refunding", at(`/orders?${span(30)}&display=refunding`)],
  ["orders, 100 yuan and more", at(`/orders?${span(30)}&fromFen=10000`)],
  ["one order", ({ orderNo }) => ({ path: `/orders/${orderNo}` })],
  ["search, last four digits", () => search("0001")],
  ["search, order number", ({ orderNo }) => search(orderNo)],
  ["members", at("/members")],
  ["refunds", at("/refunds")],
  ["customer handling", at("/desk")],
  ["payments", at(`/payments?kind=payment&${span(1)}`)],
  ["notifications", at(`/payments/notices?${span(1)}`)],
  ["withdrawals", at("/withdrawals")],
  ["approvals", at("/approvals?box=mine")],
  ["tickets", at("/tickets")],
  ["batches", at("/batches")],
  ["campaigns", at("/campaigns")],
  ["audit", at("/audit")],
  ["pulse", at("/pulse")],
  ["suppliers", at("/suppliers")],
  ["trial balance", at("/books/balance")],
  ["postings, newest", at(`/ledger/transactions?${span(1)}`)],
  ["postings, rare kind", at(`/ledger/transactions?${span(30)}&kind=adjust`)],
  ["postings of an order", ({ orderNo }) => ({ path: `/ledger/transactions?ref=${orderNo}` })],
  ["statement of an account", at(`/ledger/accounts/clearing/statement?${span(30)}`)],
  ["statement, rare account", at(`/ledger/accounts/suspense/statement?${span(30)}`)],
  ["balances at an instant", at(`/ledger/balance-at?at=${Date.now() - DAY_MS}`)],
  ["unknown orders", at("/suppliers/cards/unknown")],
  ["callbacks", at("/suppliers/cards/callbacks")],
];

/** Returns how long one call takes, ms. Throws when it is refused. */
async function timeCall({ server, token }: Target, { path, body }: Call): Promise<number> {
  const headers = {
    authorization: token,
    origin: server.origin,
    ...(body ? { "content-type": "application/json" } : {}),
  };
  const request = body ? { method: "POST", headers, body: JSON.stringify(body) } : { headers };
  const started = performance.now();
  const answer = await fetch(`${server.origin}/console/api${path}`, request);
  const text = await answer.text();
  if (!text.includes('"status":true')) throw new Error(`${path}: ${text.slice(0, 200)}`);
  return performance.now() - started;
}

const servers = [await startBenchServer("light"), await startBenchServer("light")] as const;
await sleep(DEMO_SETTLES_MS);
const small = await fill(servers[0], SMALL_ORDERS);
const large = await fill(servers[1], ORDERS);
const table = [];
for (const [list, callOf] of LISTS) {
  const times: { readonly small: number[]; readonly large: number[] } = { small: [], large: [] };
  for (let call = 0; call < (list.startsWith("search") ? SEARCHES : CALLS); call++) {
    times.small.push(await timeCall(small, callOf(small)));
    times.large.push(await timeCall(large, callOf(large)));
  }
  const [one, other] = [median(times.small), median(times.large)];
  table.push({
    list,
    "small ms": one.toFixed(1),
    "large ms": other.toFixed(1),
    ratio: (other / one).toFixed(2),
    good: other / one <= GOAL ? "yes" : "NO",
  });
}
console.table(table);
process.stdout.write(
  `  at most ${GOAL} times as long with ${ORDERS.toLocaleString("en-US")} orders\n`,
);
await Promise.all(servers.map((server) => server.close()));
process.exit(0);
