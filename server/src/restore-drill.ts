/**
 * `npm run restore-drill`: backs the product up, restores the backup beside it, starts the product on
 * it and checks the books. The running product is neither stopped nor changed. With `--restored` it
 * checks an external database that was restored from a backup.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { createFileDeps } from "./app/files.ts";
import { copyCluster, copyFiles } from "./backup.ts";
import { type Env, runInDatabase } from "./command.ts";
import { readConfig } from "./config/config.ts";
import { ConfigError } from "./config/error.ts";
import { findAuditBreaks, verifyAudit } from "./domain/audit/actions.ts";
import { trialBalance } from "./domain/ledger/actions.ts";
import { latestOpenCases, reconcile } from "./domain/reconciliation/actions.ts";
import { optionalSupplierIds } from "./gateways/suppliers/registry.ts";
import { serverAccount } from "./platform/database/embedded/account.ts";
import { copyStoppedCluster } from "./platform/database/embedded/backup.ts";
import { removeData } from "./platform/database/embedded.ts";
import { prepareHome } from "./platform/database/embedded/home.ts";
import type { Context } from "./platform/context.ts";
import type { Db } from "./platform/database/pool.ts";

const READY_TIMEOUT_MS = 120_000;
const READY_INTERVAL_MS = 200;
const SECOND_MS = 1_000;
/** Reconciliation cases that are read before and after; more than these are a disaster anyway. */
const CASES_MAX = 10_000;

type Print = (line: string) => void;
/** What the books say, and the newest order; `at` in ms, null without orders. */
type State = {
  readonly newestOrder: { readonly orderNo: string; readonly at: number } | null;
  readonly cases: number;
};
export type Failure = string;

/** Reads the newest order that was acknowledged, and how many cases are open. */
async function readState(db: Db): Promise<State> {
  const { rows } = await db.execute<{ orderNo: string; at: number }>(sql`
    SELECT order_no AS "orderNo", extract(epoch FROM created_at)::float8 * 1000 AS at
    FROM orders ORDER BY created_at DESC, id DESC LIMIT 1`);
  return { newestOrder: rows[0] ?? null, cases: (await latestOpenCases(db, CASES_MAX)).length };
}

async function hasOrder(db: Db, orderNo: string): Promise<boolean> {
  const found = await db.execute(sql`SELECT 1 FROM orders WHERE order_no = ${orderNo} LIMIT 1`);
  return found.rowCount === 1;
}

/** Returns when the state was written last, in ms: a running product's jobs write every second. */
async function newestWriteAt(db: Db): Promise<number | undefined> {
  const { rows } = await db.execute<{ at: number | null }>(sql`
    SELECT extract(epoch FROM greatest(
      (SELECT max(greatest(started_at, ended_at)) FROM job_lease),
      (SELECT max(created_at) FROM orders)))::float8 * 1000 AS at`);
  return rows[0]?.at ?? undefined;
}

const freePort = (): Promise<number> =>
  new Promise((found, failed) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() =>
        address === null || typeof address === "string"
          ? failed(new Error("there is no free port"))
          : found(address.port),
      );
    });
  });

/**
 * Starts the product on the restored data. It has no worker: a restored worker would send orders and
 * payments a second time.
 */
