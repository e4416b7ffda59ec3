/**
 * Starts the embedded PostgreSQL in the data directory: reachable by a socket only, durable,
 * restarted when it dies, and stopped with this process.
 */
import { resolve } from "node:path";
import { type Account, serverAccount } from "./embedded/account.ts";
import { binariesFor } from "./embedded/binaries.ts";
import { createCluster, createDatabase, socketUrl } from "./embedded/create.ts";
import { type Home, prepareHome } from "./embedded/home.ts";
import { lockDirectory } from "./embedded/lock.ts";
import {
  stopOrphanedServer,
  stopPostmaster,
  type Launch,
  startPostmaster,
} from "./embedded/postmaster.ts";
import { settingArguments } from "./embedded/settings.ts";
export { removeCluster, removeData } from "./embedded/remove.ts";

export type EmbeddedOptions = {
  /** The product's data directory; created when missing. */
  readonly dataDir: string;
  /** Receives log lines, each a sentence. */
  readonly log: (line: string) => void;
  /** False only in tests: a power cut may then lose everything. */
  readonly durable: boolean;
  /**
   * Whether the files may be outside `dataDir` when PostgreSQL's account cannot access it. Default:
   * true.
   */
  readonly mayUseFallbackDirectory?: boolean;
};

export type EmbeddedDatabase = {
  /** The owner of the tables; for migrations. */
  readonly ownerUrl: string;
  /** The application's own role. */
  readonly appUrl: string;
  /** For LISTEN: a direct connection of the application's role. */
  readonly listenUrl: string;
  /** The directory of the socket, for tests that create their own databases. */
  readonly socketDir: string;
  /**
   * Stops the server in order and releases the directory. Clients should have disconnected;
   * remaining ones are disconnected.
   */
  stop(): Promise<void>;
};

const GRACEFUL = ["SIGINT", "SIGQUIT", "SIGKILL"] as const;
const IMMEDIATE = ["SIGQUIT", "SIGKILL"] as const;
const RESTART_PAUSE_MS = 250;
const RESTARTS_MAX = 5;
const RESTART_WINDOW_MS = 60_000;

type Supervised = { stop(signals: readonly NodeJS.Signals[]): Promise<void> };

/** Restarts the server after an unexpected exit, up to a limit. */
async function supervise(launch: Launch, log: (line: string) => void): Promise<Supervised> {
  let isStopping = false;
  let running = await startPostmaster(launch);
  let restarting: Promise<void> = Promise.resolve();
  const deaths: number[] = [];

  const watch = () => {
    running.unref();
    running.once("exit", (code, signal) => {
      if (isStopping) return;
      log(`the embedded PostgreSQL ended (${signal ?? code})`);
      deaths.push(Date.now());
      const recent = deaths.filter((at) => at > Date.now() - RESTART_WINDOW_MS);
      if (recent.length > RESTARTS_MAX) return log("it ends again and again; it is not restarted");
      restarting = restart().catch((error: unknown) => log(String(error)));
    });
  };
  const restart = async () => {
    await new Promise((wake) => setTimeout(wake, RESTART_PAUSE_MS));
    if (isStopping) return;
    await stopOrphanedServer(launch.home, log);
    running = await startPostmaster(launch);
    log("the embedded PostgreSQL was restarted");
    watch();
  };
  // Where the kernel does not support it (macOS), a process that exits without stopping the server
  // sends the signal itself.
  const atExit = () => running.kill("SIGINT");

  watch();
  process.once("exit", atExit);
  return {
    stop: async (signals) => {
      isStopping = true;
      process.off("exit", atExit);
      await restarting;
      if (running.pid) await stopPostmaster(running.pid, signals);
    },
  };
}

async function startCluster(home: Home, account: Account | undefined, options: EmbeddedOptions) {
  const bin = binariesFor(account, home.path);
  await stopOrphanedServer(home, options.log);
  createCluster(bin, home, account, options.durable);
  const settings = settingArguments(options.durable, home.socket);
  const server = await supervise({ bin, home, account, settings }, options.log);
  await createDatabase(home.socket).catch(async (error: unknown) => {
    await server.stop(IMMEDIATE);
    throw error;
  });
  return server;
}

/** Returns the application's URL of a database that another process runs in this directory. */
export function urlOfRunning(options: Pick<EmbeddedOptions, "dataDir" | "log">): string {
  const { dataDir, log } = options;
  const home = prepareHome(dataDir, serverAccount(), { log, mayUseFallbackDirectory: true });
  return socketUrl(home.socket, "yunjing_app", "yunjing");
}

/**
 * Starts the database of a data directory. Throws `DirectoryInUse` when another process has it,
 * `DirectoryInaccessible` when PostgreSQL's account cannot enter it and its files may not be
 * elsewhere, and a plain error with instructions when this machine cannot run it.
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<EmbeddedDatabase> {
  const account = serverAccount();
  const { dataDir, log, mayUseFallbackDirectory = true } = options;
  const home = prepareHome(dataDir, account, { log, mayUseFallbackDirectory });
  const lock = lockDirectory(home.path, resolve(dataDir));
  const server = await startCluster(home, account, options).catch((error: unknown) => {
    lock.release();
    throw error;
  });
  const appUrl = socketUrl(home.socket, "yunjing_app", "yunjing");
  let stopped: Promise<void> | undefined;
  const stop = async () => {
    // A test's writes need not be flushed to disk in order.
    await server.stop(options.durable ? GRACEFUL : IMMEDIATE);
    lock.release();
  };
  return {
    ownerUrl: socketUrl(home.socket, "yunjing_owner", "yunjing"),
    appUrl,
    listenUrl: appUrl,
    socketDir: home.socket,
    stop: () => (stopped ??= stop()),
  };
}
