/** Starts and stops PostgreSQL's own process, and stops one that a killed owner left running. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Account } from "./account.ts";
import { type Home, SOCKET_NAME } from "./home.ts";
import {
  commandLineOf,
  undefinedIfMissing,
  processesIn,
  processIdentity,
  waitUntil,
} from "./processes.ts";

const START_TIMEOUT_MS = 60_000;
const FAST_STOP_TIMEOUT_MS = 30_000;
const HARD_STOP_TIMEOUT_MS = 5_000;
const LOG_BYTES_MAX = 10_000_000;

/** A clean environment: the caller's PG* variables and locale must not reach the server. */
export const serverEnv = { PATH: process.env["PATH"] ?? "", LC_ALL: "C", TZ: "UTC" };

const readPidFile = (home: Home): string[] =>
  undefinedIfMissing(() => readFileSync(join(home.data, "postmaster.pid"), "utf8"))?.split("\n") ??
  [];

/** Ends a process by increasingly forceful signals: fast shutdown, immediate shutdown, kill. */
export async function stopPostmaster(
  pid: number,
  signals: readonly NodeJS.Signals[],
): Promise<void> {
  const mark = processIdentity(pid);
  const isGone = () => processIdentity(pid) !== mark;
  for (const signal of signals) {
    if (mark === undefined || isGone()) return;
    process.kill(pid, signal);
    await waitUntil(isGone, signal === "SIGINT" ? FAST_STOP_TIMEOUT_MS : HARD_STOP_TIMEOUT_MS);
  }
}

/**
 * Cleans up after a killed owner, in the directory whose lock we hold: a server still running or
 * still stopping, processes of a server that was itself killed, a pid file whose number belongs to
 * another process now.
 */
export async function stopOrphanedServer(home: Home, log: (line: string) => void): Promise<void> {
  const pid = Number(readPidFile(home)[0] ?? 0);
  if (pid && processIdentity(pid) && commandLineOf(pid).includes(`-D ${home.data} `)) {
    log(`stopping the PostgreSQL ${pid} that an earlier owner left behind`);
    await stopPostmaster(pid, ["SIGINT", "SIGQUIT", "SIGKILL"]);
  }
  if (pid) await waitUntil(() => processesIn(home.data).length === 0, HARD_STOP_TIMEOUT_MS);
  // PostgreSQL trusts these files while any process has the number, even one dead and not yet
  // reaped.
  const left = [join(home.data, "postmaster.pid"), join(home.socket, `${SOCKET_NAME}.lock`)];
  for (const path of left) rmSync(path, { force: true });
}

/**
 * Makes the kernel stop PostgreSQL when this process dies without stopping it. Linux only;
 * busybox's setpriv cannot.
 */
function withParentDeathSignal(command: readonly string[]): string[] {
  const setpriv = ["setpriv", "--pdeathsig", "INT"];
  const can =
    spawnSync("setpriv", ["--pdeathsig", "INT", "true"], { stdio: "ignore" }).status === 0;
  return can ? [...setpriv, ...command] : [...command];
}

function openLog(path: string): number {
  const isFull = existsSync(path) && statSync(path).size > LOG_BYTES_MAX;
  return openSync(path, isFull ? "w" : "a", 0o600);
}

export type Launch = {
  readonly bin: string;
  readonly home: Home;
  readonly account: Account | undefined;
  readonly settings: readonly string[];
};

/**
 * Starts the server and waits until it accepts connections. Otherwise throws an error with the end
 * of its log.
 */
export async function startPostmaster(launch: Launch): Promise<ChildProcess> {
  const { bin, home, account, settings } = launch;
  const [command = "", ...args] = withParentDeathSignal([
    join(bin, "postgres"),
    "-D",
    home.data,
    ...settings,
  ]);
  const log = openLog(home.log);
  // Its own session: Ctrl-C in the terminal goes only to us; we stop the server after the last
  // response was sent.
  const child = spawn(command, args, {
    ...account,
    cwd: home.path,
    env: serverEnv,
    detached: true,
    stdio: ["ignore", log, log],
  });
  closeSync(log);
  let failure: unknown;
  child.on("error", (error) => {
    failure = error;
  });
  const isDone = () =>
    failure !== undefined || child.exitCode !== null || child.signalCode !== null;
  const isReady = () => {
    const lines = readPidFile(home);
    return Number(lines[0]) === child.pid && lines[7]?.trim() === "ready";
  };
  await waitUntil(() => isReady() || isDone(), START_TIMEOUT_MS);
  if (isDone() || !isReady()) {
    if (child.pid) await stopPostmaster(child.pid, ["SIGQUIT", "SIGKILL"]);
    const end = undefinedIfMissing(() => readFileSync(home.log, "utf8"))?.slice(-2000) ?? "";
    throw new Error(`the embedded PostgreSQL did not start; ${home.log} ends:\n${end}`, {
      cause: failure,
    });
  }
  return child;
}
