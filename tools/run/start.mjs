/**
 * `npm start`: installs packages, builds, starts the sandbox, and runs the server in this process.
 */
import { mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { pathToFileURL } from "node:url";
import { build } from "./build.mjs";
import { install } from "./install.mjs";
import { pathOf, root } from "./paths.mjs";
import { sandboxIsOn, startSandbox } from "./sandbox.mjs";

const DEFAULT_PORT = "8080";
const PARENT_INTERVAL_MS = 500;
const ANY_HOST = new Set(["", "0.0.0.0", "::"]);

/** With PORT=0 a free port is chosen here, because the sandbox must know the callback address. */
function freePort() {
  return new Promise((found) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => found(String(port)));
    });
  });
}

/** Returns the origin at which the sandbox calls back the product. */
function callbackOrigin(env) {
  const host = ANY_HOST.has(env.HOST ?? "") ? "127.0.0.1" : env.HOST;
  return `http://${host.includes(":") ? `[${host}]` : host}:${env.PORT}`;
}

/**
 * Returns the parent process, and its parent when the parent is only npm's shell. Needs Linux's
 * /proc for the latter.
 */
function ancestors() {
  const { ppid } = process;
  try {
    const stat = readFileSync(`/proc/${ppid}/stat`, "utf8");
    const [, name, grandparent] = /\((.*)\) . (\d+)/s.exec(stat) ?? [];
    return /^(sh|dash|bash)$/.test(name) ? `${ppid} ${grandparent}` : String(ppid);
  } catch {
    return String(ppid);
  }
}

/**
 * npm runs this process in a shell. Stopping npm may end either of them without a signal to this
 * process, so a change of ancestors counts as a request to stop.
 */
function stopWithNpm() {
  if (!process.env.npm_lifecycle_event) return;
  const before = ancestors();
  const watch = setInterval(() => {
    if (ancestors() === before) return;
    clearInterval(watch);
    process.kill(process.pid, "SIGTERM");
  }, PARENT_INTERVAL_MS);
  watch.unref();
}

/** Errors whose message names what the operator has to change; their stack trace is not useful. */
const MESSAGE_ONLY_ERRORS = new Set(["ConfigError", "DirectoryInUse", "DirectoryInaccessible"]);

function exitWithError(error) {
  console.error(MESSAGE_ONLY_ERRORS.has(error?.constructor?.name) ? error.message : error);
  process.exit(1);
}

/** With `--reset`: removes the data before anything starts on it. */
async function resetData(env) {
  const { reset } = await import(pathToFileURL(pathOf("server/dist/reset.js")).href);
  await reset(env, (line) => console.log(`· ${line}`)).catch(exitWithError);
}

/**
 * Under root PostgreSQL runs as another account, which needs access to this directory, whatever the
 * umask.
 */
function makeDataDirectory(path) {
  const before = process.umask();
  if (process.getuid?.() === 0) process.umask(0o022);
  mkdirSync(path, { recursive: true });
  process.umask(before);
}

/**
 * `npm start`. `--reset` removes all data first; `--no-member` skips the build of the member app,
 * for `npm run dev`.
 */
export async function run(_verb, args) {
  stopWithNpm();
  await install();
  await build(args.includes("--no-member") ? ["server", "sandbox"] : undefined);
  process.chdir(root);
  const { env } = process;
  if (args.includes("--reset")) await resetData(env);
  makeDataDirectory(env.DATA_DIR || ".data");
  env.PORT = env.PORT === "0" ? await freePort() : (env.PORT ?? DEFAULT_PORT);
  if (sandboxIsOn(env)) {
    env.CALLBACK_ORIGIN ??= callbackOrigin(env);
    env.SANDBOX_ORIGIN = await startSandbox({ DATA_DIR: env.DATA_DIR || ".data" });
  }
  process.setSourceMapsEnabled(true);
  await import(pathToFileURL(pathOf("server/dist/main.js")).href).catch(exitWithError);
}