async function startProduct(env: Env): Promise<{ readonly child: ChildProcess; port: number }> {
  const port = await freePort();
  const entry = fileURLToPath(new URL("main.js", import.meta.url));
  const child = spawn(process.execPath, [entry], {
    env: { ...env, PORT: String(port), HOST: "127.0.0.1", ROLES: "web", SEED: "none" },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const endsAt = Date.now() + READY_TIMEOUT_MS;
  while (Date.now() < endsAt && child.exitCode === null && child.signalCode === null) {
    // The address refuses connections until the server listens.
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (ready?.ok) return { child, port };
    await new Promise((wake) => setTimeout(wake, READY_INTERVAL_MS));
  }
  await stopProduct(child);
  throw new Error("the product did not start on the restored data");
}

async function stopProduct(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  await ended;
}

type Checks = {
  readonly expected: State | undefined;
  readonly config: ReturnType<typeof readConfig>;
};

/** Checks the restored books; prints each result, and returns what failed. */
async function checkBooks(
  context: Context,
  db: Db,
  { expected, config }: Checks,
  print: Print,
): Promise<Failure[]> {
  const failures: Failure[] = [];
  const say = (isGood: boolean, name: string, detail: string) => {
    print(`${isGood ? "✓" : "✗"} ${name}：${detail}`);
    if (!isGood) failures.push(name);
  };
  const balance = await trialBalance(db);
  const sums = balance.totals.map(({ asset, difference }) => `${asset} ${difference}`).join("、");
  say(balance.isSound, "试算平衡", `借贷差额 ${sums || "0"}，科目、冻结、分录一致`);
  const before = (await latestOpenCases(db, CASES_MAX)).length;
  const { checks } = await reconcile(context, db, "full");
  const cases = (await latestOpenCases(db, CASES_MAX)).length;
  say(cases <= before, "对账", `${checks.length} 项检查，新差错 ${Math.max(0, cases - before)} 件`);
  const breaks = await findAuditBreaks(db);
  const { faults, anchors } = await verifyAudit(
    db,
    createFileDeps(config.files, context.settings).store,
  );
  const isWhole = breaks.length === 0 && faults.length === 0;
  say(isWhole, "审计链", `${anchors} 个锚点，${breaks.length + faults.length} 处不一致`);
  const newest = expected?.newestOrder;
  if (newest) say(await hasOrder(db, newest.orderNo), "备份时的最新订单", newest.orderNo);
  else print(`· 最新订单：${(await readState(db)).newestOrder?.orderNo ?? "没有订单"}`);
  return failures;
}

/** Copies the live product into the directory; returns its state just before the copy began. */
async function backUp(env: Env, copy: string, print: Print): Promise<State> {
  const { isProduction } = readConfig(env, optionalSupplierIds);
  const state = await runInDatabase(env, print, (_context, db) => readState(db));
  await copyCluster(env, copy, !isProduction);
  return state;
}

/** Copies a backup: one of `npm run backup`, or a copy of the data directory of a stopped product. */
async function takeBackup(from: string, copy: string, isProduction: boolean): Promise<void> {
  const cluster = join(from, "postgres/data");
  if (!existsSync(cluster)) throw new ConfigError(`${from} holds no backup: ${cluster} is missing`);
  const account = serverAccount();
  const quiet = { log: () => undefined, mayUseFallbackDirectory: !isProduction };
  await copyStoppedCluster(cluster, prepareHome(copy, account, quiet), account);
}

const seconds = (ms: number): string => `${(ms / SECOND_MS).toFixed(1)} 秒`;

function ageText(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 1) return seconds(ms);
  return minutes < 2_880 ? `${minutes} 分钟` : `${Math.floor(minutes / 1_440)} 天`;
}

function backupOption(args: readonly string[]): string | undefined {
  if (args.length === 0) return undefined;
  const [name, path] = args;
  if (name !== "--backup" || !path || args.length > 2)
    throw new ConfigError("Usage: npm run restore-drill [-- --backup DIRECTORY | --restored]");
  return resolve(path);
}

/** Prints the result of the checks and returns the exit code. */
function conclude(failures: readonly Failure[], print: Print): number {
  print(failures.length === 0 ? "恢复演练通过。" : `恢复演练未通过：${failures.join("、")}`);
  return failures.length === 0 ? 0 : 1;
}

/** Starts the product on its configured database, checks the books there and stops it. */
async function checkRestored(env: Env, expected: State | undefined, print: Print) {
  const config = readConfig(env, optionalSupplierIds);
  const began = performance.now();
  const { child } = await startProduct(env);
  const started = performance.now();
  const failures = await runInDatabase(env, print, async (context, db) => {
    const at = await newestWriteAt(db);
    if (at !== undefined) print(`· 恢复出的数据停在 ${ageText(Date.now() - at)}前`);
    return checkBooks(context, db, { expected, config }, print);
  }).finally(() => stopProduct(child));
  return { failures, startMs: started - began, checkMs: performance.now() - started };
}

/** Checks the external database of `DATABASE_URL`, which must be a restored copy. */
async function drillRestored(env: Env, print: Print): Promise<number> {
  if (!readConfig(env, optionalSupplierIds).database)
    throw new ConfigError("--restored needs DATABASE_URL, the address of the restored database.");
  const { failures, startMs, checkMs } = await checkRestored(env, undefined, print);
  print(`· 启动 ${seconds(startMs)}，核对 ${seconds(checkMs)}`);
  return conclude(failures, print);
}

/**
 * Runs the command; returns its exit code: 0 when the restored product starts and its books agree.
 * `--backup DIRECTORY` restores a copy of a data directory instead of a new backup; `--restored`
 * checks an external database that is already restored. Throws ConfigError for another external
 * database and for a directory without a backup.
 *
 * @public tools/run/restore-drill.mjs imports it from the build.
 */
export async function runRestoreDrill(
  env: Env,
  args: readonly string[],
  print: Print,
): Promise<number> {
  if (args.length === 1 && args[0] === "--restored") return drillRestored(env, print);
  const given = backupOption(args);
  const { database, dataDir, isProduction } = readConfig(env, optionalSupplierIds);
  if (database)
    throw new ConfigError(
      "restore-drill works on the embedded database. For an external one restore its backup into a database of its own and check that with --restored, as docs/operations.md says.",
    );
  const copy = mkdtempSync(`${resolve(dataDir)}-restore-drill-`);
  const began = performance.now();
  print(`· 恢复到 ${copy}，结束后删除`);
  try {
    const expected = given ? undefined : await backUp(env, copy, print);
    if (given) await takeBackup(given, copy, isProduction);
    await copyFiles(given ?? resolve(dataDir), copy);
    const copied = performance.now();
    const restored = { ...env, DATA_DIR: copy };
    const { failures, startMs, checkMs } = await checkRestored(restored, expected, print);
    const backup = seconds(copied - began);
    print(`· 备份 ${backup}，启动 ${seconds(startMs)}，核对 ${seconds(checkMs)}`);
    return conclude(failures, print);
  } finally {
    await removeData(copy, () => undefined);
    rmSync(copy, { recursive: true, force: true });
  }
}
