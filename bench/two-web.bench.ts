/**
 * Measures what a second web process costs: the processor time of a request with two processes against
 * one, and the throughput. Throughput is asserted only where four cores share the work.
 *
 * Processor time is compared at the same pace of each process, a share of what one can do. At full load two
 * processes, the database and the load would take turns on the cores, and the time would mostly tell how
 * full the machine is. At half the pace a process answers fewer requests each time it wakes, so a request
 * costs more in one process as well: the bench prints one process at both paces.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { createMembers, requestFrom, startBenchServer, startChildProcess } from "./bench-server.ts";
import { median } from "./compare.ts";
import type { Call, Measured } from "./load.ts";

const ROUNDS = 6;
const REQUESTS = 3_000;
const CONNECTIONS = 8;
/** The pace of two processes together, as a share of the throughput of one process. */
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

/** What each process gets: requests over connections, at `pace` a second or as fast as they are answered. */
type Share = { readonly connections: number; readonly requests: number; readonly pace?: number };
type Result = { readonly cpuMs: number; readonly perSecond: number };

/**
 * Sends each of the processes at these places its share. Returns ms of processor a request, of both
 * processes, and requests a second.
 */
async function measure(
  places: readonly number[],
  { connections, requests, pace }: Share,
): Promise<Result> {
  const before = web.map(({ pid = 0 }) => processorMs(pid));
  const began = performance.now();
  const measured = await Promise.all(
    places.map((place) => {
      const [port, load] = [ports[place], loads[place]];
      if (!load) throw new Error("there is no load for this process");
      const job = {
        connections,
        calls: calls(requests),
        ...(pace !== undefined && { perSecond: pace }),
      };
      return requestFrom<Measured>(load, { ...job, origin: `http://127.0.0.1:${port}` });
    }),
  );
  const tookMs = performance.now() - began;
  const failed = measured.find((one) => one.failed)?.failed;
  if (failed !== undefined) throw new Error(failed);
  const usedMs = web.reduce((sum, { pid = 0 }, n) => sum + processorMs(pid) - (before[n] ?? 0), 0);
  const answered = requests * places.length;
  return { cpuMs: usedMs / answered, perSecond: answered / (tookMs / 1_000) };
}

const BOTH = [0, 1];
/** The process that works alone in a round: each in turn, so that both are compiled alike. */
const aloneIn = (round: number) => [round % 2];
const WHOLE = { connections: CONNECTIONS, requests: REQUESTS };
const HALF = { connections: CONNECTIONS / 2, requests: REQUESTS / 2 };

await measure(BOTH, HALF);
await measure(BOTH, HALF);
const full = { one: new Array<Result>(), two: new Array<Result>() };
for (let round = 0; round < ROUNDS; round++) {
  full.one.push(await measure(aloneIn(round), WHOLE));
  full.two.push(await measure(BOTH, HALF));
}
const pace = (PACE_SHARE / 2) * median(full.one.map((each) => each.perSecond));
/** `double` is one process with the pace of both. */
const paced = {
  one: new Array<Result>(),
  two: new Array<Result>(),
  double: new Array<Result>(),
};
for (let round = 0; round < ROUNDS; round++) {
  paced.one.push(await measure(aloneIn(round), { ...HALF, pace }));
  paced.two.push(await measure(BOTH, { ...HALF, pace }));
  paced.double.push(await measure(aloneIn(round), { ...WHOLE, pace: pace * 2 }));
}
const cpuOf = (results: readonly Result[]) => median(results.map((each) => each.cpuMs));
const paceOf = (results: readonly Result[]) => median(results.map((each) => each.perSecond));
const print = (line: string) => process.stdout.write(`${line}\n`);
const ms = (results: readonly Result[]) => `${cpuOf(results).toFixed(3)} ms`;
const cpu = cpuOf(paced.two) / cpuOf(paced.one);
const perSecond = paceOf(full.two) / paceOf(full.one);
const cores = availableParallelism();
print(
  `processor a request at ${pace.toFixed(0)} /s a process: one ${ms(paced.one)}, two × ${cpu.toFixed(2)} (≤ ${CPU_MOST})`,
);
print(`one process at ${(pace * 2).toFixed(0)} /s: ${ms(paced.double)}`);
print(
  `processor a request at full load: one ${ms(full.one)}, two × ${(cpuOf(full.two) / cpuOf(full.one)).toFixed(2)}`,
);
const throughput = `throughput: one ${paceOf(full.one).toFixed(0)} /s, two × ${perSecond.toFixed(2)}`;
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
