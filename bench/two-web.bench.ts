/**
 * Measures what a second web process costs: the processor time of a request with two processes against
 * one, and the throughput. Throughput is asserted only where four cores share the work.
 *
 * Processor time is compared at the same pace, a share of what one process can do: at full load two
 * processes, the database and the load would take turns on the cores, and the time would mostly tell how
 * full the machine is.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { createMembers, requestFrom, startBenchServer, startChildProcess } from "./bench-server.ts";
import { median } from "./compare.ts";
import type { Call, Measured } from "./load.ts";

const ROUNDS = 5;
const REQUESTS = 3_000;
const CONNECTIONS = 8;
/** The pace at which processor time is compared, as a share of the throughput of one process. */
const PACE_SHARE = 0.4;
const CPU_MOST = 1.15;
const [CORES_NEEDED, THROUGHPUT_LEAST] = [4, 1.6];
/** Clock ticks a second of /proc/<pid>/stat on every Linux that Node supports. */
const TICKS = 100;
const FIRST_PORT = 21_900;
const product = fileURLToPath(new URL("../server/dist/main.js", import.meta.url));

/** Returns the processor time of a process so far, in ms. */
function processorMs(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS;
}

const server = await startBenchServer("light");
const [member] = await createMembers(server, 1);

/** Starts a web process on the database of the bench server. */
async function startWeb(port: number): Promise<ChildProcess> {
  const { PATH = "", HOME = "" } = process.env;
  const env = {
    PATH,
    HOME,
    NODE_ENV: "development",
    PORT: String(port),
    ROLES: "web",
    SEED: "none",
    DATABASE_URL: server.databaseUrl,
    SANDBOX_ORIGIN: server.sandboxOrigin,
    APP_SECRET: server.secret,
  };
  const child = spawn(process.execPath, [product], { env, stdio: "ignore" });
  process.once("exit", () => child.kill("SIGKILL"));
  for (;;) {
    // The port refuses connections until the process listens.
    const ready = await fetch(`http://127.0.0.1:${port}/readyz`).catch(() => undefined);
    if (ready?.ok) return child;
    if (child.exitCode !== null) throw new Error(`a web process ended with ${child.exitCode}`);
    await new Promise((wake) => setTimeout(wake, 100));
  }
}

const ports = [FIRST_PORT, FIRST_PORT + 1];
const web = await Promise.all(ports.map(startWeb));
const loads = ports.map(() => startChildProcess("./load.ts"));
const paths = ["/api/benefits?pageSize=20", "/api/wallet", "/api/orders?pageSize=10"];
const calls = (count: number): Call[] =>
  Array.from({ length: count }, (_, n) => ({
    method: "GET",
    path: paths[n % paths.length] ?? "/",
    headers: { authorization: member?.token ?? "" },
  }));

/**
 * Sends all requests to the first `count` processes, at `pace` a second or as fast as they answer; returns
 * ms of processor a request, and requests a second.
 */
async function measure(count: number, pace?: number) {
  const before = web.map(({ pid = 0 }) => processorMs(pid));
  const began = performance.now();
  const measured = await Promise.all(
    ports.slice(0, count).map((port, n) => {
      const load = loads[n];
      if (!load) throw new Error("there is no load for this process");
      const job = {
        connections: CONNECTIONS / count,
        calls: calls(REQUESTS / count),
        ...(pace !== undefined && { perSecond: pace / count }),
      };
      return requestFrom<Measured>(load, { ...job, origin: `http://127.0.0.1:${port}` });
    }),
  );
  const tookMs = performance.now() - began;
  const failed = measured.find((one) => one.failed)?.failed;
  if (failed !== undefined) throw new Error(failed);
  const usedMs = web.reduce((sum, { pid = 0 }, n) => sum + processorMs(pid) - (before[n] ?? 0), 0);
  return { cpuMs: usedMs / REQUESTS, perSecond: REQUESTS / (tookMs / 1_000) };
}

// Each process answers as many requests before the measurement, so that both are compiled alike.
await measure(2);
await measure(2);
type Result = Awaited<ReturnType<typeof measure>>;
const full = { one: new Array<Result>(), two: new Array<Result>() };
const paced = { one: new Array<Result>(), two: new Array<Result>() };
for (let round = 0; round < ROUNDS; round++) {
  full.one.push(await measure(1));
  full.two.push(await measure(2));
}
const pace = PACE_SHARE * median(full.one.map((each) => each.perSecond));
for (let round = 0; round < ROUNDS; round++) {
  paced.one.push(await measure(1, pace));
  paced.two.push(await measure(2, pace));
}
const medianOf = (results: readonly Result[], of: keyof Result) =>
  median(results.map((each) => each[of]));
const ratio = ({ one, two }: typeof full, of: keyof Result) =>
  medianOf(two, of) / medianOf(one, of);
const print = (line: string) => process.stdout.write(`${line}\n`);
const cpu = ratio(paced, "cpuMs");
const perSecond = ratio(full, "perSecond");
const cores = availableParallelism();
print(
  `processor a request at ${pace.toFixed(0)} /s: one ${medianOf(paced.one, "cpuMs").toFixed(3)} ms, two × ${cpu.toFixed(2)} (≤ ${CPU_MOST})`,
);
print(
  `processor a request at full load: one ${medianOf(full.one, "cpuMs").toFixed(3)} ms, two × ${ratio(full, "cpuMs").toFixed(2)}`,
);
const throughput = `throughput: one ${medianOf(full.one, "perSecond").toFixed(0)} /s, two × ${perSecond.toFixed(2)}`;
print(
  cores >= CORES_NEEDED
    ? `${throughput} (≥ ${THROUGHPUT_LEAST})`
    : `${throughput}; skipped: ≥ ${THROUGHPUT_LEAST} needs ${CORES_NEEDED} cores, there are ${cores}`,
);
const isGood = cpu <= CPU_MOST && (cores < CORES_NEEDED || perSecond >= THROUGHPUT_LEAST);
for (const load of loads) load.disconnect();
for (const child of web) {
  const ended = new Promise((done) => child.once("exit", done));
  child.kill("SIGTERM");
  await ended;
}
await server.close();
process.exit(isGood ? 0 : 1);
