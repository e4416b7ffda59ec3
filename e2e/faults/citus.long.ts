/**
 * The same build on a Citus cluster. With CITUS_URL set it makes a database there, distributes it, walks
 * the journeys of the trade, plans again what the application sent, and kills a worker under load, and a
 * node of the database where CITUS_WORKER_DATA is set.
 * Without it, everything is skipped.
 */
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { trialBalance } from "@yunjing/server/domain/ledger/actions";
import pg from "pg";
import { expect, onTestFinished, test, vi } from "vitest";
import { freshCodes } from "./caller.fixture.ts";
import {
  type ClusteredDatabase,
  makeClusteredDatabase,
  openEnvironment,
  openNode,
  planAgain,
  recoverPrepared,
  runCommand,
  runNode,
  startProcess,
} from "./citus.fixture.ts";
import { freePort, stopProcess } from "./process.fixture.ts";
import { countOf, openQuietly } from "./read-database.fixture.ts";
import {
  logIn,
  openIntentLog,
  repeatIntents,
  startLoad,
  untilAcknowledged,
} from "./redeemers.fixture.ts";
import { openTrade } from "./trade-journeys.fixture.ts";

const superUrl = process.env["CITUS_URL"];
if (superUrl === undefined) {
  process.stdout.write(
    "skipped: Citus. Set CITUS_URL to the address of a superuser and a database with Citus at its coordinator\n",
  );
}

/** The data directory of a worker node on this machine that the test may kill and start. */
const workerData = process.env["CITUS_WORKER_DATA"];
if (superUrl !== undefined && workerData === undefined) {
  process.stdout.write(
    "skipped: loss of a node. Set CITUS_WORKER_DATA to the data directory of a worker, CITUS_PG_CTL to pg_ctl\n",
  );
}

const [MEMBERS, CONNECTIONS, CODES, BETWEEN] = [4, 4, 600, 40];
/** Requests of members, and callbacks for them; not those that prepare the test, and not operators'. */
const isOfMembers = (path: string | null): boolean =>
  path !== null && !path.startsWith("/sandbox") && !path.startsWith("/console");
/**
 * Reads that a process makes at most once in `catalogSeenWithinMs`, whatever the number of its members:
 * the stock of all that is on sale, and that of campaigns. They go to every shard with stock.
 */
