/**
 * `npm run cluster`: the product on several processes on this machine: a primary and its synchronous
 * standby, PgBouncer, two web and two worker processes, and nginx, with the files of `deploy/`.
 * `npm run cluster -- failover` makes the standby of a running cluster the primary;
 * `npm run cluster -- upgrade` leads a cluster that runs another build to this one without a pause.
 * `CLUSTER_PRODUCT` is the checkout whose build the processes run; without it, this one.
 */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { build } from "./build.mjs";
import { writeDatabases, writeNginx, writePgbouncer, writePostgres } from "./cluster/files.mjs";
import { clusterPlaces, originOf, pooledUrl } from "./cluster/places.mjs";
import { mainOf, setProduct } from "./cluster/product.mjs";
import { needPrograms } from "./cluster/programs.mjs";
import {
  isReady,
  postgresCommand,
  promoteStandby,
  startPrimary,
  startStandby,
  waitUntil,
} from "./cluster/servers.mjs";
import { upgrade } from "./cluster/upgrade.mjs";
import { printLine, secondsOf, secondsSince } from "./command.mjs";
import { install } from "./install.mjs";
import { root } from "./paths.mjs";
import { startSandbox } from "./sandbox.mjs";

const RESTART_AFTER_MS = 1_000;
const STOP_WITHIN_MS = 15_000;
const USAGE = "Usage: npm run cluster [-- failover | -- upgrade]";

/** Runs the processes of the cluster; those that systemd would restart are restarted after 1 s. */
function createSupervisor(places) {
  const running = new Map();
  let isStopping = false;
  const save = () => {
    const pids = Object.fromEntries([...running].map(([name, { pid }]) => [name, pid]));
    // Others read it at any time: it is replaced as a whole.
    const next = `${places.state}.next`;
    writeFileSync(next, `${JSON.stringify({ origin: originOf(places), pids })}\n`);
    renameSync(next, places.state);
  };
  /** `commandOf` is asked at each start, so that a restart may run another build. */
  const start = (name, commandOf, { env, account, isRestarted = true } = {}) => {
    const [program, ...args] = commandOf();
    const log = openSync(`${places.directory}/${name}.log`, "a", 0o600);
    const child = spawn(program, args, {
      ...account,
      cwd: account ? places.directory : root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
      // Ctrl-C reaches this process only, which ends the others in order.
      detached: true,
      stdio: ["ignore", log, log],
    });
    running.set(name, child);
    save();
    child.once("exit", (code, signal) => {
      running.delete(name);
      if (isStopping) return;
      save();
      printLine(`· ${name} ended (${signal ?? code})`);
      if (isRestarted)
        setTimeout(() => {
          if (!isStopping) start(name, commandOf, { env, account });
        }, RESTART_AFTER_MS);
    });
    child.once("error", (error) => printLine(`· ${name}: ${error.message}`));
  };
  const stop = async (name, signal) => {
    const child = running.get(name);
    if (!child) return;
    const ended = new Promise((done) => child.once("exit", done));
    child.kill(signal);
    const late = setTimeout(() => child.kill("SIGKILL"), STOP_WITHIN_MS);
    await ended;
    clearTimeout(late);
  };
  return {
    start,
    /** Ends every process: the proxy first, the databases last, so that nothing is lost. */
    async stopAll() {
      isStopping = true;
      await stop("proxy", "SIGQUIT");
      await Promise.all(
        ["web-1", "web-2", "worker-1", "worker-2"].map((name) => stop(name, "SIGTERM")),
      );
      await stop("pgbouncer", "SIGTERM");
      await Promise.all(["primary", "standby"].map((name) => stop(name, "SIGINT")));
    },
  };
}

/** Removes what an earlier cluster left, and nothing that is no cluster's. */
function makeDirectory({ directory, state }) {
  if (existsSync(directory)) {
    if (!existsSync(state))
      throw new Error(`${directory} exists and is no cluster's; set CLUSTER_DIR.`);
    const { pids } = JSON.parse(readFileSync(state, "utf8"));
    const alive = Object.entries(pids).filter(([, pid]) => existsSync(`/proc/${pid}`));
    if (alive.length > 0)
      throw new Error(
        `A cluster runs in ${directory}: ${alive.map((one) => one.join(" ")).join(", ")}.`,
      );
    rmSync(directory, { recursive: true });
  }
  mkdirSync(directory, { recursive: true, mode: 0o711 });
  writeFileSync(state, '{"pids":{}}\n');
}

