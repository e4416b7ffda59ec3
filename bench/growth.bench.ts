/**
 * Measures growth: every read of members and operators, a purchase, a redemption and every job, on a
 * small database and on a large one, and prints the lower quartiles and their ratio.
 *
 * Other work on the machine only ever adds time, for seconds at a time. So every call is made once in each
 * round, on both databases one right after the other, the first of them in turn; the rounds are minutes
 * apart from the first to the last. The ratio is that of the lower quartiles: a median is noise as soon as
 * half of the calls met other work, a minimum depends on one call. A call above its goal is measured in as
 * many rounds again, and all its rounds count.
 *
 * `BENCH_ORDERS=1000000 BENCH_CODES=1000000` is the slow setting; the default fills 30,000 orders
 * in two minutes and takes eight in all on a busy machine. `BENCH_ONLY=console,jobs` measures parts (`member`,
 * `writes`, `heavy`, `console`, `reports`, `jobs`, `reconciliation`), `BENCH_NAMES` the calls or jobs whose name fits this
 * pattern, and `BENCH_CALLS` the times of each call, fewer where the members' or the operators' reads took longer
 * than `BENCH_MINUTES`. With `BENCH_DIR` the filled databases are
 * kept in that directory and used by the next run; a fill stops after `BENCH_FILL_MINUTES`, and the next
 * run goes on with it, so a large one need not be made at once.
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { rollUpPastDays } from "@yunjing/server/domain/ledger/actions";
import { openSession, signToken } from "@yunjing/server/domain/members/actions";
import { expireDueLots } from "@yunjing/server/domain/points/actions";
import { countReports } from "@yunjing/server/domain/partners/actions";
import { sumCampaignDays, sumReports } from "@yunjing/server/domain/reports/actions";
import { sumRiskHits } from "@yunjing/server/domain/risk/actions";
import { maskPhone } from "@yunjing/server/domain/members/model";
import { SUPERUSER } from "@yunjing/server/platform/database/embedded/create";
import { transaction } from "@yunjing/server/platform/database/transaction";
import { Client } from "pg";
import {
  type BenchServer,
  createMembers,
  requestFrom,
  startBenchServer,
  startChildProcess,
} from "./bench-server.ts";
import { fillMembers } from "./fill-members.ts";
import { callsOf, namesWithoutRow, readValues } from "./growth-calls.ts";
import {
  measureJobs,
  measureReconciliation,
  pauseJobs,
  resumeJobs,
  runToEnd,
} from "./growth-jobs.ts";
import {
  lowerQuartile,
  measure,
  readWhole,
  type Row,
  rowOf,
  type Target,
} from "./growth-rounds.ts";
import type { Job, Measured } from "./load.ts";
import { openRedeemSessions } from "./redeem-sessions.ts";
import { openBenchShop } from "./shop-data.ts";

const ORDERS = Number(process.env["BENCH_ORDERS"] ?? 30_000);
const CODES = Number(process.env["BENCH_CODES"] ?? ORDERS);
const ROUNDS = Number(process.env["BENCH_CALLS"] ?? 20);
const ONLY = process.env["BENCH_ONLY"]?.split(",");
const NAMES = new RegExp(process.env["BENCH_NAMES"] ?? "");
const KEPT_IN = process.env["BENCH_DIR"];
const FILL_MS = Number(process.env["BENCH_FILL_MINUTES"] ?? 600) * 60_000;
const MEASURE_MS = Number(process.env["BENCH_MINUTES"] ?? 600) * 60_000;
/** The small database: a month of a small shop. */
const SMALL_ORDERS = 300;
const HEAVY_ORDERS = 5_400;
const DAYS = 30;
/** The heavy member orders fifteen times a day for a year. */
const HEAVY_DAYS = 360;
const MEMBER_PHONE = "13800000001";
const LEAD_PHONE = "13800000004";
/** Milliseconds until the demo's suppliers have delivered. */
const DEMO_SETTLES_MS = 15_000;
/** Enough for the hours of the thirty days that the reports are read of. */
const REPORTS_MS = 120_000;
const JOB_ROUNDS = Math.min(ROUNDS, 3);
const HEAVY_CALLS = [
  "orders.list",
  "orders.detail",
  "orders.summary",
  "wallet.summary",
  "wallet.records",
  "points.summary",
  "points.records",
  "coupons.list",
  "wallet.topUps",
  "messages.list",
];
/** Goals: large ÷ small (performance.md, G12). */
const GOALS = { member: 1.3, heavy: 1.5, console: 2 } as const;

