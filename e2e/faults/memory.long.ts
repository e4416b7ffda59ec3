/**
 * The memory of the product: at rest, and under an hour of mixed load, in which it must not grow.
 * `LEAK_MINUTES` shortens the hour.
 */
import { readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { createSandbox } from "@yunjing/sandbox/sandbox";
import { offer } from "@yunjing/server/domain/orders/shop.fixture";
import { serverAccount } from "@yunjing/server/platform/database/embedded/account";
import { socketUrl } from "@yunjing/server/platform/database/embedded/create";
import { prepareHome } from "@yunjing/server/platform/database/embedded/home";
import { processesIn } from "@yunjing/server/platform/database/embedded/processes";
import { closeDatabase, openDatabase } from "@yunjing/server/platform/database/pool";
import { makeTemporaryDirectory } from "@yunjing/server/platform/database/temporary-directory.fixture";
import { createLog } from "@yunjing/server/platform/log";
import { expect, onTestFinished, test } from "vitest";
import { attachInspector, type Inspector } from "./inspector.fixture.ts";
import { startMixedLoad } from "./mixed-load.fixture.ts";
import { bundleEntry, freePort, run, stopProcess, waitForOutput } from "./process.fixture.ts";

const MB = 1_048_576;
const MINUTE = 60_000;
/** The product, its sandbox and its database together, in MB (performance.md). */
const IDLE_MAX_MB = 350;
const SETTLE_MS = 20_000;
const leakMinutes = Number(process.env["LEAK_MINUTES"] ?? "60");
const SAMPLES = 24;
/**
 * What the live memory may grow from the second quarter to the last: compiled code and filled
 * caches, in MB. A leak of 100 bytes a request would be 20 MB in an hour.
 */
const GROWTH_MAX_MB = 8;
const GOODS = "leak-card";

/** Starts the product with its own database, sandbox and inspector. */
async function startProduct() {
  const { path: dataDir, remove } = await makeTemporaryDirectory("yunjing-memory-");
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const sandbox = createSandbox({ callbackOrigin: origin });
  const channel = await sandbox.listen();
  const built = await bundleEntry("server/src/main.ts");
  const inspectorPort = await freePort();
  const server = run(built.entry, {
    PORT: String(port),
    DATA_DIR: dataDir,
    SANDBOX_ORIGIN: channel,
    SEED: "none",
    LOG_LEVEL: "error",
    NODE_OPTIONS: `--inspect=127.0.0.1:${inspectorPort}`,
    // The members of the load do not renew their logins.
    SETTINGS: JSON.stringify({ ordersUnpaidMax: 1_000, accessTokenMs: 24 * 60 * MINUTE }),
  });
  onTestFinished(async () => {
    await stopProcess(server, "SIGTERM");
    await sandbox.close();
    built.remove();
    await remove();
  });
  await waitForOutput(server, /ready: http/);
  const inspector = await attachInspector(inspectorPort);
  onTestFinished(inspector.close);
  const { socket } = prepareHome(dataDir, serverAccount());
  const db = openDatabase({
    url: socketUrl(socket, "yunjing_app", "yunjing"),
    log: createLog("silent"),
  });
  onTestFinished(() => closeDatabase(db));
  return { origin, channel, inspector, db };
}

/** The memory of a process in bytes; pages that several share count in parts. */
function residentBytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? Number.NaN) * 1_024;
}

/** Live bytes, `SAMPLES` times in `minutes`. */
async function sampleMemory(inspector: Inspector, minutes: number): Promise<number[]> {
  const samples: number[] = [];
  for (let at = 0; at < SAMPLES; at += 1) {
    await pause((minutes * MINUTE) / SAMPLES);
    const { heap, buffers } = await inspector.liveMemory();
    samples.push(heap + buffers);
  }
  return samples;
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/** How much the live memory grew, in MB, from the second quarter of the samples to the last. */
function growthMb(samples: readonly number[]): number {
  const quarter = samples.length / 4;
  return (mean(samples.slice(-quarter)) - mean(samples.slice(quarter, 2 * quarter))) / MB;
}

/** The processes that a process started, and those that these started. */
function descendantsOf(pid: number): number[] {
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8")
    .split(" ")
    .filter(Boolean)
    .map(Number);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

test(`after \`npm start\` the product, its sandbox and its database take at most ${IDLE_MAX_MB} MB`, async () => {
  const { path: dataDir, remove } = await makeTemporaryDirectory("yunjing-memory-");
  const start = () =>
    run(
      fileURLToPath(new URL("../../tools/run.mjs", import.meta.url)),
      { PORT: "0", DATA_DIR: dataDir, SEED: "demo", LOG_LEVEL: "error" },
      ["start"],
    );
  const first = start();
  onTestFinished(async () => {
    await stopProcess(first, "SIGKILL");
    await remove();
  });
  await waitForOutput(first, /ready: http/, 300_000);
  await stopProcess(first, "SIGTERM");
  const product = start();
  onTestFinished(() => stopProcess(product, "SIGTERM"));
  await waitForOutput(product, /ready: http/, 60_000);
  await pause(SETTLE_MS);
  const server = product.pid ?? 0;
  const database = processesIn(prepareHome(dataDir, serverAccount()).data);
  const others = descendantsOf(server).filter((pid) => !database.includes(pid));
  const mb = (pids: readonly number[]) =>
    Math.round(pids.map(residentBytes).reduce((sum, bytes) => sum + bytes, 0) / MB);
  const parts = { server: mb([server]), sandbox: mb(others), database: mb(database) };
  process.stdout.write(`at rest, MB: ${JSON.stringify(parts)}\n`);
  expect(parts.sandbox).toBeGreaterThan(0);
  expect(parts.database).toBeGreaterThan(0);
  expect(parts.server + parts.sandbox + parts.database).toBeLessThanOrEqual(IDLE_MAX_MB);
}, 420_000);

test(
  `in ${leakMinutes} minutes of mixed load the live memory does not grow`,
  async () => {
    const { origin, channel, inspector, db } = await startProduct();
    await offer(db, { id: GOODS, delivery: "card", priceFen: 100 });
    const load = await startMixedLoad({ origin, channel }, GOODS);
    const samples = await sampleMemory(inspector, leakMinutes);
    await load.stop();
    process.stdout.write(
      `${JSON.stringify(load.did)}; live MB: ${samples.map((bytes) => (bytes / MB).toFixed(1)).join(" ")}; ` +
        `growth ${growthMb(samples).toFixed(2)} MB\n`,
    );
    expect(load.faults).toEqual([]);
    for (const kind of ["purchases", "redemptions", "visits", "logins", "sockets", "reads"])
      expect(load.did[kind] ?? 0, kind).toBeGreaterThan(leakMinutes);
    expect(growthMb(samples)).toBeLessThan(GROWTH_MAX_MB);
  },
  (leakMinutes + 10) * MINUTE,
);

test("a planted leak is found", async () => {
  const { inspector } = await startProduct();
  await inspector.evaluate(
    "setInterval(() => (globalThis.leaked ??= []).push(new Array(50_000).fill(Math.random())), 100); ''",
  );
  expect(growthMb(await sampleMemory(inspector, 1))).toBeGreaterThan(GROWTH_MAX_MB);
}, 300_000);