/** The settings that all four processes share; those of a process are added by its name. */
const sharedSettings = (places, sandboxOrigin) => ({
  NODE_ENV: "development",
  HOST: places.host,
  PUBLIC_ORIGIN: originOf(places),
  TRUST_PROXY: `${places.host}/32`,
  DATABASE_URL: pooledUrl(places, "yunjing_app", "yunjing"),
  DATABASE_LISTEN_URL: pooledUrl(places, "yunjing_app", "yunjing_session"),
  DATABASE_PREPARED: "0",
  APP_SECRET: randomBytes(32).toString("base64url"),
  DATA_DIR: `${places.directory}/data`,
  SANDBOX_ORIGIN: sandboxOrigin,
  // The sandbox's own S3-compatible store (sandbox/src/keys.ts).
  FILES_S3_ENDPOINT: `${sandboxOrigin}/sandbox/s3`,
  FILES_S3_BUCKET: "yunjing-files",
  FILES_S3_REGION: "sandbox-1",
  FILES_S3_ACCESS_KEY: "YJSANDBOX",
  FILES_S3_SECRET_KEY: "sandbox-files-secret-for-the-demo-only",
  LOG_LEVEL: process.env.LOG_LEVEL || "warn",
  SETTINGS: process.env.SETTINGS || "{}",
});

async function startDatabases(places, start) {
  writePostgres(places);
  const { account } = places;
  const begin = (server) =>
    start(server, () => postgresCommand(places, server), { account, isRestarted: false });
  await startPrimary(places, () => begin("primary"));
  await startStandby(places, () => begin("standby"));
  printLine("· primary and synchronous standby");
  writePgbouncer(places);
  const config = `${places.directory}/pgbouncer/pgbouncer.ini`;
  start("pgbouncer", () => ["/usr/sbin/pgbouncer", config], { account });
}

async function startProduct(places, start) {
  const origin = originOf(places);
  Object.assign(process.env, { CALLBACK_ORIGIN: origin });
  const sandboxOrigin = await startSandbox({ DATA_DIR: `${places.directory}/data` });
  const shared = sharedSettings(places, sandboxOrigin);
  const run = async (name, own) => {
    const port = places.ports[name];
    const env = { ...shared, PORT: String(port), ...own };
    start(name, () => [process.execPath, "--enable-source-maps", mainOf(places)], { env });
    await waitUntil(() => isReady(`http://${places.host}:${port}`), `${name} is ready`);
    printLine(`· ${name} :${port}`);
  };
  writeNginx(places);
  const config = `${places.directory}/nginx/nginx.conf`;
  start("proxy", () => ["/usr/sbin/nginx", "-p", places.directory, "-c", config]);
  // The workers have the owner's role, and the first migrates; the web processes never have it. The
  // demo's orders are delivered by callbacks, so it is seeded when the web processes serve.
  const owner = { DATABASE_OWNER_URL: pooledUrl(places, "yunjing_owner", "yunjing_session") };
  await run("worker-1", { ...owner, ROLES: "worker", SEED: "none" });
  await Promise.all(["web-1", "web-2"].map((name) => run(name, { ROLES: "web", SEED: "none" })));
  await run("worker-2", { ...owner, ROLES: "worker", SEED: process.env.SEED || "light" });
  await waitUntil(() => isReady(origin), "the proxy serves");
}

async function start() {
  const places = clusterPlaces(process.env);
  const began = performance.now();
  await needPrograms(places);
  await install();
  await build();
  process.chdir(root);
  makeDirectory(places);
  mkdirSync(`${places.directory}/data`, { recursive: true });
  setProduct(places, process.env.CLUSTER_PRODUCT || root);
  const supervisor = createSupervisor(places);
  let stopping;
  const stop = () => (stopping ??= supervisor.stopAll().then(() => printLine("· all ended")));
  for (const signal of ["SIGINT", "SIGTERM"])
    process.on(signal, () => void stop().then(() => process.exit(0)));
  try {
    await startDatabases(places, supervisor.start);
    await startProduct(places, supervisor.start);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    console.error(`The logs are in ${places.directory}.`);
    await stop();
    process.exit(1);
  }
  printLine(`· ${secondsSince(began)}; processes and logs: ${places.state}`);
  printLine(`云鲸权益 cluster ready: ${originOf(places)}`);
}

/** Promotes the standby and leads PgBouncer to it. The primary must be ended. */
async function failOver() {
  const places = clusterPlaces(process.env);
  const { pids } = JSON.parse(readFileSync(places.state, "utf8"));
  if (pids.primary !== undefined && existsSync(`/proc/${pids.primary}`))
    throw new Error(`The primary runs (pid ${pids.primary}): end it first, or both take writes.`);
  const promoted = await promoteStandby(places);
  writeDatabases(places, "standby");
  process.kill(pids.pgbouncer, "SIGHUP");
  printLine(`promoted in ${secondsOf(promoted)}; PgBouncer leads to the new primary`);
}

export async function run(_verb, args) {
  const work = { "": start, failover: failOver, upgrade }[args.join(" ")];
  try {
    if (!work) throw new Error(USAGE);
    await work();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exit(2);
  }
}