/** Logs a member in; returns the token. */
async function logIn(
  { db, context }: BenchServer,
  memberId: string,
  audience: "member" | "console",
): Promise<string> {
  const { rows } = await db.$client.query<{ version: number }>(
    "SELECT session_version AS version FROM member WHERE member_id = $1",
    [memberId],
  );
  const { sessionId } = await transaction(db, (tx) =>
    openSession(context, tx, { memberId, device: "bench", audience }),
  );
  const claims = { memberId, sessionId, sessionVersion: rows[0]?.version ?? 0 };
  return (await signToken(context, audience, { ...claims, roles: [], permissions: [] })).token;
}

async function memberBy(client: Client, phone: string): Promise<string> {
  const { rows } = await client.query<{ id: string }>(
    "SELECT member_id AS id FROM member WHERE phone_mask = $1 ORDER BY created_at DESC LIMIT 1",
    [maskPhone(phone)],
  );
  if (!rows[0]) throw new Error(`the demo has no member ${maskPhone(phone)}`);
  return rows[0].id;
}

/**
 * Begins and ends the lots that are due since the fill, so that no job does it while reads are measured; an hour
 * ago, so that the sums of slots contain it.
 */
async function settleLots({ context, db }: BenchServer): Promise<void> {
  const now = () => new Date(Date.now() - 3_600_000);
  const earlier = { ...context, clock: { ...context.clock, now, sql: now } };
  while ((await expireDueLots(earlier, db)) > 0);
}

async function fill(
  server: BenchServer,
  orders: number,
  codes: number,
): Promise<Target | undefined> {
  const superuserUrl = server.ownerUrl.replace("yunjing_owner", SUPERUSER);
  const client = new Client({ connectionString: superuserUrl });
  client.on("error", () => {});
  await client.connect();
  const memberId = await memberBy(client, MEMBER_PHONE);
  const leadId = await memberBy(client, LEAD_PHONE);
  const started = Date.now();
  // No job works off what is not whole yet.
  await pauseJobs(client);
  const filled = await fillMembers(client, {
    orders,
    codes,
    heavyOrders: HEAVY_ORDERS,
    days: DAYS,
    heavyDays: HEAVY_DAYS,
    until: started + FILL_MS,
    settle: () => settleLots(server),
  });
  if (!filled) {
    await client.end();
    return undefined;
  }
  // As the jobs do, with the limits of the application. A job that does the same at once would wait for this.
  await rollUpPastDays(server.context, server.db);
  await sumCampaignDays(server.context, server.db);
  // The newest first; the job goes on with what is older.
  await sumReports(server.context, server.db, { runMs: REPORTS_MS });
  await sumRiskHits(server.context, server.db);
  await countReports(server.context, server.db);
  await runToEnd({ client }, { job: "bill-keeper", table: "supplier_day" });
  await resumeJobs(client);
  const seconds = Math.round((Date.now() - started) / 1_000);
  const counted = `${filled.orders} orders, ${filled.transfers} transfers, ${filled.codes} codes`;
  process.stdout.write(`${counted} in ${seconds} s\n`);
  return {
    server,
    client,
    filled,
    member: await logIn(server, memberId, "member"),
    lead: await logIn(server, leadId, "console"),
    heavy: await logIn(server, filled.heavyId, "member"),
    values: await readValues(client, memberId),
    heavyValues: await readValues(client, filled.heavyId),
  };
}

