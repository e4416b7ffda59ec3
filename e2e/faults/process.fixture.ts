/**
 * Runs the server as a separate process that a test can kill without warning and restart on the
 * same data.
 */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const repository = fileURLToPath(new URL("../..", import.meta.url));
const START_TIMEOUT_MS = 60_000;

export type Bundle = { readonly entry: string; remove(): void };
let bundles = 0;

/**
 * Bundles an entry of the server into one file, as for production: it starts in a fraction of the
 * time and of the work that its sources take.
 */
export async function bundleEntry(source: string): Promise<Bundle> {
  const entry = join(repository, `server/dist/killed-${process.pid}-${++bundles}.js`);
  const tool = join(repository, "tools/run/bundle-server.mjs");
  await promisify(execFile)(process.execPath, [tool, source, entry]);
  const remove = () => {
    for (const file of [entry, `${entry}.map`]) rmSync(file, { force: true });
  };
  return { entry, remove };
}

/**
 * Runs an entry in the repository, or in another checkout of it, with `env`, without the caller's environment
 * variables except PATH and HOME.
 */
export function run(
  entry: string,
  env: Readonly<Record<string, string>>,
  args: readonly string[] = [],
  checkout = repository,
): ChildProcess {
  const { PATH = "", HOME = "" } = process.env;
  const child = spawn(process.execPath, [entry, ...args], {
    cwd: checkout,
    env: { PATH, HOME, NODE_ENV: "development", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  // Kills the process when the test process ends.
  const end = () => child.kill("SIGKILL");
  process.once("exit", end);
  child.once("exit", () => process.off("exit", end));
  return child;
}

/** Starts a web process of the bundle of `web.fixture.ts` on the database of an HTTP test. */
export async function serveWeb(
  { entry }: Bundle,
  options: {
    readonly databaseUrl: string;
    readonly settings?: object;
    readonly env?: Readonly<Record<string, string>>;
  },
): Promise<{ readonly server: ChildProcess; readonly origin: string }> {
  const server = run(entry, {
    DATABASE_URL: options.databaseUrl,
    SANDBOX_ORIGIN: "http://127.0.0.1:9",
    APP_SECRET: "a root secret that is long enough for these tests",
    LOG_LEVEL: "error",
    SETTINGS: JSON.stringify(options.settings ?? {}),
    ...options.env,
  });
  const origin = await new Promise<string>((found, failed) => {
    let output = "";
    server.stdout?.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      const at = /serving at (\S+) \./.exec(output)?.[1];
      if (at !== undefined) found(at);
    });
    server.once("exit", (code) => failed(new Error(`a server ended with ${code}`)));
  });
  return { server, origin };
}

/**
 * Waits until the process prints a matching line; throws with its whole output when it ends or
 * does not print it within `timeoutMs`.
 */
export function waitForOutput(
  child: ChildProcess,
  line: RegExp,
  timeoutMs = START_TIMEOUT_MS,
): Promise<void> {
  return new Promise((resolve, failed) => {
    let output = "";
    const giveUp = (why: string) => failed(new Error(`${why}:\n${output}`));
    const timer = setTimeout(() => giveUp("silent for too long"), timeoutMs);
    const collect = (chunk: Buffer) => {
      output += chunk.toString();
      if (!line.test(output)) return;
      clearTimeout(timer);
      resolve();
    };
    child.stdout?.on("data", collect);
    child.stderr?.on("data", collect);
    child.once("exit", (code, signal) => {
      clearTimeout(timer);
      giveUp(`ended with ${signal ?? code}`);
    });
  });
}

/** Stops a process and waits for its end. */
export async function stopProcess(
  child: ChildProcess,
  signal: "SIGTERM" | "SIGKILL",
): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once("exit", done));
  child.kill(signal);
  await ended;
}

/** Returns a port that was free at the moment of the check; every restart uses the same port. */
export const freePort = (): Promise<number> =>
  new Promise((found, failed) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const address = probe.address();
      if (address === null || typeof address === "string") return failed(new Error("no port"));
      probe.close(() => found(address.port));
    });
  });
