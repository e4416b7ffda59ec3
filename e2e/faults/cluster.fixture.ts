/** Runs `npm run cluster` for a test, kills its processes and fails over to its standby. */
import { execFile, spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { processesIn, processIdentity } from "@yunjing/server/platform/database/embedded/processes";
import { makeTemporaryDirectory } from "@yunjing/server/platform/database/temporary-directory.fixture";
import { stopProcess, waitForOutput } from "./process.fixture.ts";

const TOOL = fileURLToPath(new URL("../../tools/run.mjs", import.meta.url));
const PROGRAMS = ["/usr/lib/postgresql/15/bin/postgres", "/usr/sbin/pgbouncer", "/usr/sbin/nginx"];
/** Eight processes, a build and the demo on one machine, in ms. */
const START_TIMEOUT_MS = 240_000;
/** The proxy's port; the next seven are those of the others (tools/run/cluster/places.mjs). */
const PORT = 21_700;
/** The places of the primary and the standby after it. */
const [PRIMARY, STANDBY] = [6, 7];

/** Returns the programs of Debian that this machine lacks; without them no cluster starts. */
export const missingPrograms = (): string[] => PROGRAMS.filter((path) => !existsSync(path));

const databaseUrl = (place: number, role = "yunjing_app") =>
  `postgres://${role}@127.0.0.1:${PORT + place}/yunjing`;

/**
 * Starts the cluster with demo data; `stop` ends and removes it. `product` is the checkout whose build
 * it runs; without it, this one.
 */
export async function startCluster(settings: object, product?: string) {
  const { path, remove } = await makeTemporaryDirectory("deploy-cluster-");
  const directory = join(path, "cluster");
  const env = {
    ...process.env,
    NODE_ENV: "development",
    CLUSTER_PORT: String(PORT),
    CLUSTER_DIR: directory,
    SETTINGS: JSON.stringify(settings),
    LOG_LEVEL: "error",
    ...(product === undefined ? {} : { CLUSTER_PRODUCT: product }),
  };
  const cluster = spawn(process.execPath, [TOOL, "cluster"], {
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const stop = async () => {
    await stopProcess(cluster, "SIGTERM");
    await remove();
  };
  await waitForOutput(cluster, /cluster ready: http/, START_TIMEOUT_MS).catch(
    async (error: unknown) => {
      await stop();
      throw error;
    },
  );
  const pidOf = (name: string): number | undefined => {
    const state: { pids: Record<string, number> } = JSON.parse(
      readFileSync(join(directory, "cluster.json"), "utf8"),
    );
    return state.pids[name];
  };
  const kill = (name: string): void => {
    const pid = pidOf(name);
    if (pid === undefined) throw new Error(`${name} does not run`);
    process.kill(pid, "SIGKILL");
  };
  return {
    origin: `http://127.0.0.1:${PORT}`,
    directory,
    primaryUrl: databaseUrl(PRIMARY),
    standbyUrl: databaseUrl(STANDBY),
    /** The primary as the role that may replicate, for a base backup. */
    replicaUrl: databaseUrl(PRIMARY, "yunjing_replica"),
    superUrl: databaseUrl(PRIMARY, "postgres"),
    stop,
    pidOf,
    kill,
    /** The address of one process, without the proxy. */
    originOf: (name: "web-1" | "web-2" | "worker-1" | "worker-2") =>
      `http://127.0.0.1:${PORT + 1 + ["web-1", "web-2", "worker-1", "worker-2"].indexOf(name)}`,
    /** The environment variables of a process of the cluster (Linux). */
    environmentOf(name: string): Record<string, string> {
      const lines = readFileSync(`/proc/${pidOf(name)}/environ`, "utf8").split("\0");
      return Object.fromEntries(
        lines.filter(Boolean).map((line) => {
          const at = line.indexOf("=");
          return [line.slice(0, at), line.slice(at + 1)];
        }),
      );
    },
    /** Kills every process of the primary, as the loss of its machine does. */
    killPrimary() {
      const primary = pidOf("primary");
      const pids = processesIn(join(directory, "primary"));
      kill("primary");
      // Those that ended with the first one are left out.
      const left = pids.filter((pid) => processIdentity(pid) !== undefined);
      for (const pid of left) if (pid !== primary) process.kill(pid, "SIGKILL");
    },
    /** Runs the operator's command; returns what it prints, throws when it fails. */
    command: (name: "failover" | "upgrade") =>
      new Promise<string>((done, failed) => {
        execFile(process.execPath, [TOOL, "cluster", name], { env }, (error, stdout, stderr) =>
          error ? failed(new Error(stdout + stderr, { cause: error })) : done(stdout),
        );
      }),
  };
}