/** Measures purchases and redemptions, one at a time on each database in turn. */
async function measureWrites([small, large]: readonly [Target, Target]): Promise<Row[]> {
  const rounds = 8;
  const each = 10;
  const load = startChildProcess("./load.ts");
  const run = async (job: Job) => {
    const measured = await requestFrom<Measured>(load, job);
    if (measured.failed) throw new Error(measured.failed);
    return measured.p50;
  };
  const jobsOf = async ({ server }: Target) => {
    const shop = await openBenchShop(server, 10);
    const members = await createMembers(server, 5);
    const sessions = await openRedeemSessions(server, members, (rounds + 1) * each);
    const { origin } = server;
    return {
      "quote, place and pay": (): Job => ({ connections: 1, origin, purchases: shop.next(each) }),
      "redeem a code": (): Job => ({
        connections: 1,
        origin,
        calls: sessions.splice(0, each).map(({ session, sessionId, member }) => ({
          method: "POST",
          path: `/api/exchange/sessions/${session}/redeem`,
          headers: {
            authorization: member.token,
            "content-type": "application/json",
            "idempotency-key": sessionId,
          },
          body: "{}",
        })),
      }),
    };
  };
  const jobs = [await jobsOf(small), await jobsOf(large)] as const;
  const rows: Row[] = [];
  for (const name of ["quote, place and pay", "redeem a code"] as const) {
    const times: [number[], number[]] = [[], []];
    for (let round = 0; round <= rounds; round++) {
      const one = await run(jobs[0][name]());
      const other = await run(jobs[1][name]());
      if (round === 0) continue;
      times[0].push(one);
      times[1].push(other);
    }
    rows.push(rowOf(name, [lowerQuartile(times[0]), lowerQuartile(times[1])], GOALS.member));
  }
  load.disconnect();
  return rows;
}

const serverOf = (name: string) =>
  startBenchServer("light", { keptIn: KEPT_IN && join(KEPT_IN, name) });
const servers = [await serverOf("small"), await serverOf("large")] as const;
await sleep(DEMO_SETTLES_MS);
const small = await fill(servers[0], SMALL_ORDERS, SMALL_ORDERS);
const large = await fill(servers[1], ORDERS, CODES);
if (!small || !large) {
  process.stdout.write("the fill is not complete: run it again\n");
  await Promise.all(servers.map((server) => server.close()));
  process.exit(0);
}
const targets = [small, large] as const;
/** Computed from all orders of a span: slow, so measured apart. */
const isReport = (name: string) => name.startsWith("operatorReports.");
const namesOf = (host: string) =>
  callsOf(large.values)
    .filter((call) => call.host === host && NAMES.test(call.name))
    .map(({ name }) => name);
const isWanted = (part: string) => ONLY === undefined || ONLY.includes(part);

/** Measures reads; then which of them read a large table whole. */
async function measureReads(host: "api" | "console", of: (target: Target) => string) {
  const goal = host === "api" ? GOALS.member : GOALS.console;
  const names = namesOf(host).filter((name) => !isReport(name));
  const without = namesWithoutRow(large?.values ?? {}, host).filter((name) => NAMES.test(name));
  if (without.length > 0) process.stdout.write(`no row to ask for: ${without.join(", ")}\n`);
  const until = Date.now() + MEASURE_MS;
  console.table(await measure(targets, names, { of, goal, rounds: ROUNDS, until }));
  const whole = await readWhole(targets[1], names, of);
  process.stdout.write(`read whole: ${whole.length > 0 ? whole.join("; ") : "none"}\n`);
}

if (isWanted("member")) await measureReads("api", ({ member }) => member);
if (isWanted("writes")) console.table(await measureWrites(targets));
// One member with thousands of orders, beside a member with a few.
if (isWanted("heavy"))
  console.table(
    await measure(targets, HEAVY_CALLS, {
      of: (target) => (target === small ? target.member : target.heavy),
      values: (target) => (target === small ? target.values : target.heavyValues),
      goal: GOALS.heavy,
      rounds: ROUNDS,
      label: "heavy: ",
    }),
  );
if (isWanted("console")) await measureReads("console", ({ lead }) => lead);
if (isWanted("reports"))
  console.table(
    await measure(targets, namesOf("console").filter(isReport), {
      of: ({ lead }) => lead,
      goal: GOALS.console,
      rounds: Math.min(ROUNDS, 3),
    }),
  );
if (isWanted("jobs"))
  console.table(
    await measureJobs(targets, { isWanted: (name) => NAMES.test(name), rounds: JOB_ROUNDS }),
  );
if (isWanted("reconciliation")) console.table(await measureReconciliation(large));
await Promise.all(targets.map(({ client }) => client.end()));
await Promise.all(servers.map((server) => server.close()));
process.exit(0);