const SHARED_READS = [
  /FROM sku_stock\s+WHERE sku_id IN \(SELECT s\.sku_id FROM sku s WHERE s\.stock_mode = 'own' AND s\.benefit_id/,
  /FROM campaign_stock\s+WHERE template_id IN \(SELECT template_id FROM coupon_template WHERE is_listed/,
  /WITH stocked AS MATERIALIZED \(\s*SELECT DISTINCT template_id FROM campaign_stock/,
];
/** How long the killed node stays away, and how long a connection rests after a failed answer. */
const [AWAY_MS, REST_MS] = [2_000, 50];
const PATIENT = { timeout: 120_000, interval: 100 };
/** How many functions are in their place when the command is killed. */
const INTERRUPTED_AT = 20;

/** Distributes the database; the first run is killed in the middle. Returns what the others printed. */
async function distribute(
  { superUrl: url }: ClusteredDatabase,
  env: Readonly<Record<string, string>>,
): Promise<string[]> {
  const watch = new pg.Client(url);
  watch.on("error", () => undefined);
  await watch.connect();
  const placed = async () => {
    const { rows } = await watch.query<{ n: number }>(
      "SELECT count(*)::int AS n FROM pg_dist_object WHERE force_delegation",
    );
    return rows[0]?.n ?? 0;
  };
  const first = runNode(["tools/run.mjs", "distribute"], env);
  while ((await placed()) < INTERRUPTED_AT && first.exitCode === null) await pause(5);
  await stopProcess(first, "SIGKILL");
  const printed = [`killed at ${await placed()} functions`];
  await watch.end();
  for (let run = 0; run < 2; run++)
    printed.push((await runCommand("distribute", env)).trim().split("\n").at(-1) ?? "");
  return printed;
}

test.skipIf(superUrl === undefined)(
  "the trade runs on Citus: no statement is refused, no request of a member goes to several shards, nothing is lost",
  async () => {
    const database = await makeClusteredDatabase(superUrl ?? "", `yunjing_long_${process.pid}`);
    onTestFinished(database.drop);
    const { directory, port, origin, shared, owner } = await openEnvironment(database);
    await runCommand("build", shared);
    await runCommand("migrate", owner);
    const [, resumed, again] = await distribute(database, owner);
    expect(resumed).toMatch(/^已分布 0 张表、\d+ 个函数。$/);
    expect(again).toBe("已分布 0 张表、0 个函数。");
    await database.unplace("menu_shown");
    const placed = await runCommand("distribute", owner);
    expect(placed.trim().split("\n").at(-1)).toBe("已分布 1 张表、0 个函数。");

    const [fromWeb, fromWorker] = [join(directory, "web.jsonl"), join(directory, "worker.jsonl")];
    const web = await startProcess(
      { ...shared, PORT: port, ROLES: "web", SEED: "none" },
      { record: fromWeb },
    );
    onTestFinished(() => stopProcess(web, "SIGKILL"));
    const workerPort = String(await freePort());
    const asWorker = { ...owner, PORT: workerPort, ROLES: "worker" };
    let worker = await startProcess({ ...asWorker, SEED: "light" }, { record: fromWorker });
    onTestFinished(() => stopProcess(worker, "SIGKILL"));

    const trade = openTrade(origin, "1370003");
    await trade.walkMembers();
    // A difference in the stock of each benefit, of which reconciliation makes a case of the books.
    await database.asOwner("UPDATE sku_stock SET total = total + 3 WHERE bucket = 0");
    await trade.walkOperators();
    const failed = trade.steps.filter(({ why }) => why !== undefined);
    process.stdout.write(`${trade.steps.length - failed.length} of ${trade.steps.length} steps\n`);
    expect(failed).toEqual([]);
    expect(trade.unread, "reads of the console for which the walk found no object").toEqual([]);

    const tokens = await Promise.all(
      Array.from({ length: MEMBERS }, (_, n) => logIn(origin, `1370000${3000 + n}`)),
    );
    const paper = join(directory, "intents.jsonl");
    const notebook = openIntentLog(paper);
    const begin = async (more: { readonly keys?: string; readonly restMs?: number } = {}) => {
      const codes = await freshCodes(origin, "points-500", CODES);
      const tickets = codes.map((code) => ({ code, meal: undefined }));
      const shop = { tickets, tokens, connections: CONNECTIONS, notebook, ...more };
      return startLoad(origin, shop);
    };
    let load = await begin();
    const goOn = () => untilAcknowledged(load, BETWEEN, PATIENT);
    await goOn();
    await stopProcess(worker, "SIGKILL");
    await goOn();
    worker = await startProcess({ ...asWorker, SEED: "none" }, { record: fromWorker });
    await goOn();
    await load.stop();
    expect(load.unexpectedAnswers).toEqual([]);
    const redeemed = (await repeatIntents(origin, notebook)).length;
    const db = openQuietly(database.appUrl);
    const waiting = "SELECT count(*) AS n FROM outbox WHERE state <> 'done' AND due_at <= now()";
    await vi.waitFor(async () => expect(await countOf(db, waiting)).toBe(0), PATIENT);
    expect(await trialBalance(db)).toMatchObject({ isSound: true });
    const failing = await db.$client.query<{ name: string; last_error: string }>(
      "SELECT name, last_error FROM job_lease WHERE failures > 0",
    );
    expect(failing.rows).toEqual([]);

    const { all, refused, spread, resent } = await planAgain(database.appUrl, [
      fromWeb,
      fromWorker,
    ]);
    process.stdout.write(
      `${all} statements planned again, ${refused.length} refused, ${spread.length} at several shards, ` +
        `${resent.length} send rows between nodes; ` +
        `${redeemed} redemptions, none lost\n`,
    );
    expect(refused).toEqual([]);
    expect(resent).toEqual([]);
    const ofMembers = (await planAgain(database.appUrl, [fromWeb], isOfMembers)).spread.filter(
      ({ text }) => !SHARED_READS.some((shared) => shared.test(text)),
    );
    expect(
      ofMembers.map(({ path: of, text }) => `${of}: ${text.trim().replace(/\s+/g, " ")}`),
    ).toEqual([]);

    if (workerData === undefined) return;
    const node = openNode(workerData, process.env["CITUS_PG_CTL"]);
    load = await begin({ keys: "away", restMs: REST_MS });
    await goOn();
    await node.kill();
    const [busy, before] = [load.busy(), load.acknowledged()];
    try {
      await vi.waitFor(() => expect(load.busy()).toBeGreaterThan(busy), PATIENT);
      await pause(AWAY_MS);
    } finally {
      await node.start();
    }
    process.stdout.write(
      `the node was away: ${load.acknowledged() - before} redemptions, ${load.busy() - busy} × 503 SYS_BUSY\n`,
    );
    await goOn();
    await load.stop();
    expect(load.unexpectedAnswers).toEqual([]);
    const inAll = (await repeatIntents(origin, notebook)).length;
    await vi.waitFor(async () => expect(await recoverPrepared(database.superUrl)).toBe(0), PATIENT);
    await vi.waitFor(async () => expect(await countOf(db, waiting)).toBe(0), PATIENT);
    expect(await trialBalance(db)).toMatchObject({ isSound: true });
    process.stdout.write(`${inAll - redeemed} redemptions around the loss of a node, none lost\n`);
  },
  600_000,
);
