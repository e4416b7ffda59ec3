/**
 * The server process: reads the settings, starts the database, schema, server and worker, and shuts
 * them down in order.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { sql } from "drizzle-orm";
import { type App, createApp } from "./app/app.ts";
import { pastProduct } from "./app/past.ts";
import { type Config, ConfigError, readConfig } from "./config/config.ts";
import { hasAdministrators } from "./domain/operators/actions.ts";
import { createLiveRisk, type LiveRisk } from "./domain/risk/actions.ts";
import { createLiveState, type LiveState } from "./domain/settings/actions.ts";
import { optionalSupplierIds } from "./gateways/suppliers/registry.ts";
import { type DemoSummary, seedDemo } from "./demo/seed.ts";
import { isDemoUnfinished, markDemoBegun, markDemoFinished } from "./demo/unfinished.ts";
import { systemClock } from "./platform/clock.ts";
import type { Context } from "./platform/context.ts";
import { databaseError } from "./platform/database/failure.ts";
import { messageOf } from "./platform/error-text.ts";
import {
  type EmbeddedDatabase,
  removeCluster,
  startEmbedded,
} from "./platform/database/embedded.ts";
import { type Listener, openListener } from "./platform/database/listen.ts";
import { migrate } from "./platform/database/migrate.ts";
import { closeDatabase, type Db, openDatabase, sendUnprepared } from "./platform/database/pool.ts";
import { testPreparedStatements } from "./platform/database/prepared-test.ts";
import { readConsolePages } from "./platform/http/console-pages.ts";
import { readFirstViews } from "./platform/http/first-views.ts";
import { readPages } from "./platform/http/pages.ts";
import { startSchedule } from "./platform/jobs/schedule.ts";
import { startWorker } from "./platform/jobs/worker.ts";
import { createLog } from "./platform/log.ts";
import { idsFrom, systemRandom } from "./platform/random.ts";
import { createSecrets } from "./platform/secrets.ts";

const printLine = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/** The repository's server folder, both from `src` and from `dist`. */
const serverFolder = fileURLToPath(new URL("..", import.meta.url));
const memberBuild = join(serverFolder, "../member/dist");
const firstViewBuild = join(serverFolder, "../member/first-views/dist");
const ribbonBuild = join(serverFolder, "../member/ribbon/dist");
const consoleBuild = join(serverFolder, "../console/dist");
const schema = {
  migrations: join(serverFolder, "migrations"),
  domain: join(serverFolder, "src/domain"),
};

type Urls = {
  readonly url: string;
  readonly ownerUrl: string | undefined;
  readonly listenUrl: string;
};

async function openOrStartDatabase(
  config: Config,
): Promise<{ urls: Urls; embedded: EmbeddedDatabase | undefined }> {
  if (config.database) return { urls: config.database, embedded: undefined };
  if (isDemoUnfinished(config.dataDir)) {
    printLine("· 上次启动没有铺完演示数据，重新开始");
    await removeCluster(config.dataDir, (line) => printLine(`· ${line}`));
    markDemoFinished(config.dataDir);
  }
  printLine("· 数据库启动中 (embedded PostgreSQL)");
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    log: (line) => printLine(`· ${line}`),
    durable: true,
    mayUseFallbackDirectory: !config.isProduction,
  });
  const { appUrl: url, ownerUrl, listenUrl } = embedded;
  return { urls: { url, ownerUrl, listenUrl }, embedded };
}

/**
 * In production, refuses a database role that could change balances outside the ledger (growth.md,
 * Roles).
 */
async function refusePrivilegedRole(config: Config, db: Db): Promise<void> {
  if (!config.isProduction) return;
  const asked = await db.execute<{ may: boolean }>(
    sql`SELECT has_table_privilege('ledger_account', 'UPDATE') AS may`,
  );
  if (asked.rows[0]?.may) {
    throw new ConfigError("DATABASE_URL must not be a role that may UPDATE ledger_account");
  }
}

function createContext(config: Config): { context: Context; live: LiveState; risk: LiveRisk } {
  const clock = systemClock;
  const random = systemRandom;
  const log = createLog(config.logLevel);
  const live = createLiveState(config.settings, log);
  const context = {
    clock,
    random,
    ids: idsFrom(clock, random),
    secrets: createSecrets(config.secretRoot, config.otherRoots),
    get settings() {
      return live.current().settings;
    },
    log,
  };
  return { context, live, risk: createLiveRisk(context) };
}

function printDemoAccounts({ accounts, codes }: DemoSummary): void {
  printLine("  演示账号（短信验证码见 /sandbox/inbox，运营验证器见 /sandbox/authenticator）");
  for (const { phone, what } of accounts) printLine(`    ${phone}  ${what}`);
  printLine("  未使用的兑换码");
  for (const { target, code } of codes) printLine(`    ${target.padEnd(13)} ${code}`);
}

/**
 * Seeds the demo, and prints how long it took. In the embedded database its commits do not wait for
 * the disk; a crash meanwhile loses the last of them whole.
 */
