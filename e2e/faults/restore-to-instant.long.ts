/**
 * `deploy/backup/base-backup`, the archive of the log and `deploy/backup/restore` on the cluster of
 * `npm run cluster`: a copy ends at the wanted instant, a second one with the last archived write, and
 * the restore drill passes on it while the product runs on.
 */
import { execFile, spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { trialBalance } from "@yunjing/server/domain/ledger/actions";
import { serverAccount } from "@yunjing/server/platform/database/embedded/account";
import { expect, onTestFinished, test, vi } from "vitest";
import { freshCodes } from "./caller.fixture.ts";
import { missingPrograms, startCluster } from "./cluster.fixture.ts";
import { freePort, run, stopProcess } from "./process.fixture.ts";
import { openQuietly } from "./read-database.fixture.ts";
import { logIn, openIntentLog, startLoad, untilAcknowledged } from "./redeemers.fixture.ts";

const execute = promisify(execFile);
const scriptOf = (name: string) =>
  fileURLToPath(new URL(`../../deploy/backup/${name}`, import.meta.url));
const POSTGRES = "/usr/lib/postgresql/15/bin/postgres";
const [CODES, CONNECTIONS, BETWEEN] = [600, 4, 40];
const PATIENT = { timeout: 60_000, interval: 100 };
const missing = missingPrograms();
if (missing.length > 0)
  process.stdout.write(`skipped: restore to an instant. It needs ${missing.join(", ")}\n`);

type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Restores the base backup with the archive up to `until`, and starts a server; returns its address. */
async function restore(cluster: Cluster, base: string, name: string, until?: string) {
  const directory = join(cluster.directory, name);
  const archive = join(cluster.directory, "wal");
  await execute("sh", [scriptOf("restore"), base, archive, directory, ...(until ? [until] : [])]);
  const account = serverAccount();
  if (account) await execute("chown", ["-R", `${account.uid}:${account.gid}`, directory]);
  const port = await freePort();
  const settings = `config_file=${cluster.directory}/postgres/standby.conf`;
  const server = spawn(POSTGRES, ["-D", directory, "-c", settings, "-c", `port=${port}`], {
    ...(account && { uid: account.uid, gid: account.gid }),
    cwd: directory,
    stdio: "ignore",
  });
  onTestFinished(() => stopProcess(server, "SIGTERM"));
  const url = `postgres://yunjing_app@127.0.0.1:${port}/yunjing`;
  const db = openQuietly(url);
  await vi.waitFor(async () => {
    const { rows } = await db.$client.query("SELECT pg_is_in_recovery() AS recovers");
    expect(rows).toEqual([{ recovers: false }]);
  }, PATIENT);
  return { url, db };
}

/** Returns the numbers of the orders that the database has, of these. */
async function ordersIn(db: Awaited<ReturnType<typeof restore>>["db"], numbers: readonly string[]) {
  const { rows } = await db.$client.query<{ no: string }>(
    "SELECT order_no AS no FROM orders WHERE order_no = ANY($1)",
    [numbers],
  );
  return rows.map(({ no }) => no).toSorted();
}

/** Runs the drill on a restored database with the settings of a web process; returns its output. */
async function drill(cluster: Cluster, url: string): Promise<string> {
  const { DATABASE_LISTEN_URL: _pooler, ...env } = cluster.environmentOf("web-1");
  const child = run(
    fileURLToPath(new URL("../../tools/run.mjs", import.meta.url)),
    { ...env, DATABASE_URL: url },
    ["restore-drill", "--restored"],
  );
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
    });
  const code = await new Promise((done) => child.once("close", done));
  if (code !== 0) throw new Error(`the drill ended with ${String(code)}:\n${output}`);
  return output;
}

test.skipIf(missing.length > 0)(
  "a backup restores to an instant with every write before it and none after it",
  async () => {
    const cluster = await startCluster({});
    onTestFinished(cluster.stop);
    const { origin } = cluster;
    const codes = await freshCodes(origin, "points-500", CODES);
    const tickets = codes.map((code) => ({ code, meal: undefined }));
    /** The orders that a member's acknowledged redemptions made, in order. */
    const ordersOf = async (phone: string, during: () => Promise<unknown>) => {
      const tokens = [await logIn(origin, phone)];
      const path = join(cluster.directory, `${phone}.jsonl`);
      const notebook = openIntentLog(path);
      const load = startLoad(origin, { tickets, tokens, connections: CONNECTIONS, notebook });
      await untilAcknowledged(load, BETWEEN, PATIENT);
      await during();
      await untilAcknowledged(load, BETWEEN, PATIENT);
      await load.stop();
      expect(load.unexpectedAnswers).toEqual([]);
      return notebook
        .read()
        .flatMap(({ orderNo }) => orderNo ?? [])
        .toSorted();
    };

    let base = "";
    const before = await ordersOf("13700004001", async () => {
      const made = await execute("sh", [
        scriptOf("base-backup"),
        cluster.replicaUrl,
        join(cluster.directory, "base"),
      ]);
      base = made.stdout.trim().split("\n").at(-1) ?? "";
    });
    const primary = openQuietly(cluster.superUrl);
    const instant = await primary.$client.query<{ at: string }>(
      "SELECT clock_timestamp()::text AS at",
    );
    const after = await ordersOf("13700004002", async () => undefined);
    const { rows: ends } = await primary.$client.query<{ segment: string }>(
      "SELECT pg_walfile_name(pg_switch_wal()) AS segment",
    );
    await vi.waitFor(async () => {
      const { rows } = await primary.$client.query<{ isThere: boolean }>(
        'SELECT last_archived_wal >= $1 AS "isThere" FROM pg_stat_archiver',
        [ends[0]?.segment],
      );
      expect(rows).toEqual([{ isThere: true }]);
    }, PATIENT);

    const atInstant = await restore(cluster, base, "at-instant", instant.rows[0]?.at);
    expect(await ordersIn(atInstant.db, [...before, ...after])).toEqual(before);
    expect(await trialBalance(atInstant.db)).toMatchObject({ isSound: true });
    const whole = await restore(cluster, base, "whole");
    const all = [...before, ...after].toSorted();
    expect(await ordersIn(whole.db, all)).toEqual(all);
    expect(await drill(cluster, whole.url)).toContain("恢复演练通过");
    process.stdout.write(
      `restored to an instant: ${before.length} redemptions before it, none of ${after.length} after it; ` +
        `restored whole: all ${all.length}; the drill passed\n`,
    );
  },
  480_000,
);
