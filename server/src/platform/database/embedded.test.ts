/**
 * Tests the embedded database on real clusters: no acknowledged write is lost, and no process is
 * left running.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { afterEach, beforeEach, expect, test } from "vitest";
import { processesIn, processIdentity, waitUntil } from "./embedded/processes.ts";
import { type EmbeddedDatabase, startEmbedded } from "./embedded.ts";
import { makeTemporaryDirectory, memoryDisk } from "./temporary-directory.fixture.ts";
import { isSlowTier } from "../repeat-count.fixture.ts";

const FIXTURE = fileURLToPath(new URL("embedded/embedded.fixture.ts", import.meta.url));
const DEATH_MS = 10_000;

let parentDir = "";
let dataDir = "";
let logLines: string[] = [];
const children: ChildProcess[] = [];

beforeEach(async () => {
  parentDir = realpathSync((await makeTemporaryDirectory("yunjing-db-", memoryDisk)).path);
  dataDir = join(parentDir, "data");
  logLines = [];
});
afterEach(async () => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
  await waitUntil(() => processesIn(cluster()).length === 0, DEATH_MS);
  rmSync(parentDir, { recursive: true, force: true });
});

const cluster = () => join(dataDir, "postgres/data");
const serverPid = () =>
  Number(readFileSync(join(cluster(), "postmaster.pid"), "utf8").split("\n")[0]);
const start = (): Promise<EmbeddedDatabase> =>
  startEmbedded({ dataDir, log: (line) => logLines.push(line), durable: true });

/** Starts another process that owns the directory; resolves to its owner URL. */
async function startElsewhere(
  command = [process.execPath],
): Promise<{ child: ChildProcess; url: string }> {
  const [file = "", ...args] = command;
  const child = spawn(file, [...args, "--import", "tsx", FIXTURE, dataDir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  children.push(child);
  const url = await new Promise<string>((resolve, reject) => {
    child.stdout?.once("data", (bytes: Buffer) => resolve(bytes.toString().trim()));
    child.once("exit", (code) => reject(new Error(`the owner ended with ${code}`)));
  });
  return { child, url };
}

async function killOwner(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await waitUntil(() => processIdentity(child.pid ?? 0) === undefined, DEATH_MS);
}

async function ask(url: string, ...statements: string[]): Promise<unknown[][]> {
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  let rows: unknown[][] = [];
  for (const text of statements) ({ rows } = await client.query({ text, rowMode: "array" }));
  await client.end();
  return rows;
}

test("a cluster starts, preserves data across a restart, and leaves no process running", async () => {
  const first = await start();
  await ask(first.ownerUrl, "CREATE TABLE kept (n int)", "INSERT INTO kept VALUES (7)");
  expect(await ask(first.appUrl, "SHOW fsync")).toEqual([["on"]]);
  expect(await ask(first.appUrl, "SHOW listen_addresses")).toEqual([[""]]);
  await first.stop();
  await first.stop();
  expect(processesIn(cluster())).toEqual([]);
  const second = await start();
  expect(await ask(second.ownerUrl, "SELECT n FROM kept")).toEqual([[7]]);
  await second.stop();
  expect(logLines).toEqual([]);
});

test("PostgreSQL's own log contains no value of a slow or failing statement", async () => {
  const database = await start();
  const client = new pg.Client(database.ownerUrl);
  await client.connect();
  await client.query("CREATE TABLE held (phone text PRIMARY KEY)");
  await client.query("INSERT INTO held VALUES ($1), ($2)", ["13800000001", "x"]);
  const again = client.query("INSERT INTO held VALUES ($1)", ["13800000001"]);
  await expect(again).rejects.toThrow("duplicate key");
  await expect(client.query("SELECT $1::int", ["13800000001x"])).rejects.toThrow("13800000001x");
  await client.query("SELECT pg_sleep(1.1), $1::text AS slow_one", ["13800000001"]);
  await client.end();
  await database.stop();
  const log = readFileSync(join(dataDir, "postgres/postgres.log"), "utf8");
  expect(log).toContain("slow_one");
  expect(log).not.toContain("13800000001");
});

test("a second owner is refused with the directory and the owner's process id", async () => {
  const first = await start();
  await expect(start()).rejects.toThrow(`${dataDir} is in use by process ${process.pid}`);
  expect(await ask(first.appUrl, "SELECT 1")).toEqual([[1]]);
  await first.stop();
});

test("kill -9 of the owner also stops the server, and the next owner finds every row", async () => {
  const { child, url } = await startElsewhere();
  await ask(url, "CREATE TABLE kept (n int)", "INSERT INTO kept VALUES (7)");
  const server = serverPid();
  await killOwner(child);
  expect(await waitUntil(() => processIdentity(server) === undefined, DEATH_MS)).toBe(true);
  const next = await start();
  expect(await ask(next.ownerUrl, "SELECT n FROM kept")).toEqual([[7]]);
  await next.stop();
});

test("kill -9 of the owner and of the server loses no data either", async () => {
  const { child, url } = await startElsewhere();
  await ask(url, "CREATE TABLE kept (n int)", "INSERT INTO kept VALUES (7)");
  process.kill(serverPid(), "SIGKILL");
  await killOwner(child);
  const next = await start();
  expect(await ask(next.ownerUrl, "SELECT n FROM kept")).toEqual([[7]]);
  await next.stop();
});

test.runIf(isSlowTier)(
  "an orphaned server that the kernel does not stop is stopped by the next owner",
  async () => {
    // Without setpriv in the path the server does not stop with its owner.
    const { child } = await startElsewhere(["/usr/bin/env", "PATH=/nowhere", process.execPath]);
    const orphan = serverPid();
    await killOwner(child);
    expect(processIdentity(orphan)).toBeDefined();
    const next = await start();
    expect(logLines).toEqual([
      `stopping the PostgreSQL ${orphan} that an earlier owner left behind`,
    ]);
    expect(processIdentity(orphan)).toBeUndefined();
    await next.stop();
  },
);

test.runIf(isSlowTier)(
  "a pid file whose process id belongs to another process does not prevent a start",
  async () => {
    await (await start()).stop();
    writeFileSync(join(cluster(), "postmaster.pid"), `${process.pid}\n${cluster()}\n`);
    const next = await start();
    expect(await ask(next.appUrl, "SELECT 1")).toEqual([[1]]);
    await next.stop();
  },
);

test("a server that dies unexpectedly is restarted", async () => {
  const database = await start();
  const server = serverPid();
  process.kill(server, "SIGKILL");
  await waitUntil(() => logLines.includes("the embedded PostgreSQL was restarted"), DEATH_MS);
  expect(await ask(database.appUrl, "SELECT 1")).toEqual([[1]]);
  expect(serverPid()).not.toBe(server);
  await database.stop();
});

test.runIf(isSlowTier)("a setup that was killed half way is started again", async () => {
  const half = join(dataDir, "postgres/data.init");
  await (await start()).stop();
  rmSync(cluster(), { recursive: true });
  mkdirSync(half);
  writeFileSync(join(half, "PG_VERSION"), "18");
  const database = await start();
  expect(await ask(database.appUrl, "SELECT 1")).toEqual([[1]]);
  await database.stop();
});

test.runIf(isSlowTier)(
  "a data directory with a very long path has its socket in another directory",
  async () => {
    dataDir = join(dataDir, "deep".repeat(30));
    const database = await start();
    expect(database.socketDir.length).toBeLessThan(60);
    expect(await ask(database.appUrl, "SELECT 1")).toEqual([[1]]);
    await database.stop();
    rmSync(database.socketDir, { recursive: true });
  },
);