async function seed({
  config,
  context,
  db,
  app,
  listener,
  embedded,
}: {
  config: Config;
  context: Context;
  db: Db;
  app: App;
  listener: Listener;
  embedded: EmbeddedDatabase | undefined;
}): Promise<DemoSummary> {
  const began = performance.now();
  const own = embedded && openDatabase({ url: withoutDiskWait(embedded.appUrl), log: context.log });
  const seeded = own ?? db;
  if (embedded) await markDemoBegun(db, config.dataDir);
  const summary = await seedDemo(context, seeded, {
    diningSource: app.gateways.diningSource,
    sandboxOrigin: config.sandboxOrigin,
    gates: app.gateways.gates,
    ...(config.seed === "demo" && config.sandboxOrigin
      ? { past: pastProduct({ config, db: seeded, listener }) }
      : {}),
  });
  if (own) await closeDatabase(own);
  if (embedded) markDemoFinished(config.dataDir);
  printLine(`· 演示数据已就绪 (${((performance.now() - began) / 1_000).toFixed(1)} s)`);
  return summary;
}

const withoutDiskWait = (url: string): string =>
  `${url}${url.includes("?") ? "&" : "?"}options=-c%20synchronous_commit%3Doff`;

/** Starts the worker and the scheduled jobs; returns the function that stops them. */
function startBackgroundWork(
  context: Context,
  db: Db,
  app: App,
  listener: Listener,
): () => Promise<void> {
  const worker = startWorker(context, db, app.outboxHandlers, { listener });
  const schedule = startSchedule(context, db, app.jobs);
  return async () => {
    await Promise.all([worker.stop(), schedule.stop()]);
  };
}

const IDLE_CLOSED_EVERY_MS = 100;

/**
 * Ends when all requests in progress are answered. A proxy keeps connections open for its next request,
 * also those that were busy when the server began to close: they are closed as soon as they are idle.
 */
async function closeServer({ server }: App): Promise<void> {
  const closing = setInterval(() => server.server.closeIdleConnections(), IDLE_CLOSED_EVERY_MS);
  await server.close();
  clearInterval(closing);
}

/**
 * Stops once, in order: no new requests, running work ends, connections close, the database last.
 */
function stopOnSignals(steps: readonly (() => Promise<unknown> | undefined)[]): void {
  let isStopping = false;
  const stop = async (signal: string) => {
    if (isStopping) return;
    isStopping = true;
    printLine(`· ${signal}: 正在停止`);
    for (const step of steps) await step();
    process.exitCode = 0;
  };
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    process.on(signal, () => void stop(signal).then(() => process.exit(0)));
  }
}

async function main(): Promise<void> {
  const config = readConfig(process.env, optionalSupplierIds);
  const { context, live, risk } = createContext(config);
  process.once("uncaughtException", (error) => {
    context.log.fatal({ err: error }, "an error that nobody caught ends the process");
    process.exit(1);
  });
  const { urls, embedded } = await openOrStartDatabase(config);
  if (urls.ownerUrl) await migrate(urls.ownerUrl, schema, (name) => printLine(`· ${name}`));
  const db = openDatabase({ url: urls.url, log: context.log });
  if (!config.preparesStatements) sendUnprepared(db);
  // Nothing pools the connections of the embedded database.
  else if (config.database) await testPreparedStatements(db, context.log);
  await refusePrivilegedRole(config, db);
  await Promise.all([live.refresh(db), risk.refresh(db)]);
  let notReady: string | undefined = "starting";
  const pages = config.roles.web && existsSync(memberBuild) ? readPages(memberBuild) : undefined;
  const firstViews = pages && (await readFirstViews(firstViewBuild, pages.version));
  const listener = openListener(urls.listenUrl, context.log, (channel, payload) =>
    db.execute(sql`SELECT pg_notify(${channel}, ${payload})`),
  );
  const stopFollowing = [live.follow(db, listener), risk.follow(db, listener)];
  const app = await createApp({
    config,
    context,
    live,
    risk,
    db,
    pages,
    firstViews,
    ribbonFolder: ribbonBuild,
    consolePages: config.roles.web ? readConsolePages(consoleBuild) : undefined,
    listener,
    notReady: () => notReady,
  });
  let stopWork: (() => Promise<void>) | undefined;
  stopOnSignals([
    async () => {
      notReady = "stopping";
      await closeServer(app);
    },
    async () => stopWork?.(),
    () => Promise.all(stopFollowing.map((stop) => stop())),
    () => listener.close(),
    () => closeDatabase(db),
    async () => embedded?.stop(),
  ]);
  // The server listens before the demo is seeded, because the supplier may call back during
  // seeding.
  const host = config.host;
  await app.server.listen({ port: config.port, host });
  const demo =
    config.seed === "none"
      ? undefined
      : await seed({ config, context, db, app, listener, embedded });
  // After the demo: a worker would deliver the messages of its past at the present time.
  if (config.roles.worker) stopWork = startBackgroundWork(context, db, app, listener);
  notReady = undefined;
  if (demo) printDemoAccounts(demo);
  else if (!(await hasAdministrators(db))) {
    printLine("  还没有运营管理员，请运行：npm run operator -- --phone 手机号 --name 姓名");
  }
  const shown = host === "0.0.0.0" || host === "127.0.0.1" ? "localhost" : host;
  printLine(`云鲸权益 ready: ${config.publicOrigin ?? `http://${shown}:${config.port}`}`);
}

// By default Node and the launcher print errors with all their fields, including the parameters of
// a statement.
await main().catch((error: unknown) => {
  throw databaseError(error) ? new Error(`the start failed: ${messageOf(error)}`) : error;
});
