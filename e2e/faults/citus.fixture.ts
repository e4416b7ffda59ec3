/**
 * A database of its own on the Citus cluster of CITUS_URL, and the product's processes on it. CITUS_URL is
 * the address of a superuser in a database of the coordinator that has the cluster's workers; all nodes
 * must let the product's roles in. Only what is made here is ended and removed.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { makeTemporaryDirectory } from "@yunjing/server/platform/database/temporary-directory.fixture";
import { createSandbox } from "@yunjing/sandbox/sandbox";
import pg from "pg";
import { onTestFinished } from "vitest";
import { freePort, run, waitForOutput } from "./process.fixture.ts";

const RECORDER = fileURLToPath(new URL("recorded-statements.mjs", import.meta.url));
/** Shards of a table: more than nodes, few enough for a small machine. */
const SHARDS = 8;
const START_TIMEOUT_MS = 120_000;
/** How long a node of the database may take to recover, in seconds. */
const RECOVERED_S = "180";

type Node = { readonly host: string; readonly port: number };

async function ask<Row extends pg.QueryResultRow>(
  url: string,
  ...statements: readonly string[]
): Promise<Row[]> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    let rows: Row[] = [];
    for (const statement of statements) ({ rows } = await client.query<Row>(statement));
    return rows;
  } finally {
    await client.end();
  }
}

const addressOf = (superUrl: string, database: string, { host, port }: Node): string => {
  const url = new URL(superUrl);
  url.hostname = host;
  url.port = String(port);
  url.pathname = `/${database}`;
  return url.href;
};

const ROLES = `DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'yunjing_owner') THEN
    CREATE ROLE yunjing_owner LOGIN CREATEROLE;
    CREATE ROLE yunjing_app LOGIN;
    GRANT yunjing_app TO yunjing_owner WITH ADMIN OPTION;
  END IF;
END $$`;

/** Makes an empty database on every node of the cluster; `drop` removes it. */
export async function makeClusteredDatabase(superUrl: string, name: string) {
  const found = await ask<{ host: string; port: number; isCoordinator: boolean }>(
    superUrl,
    `SELECT nodename AS host, nodeport AS port, groupid = 0 AS "isCoordinator"
     FROM pg_dist_node WHERE noderole = 'primary'`,
  );
  const workers = found.filter(({ isCoordinator }) => !isCoordinator);
  const { hostname, port } = new URL(superUrl);
  const coordinator = { host: hostname, port: Number(port) };
  const nodes = [coordinator, ...workers];
  const drop = async () => {
    for (const node of nodes)
      await ask(
        addressOf(superUrl, "postgres", node),
        `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`,
      );
  };
  await drop();
  for (const node of nodes) {
    await ask(
      addressOf(superUrl, "postgres", node),
      ROLES,
      "ALTER ROLE yunjing_app SET citus.skip_advisory_lock_permission_checks = on",
      `CREATE DATABASE ${name} OWNER yunjing_owner TEMPLATE template0 ENCODING 'UTF8' LOCALE 'C.UTF-8'`,
    );
    await ask(
      addressOf(superUrl, name, node),
      "CREATE EXTENSION citus",
      `ALTER DATABASE ${name} SET citus.shard_count = ${SHARDS}`,
    );
  }
  await ask(
    addressOf(superUrl, name, coordinator),
    `SELECT citus_set_coordinator_host('${coordinator.host}', ${coordinator.port})`,
    ...workers.map((worker) => `SELECT citus_add_node('${worker.host}', ${worker.port})`),
  );
  const as = (role: string) => {
    const url = new URL(addressOf(superUrl, name, coordinator));
    url.username = role;
    return url.href;
  };
  return {
    superUrl: addressOf(superUrl, name, coordinator),
    /** Takes the place of a table away, as a migration leaves a table that it makes. */
    unplace: (table: string) =>
      ask(addressOf(superUrl, name, coordinator), `SELECT undistribute_table('${table}')`),
    appUrl: as("yunjing_app"),
    ownerUrl: as("yunjing_owner"),
    asOwner: (statement: string) => ask(as("yunjing_owner"), statement),
    drop,
  };
}
export type ClusteredDatabase = Awaited<ReturnType<typeof makeClusteredDatabase>>;

type Env = Readonly<Record<string, string>>;

/**
 * The environment of the product's processes on such a database: `shared` is that of all, `owner` what
 * migrations and workers have besides. Callbacks of the sandbox go to `port`. `directory` is for the test's files.
 */
export async function openEnvironment(database: ClusteredDatabase) {
  const { path: directory, remove } = await makeTemporaryDirectory("yunjing-citus-");
  onTestFinished(remove);
  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const sandbox = createSandbox({ callbackOrigin: origin });
  onTestFinished(sandbox.close);
  const shared = {
    DATABASE_URL: database.appUrl,
    DATA_DIR: join(directory, "data"),
    APP_SECRET: randomBytes(32).toString("base64url"),
    SANDBOX_ORIGIN: await sandbox.listen(),
    PUBLIC_ORIGIN: origin,
    LOG_LEVEL: "error",
    SETTINGS: JSON.stringify({
      smsResendSeconds: 1,
      smsPerPhoneDay: 50,
      inviteFreezeMs: 2_000,
      supplierQuerySeconds: [1, 2],
    }),
  };
  return {
    directory,
    port: String(port),
    origin,
    shared,
    owner: { ...shared, DATABASE_OWNER_URL: database.ownerUrl },
  };
}

/** Runs a file of node in the repository, or in another checkout of it. */
export const runNode = (
  [first = "", ...others]: readonly string[],
  env: Env,
  checkout?: string,
): ChildProcess => run(first, env, others, checkout);

/** Runs a command of the product to its end; returns what it printed. Throws when it fails. */
export async function runCommand(verb: string, env: Env, checkout?: string): Promise<string> {
  const child = runNode(["tools/run.mjs", verb], env, checkout);
  let output = "";
  for (const stream of [child.stdout, child.stderr])
    stream?.on("data", (chunk: Buffer) => void (output += chunk.toString()));
  const code = await new Promise((done) => child.once("exit", done));
  if (code !== 0) throw new Error(`${verb} ended with ${String(code)}:\n${output}`);
  return output;
}

/** Starts a process of the product and waits until it is ready; its statements go to `record`. */
export async function startProcess(
  env: Env,
  { record, checkout }: { readonly record?: string; readonly checkout?: string } = {},
): Promise<ChildProcess> {
  const imported = record === undefined ? [] : ["--import", RECORDER];
  const recorded = record === undefined ? {} : { RECORD_STATEMENTS: record };
  const child = runNode([...imported, "server/dist/main.js"], { ...env, ...recorded }, checkout);
  await waitForOutput(child, /ready: http/, START_TIMEOUT_MS);
  return child;
}

/**
 * A worker node of the cluster by its data directory. `kill` ends all its processes at once
 * (`pg_ctl -m immediate`: no checkpoint, no commit is finished), `start` lets it recover.
 */
export function openNode(directory: string, pgCtl = "pg_ctl") {
  const { uid, gid } = statSync(directory);
  const run = async (...args: readonly string[]): Promise<void> => {
    // The node looks for files of its client library in HOME when it connects to another.
    const env = { PATH: process.env["PATH"] ?? "", HOME: directory };
    const settings = ["-D", directory, "-w", "-t", RECOVERED_S, ...args];
    const child = spawn(pgCtl, settings, { uid, gid, env, stdio: "ignore" });
    const code = await new Promise((done) => child.once("exit", done));
    if (code !== 0) throw new Error(`pg_ctl ${args.join(" ")} ended with ${String(code)}`);
  };
  return {
    kill: () => run("-m", "immediate", "stop"),
    start: () => run("-l", `${directory}.log`, "start"),
  };
}

/** Ends transactions of two nodes that were prepared only, as Citus does each minute; returns those left. */
export async function recoverPrepared(superUrl: string): Promise<number> {
  const rows = await ask<{ left: number }>(
    superUrl,
    "SELECT recover_prepared_transactions()",
    `SELECT sum(result::int)::int AS left FROM run_command_on_all_nodes(
       'SELECT count(*) FROM pg_prepared_xacts WHERE database = current_database()')`,
  );
  return rows[0]?.left ?? 0;
}

type Sent = {
  readonly at: number;
  /** The path of the request that sent it; null for a timer. */
  readonly path: string | null;
  readonly text: string;
  readonly values: readonly (string | null | { readonly hex: string })[];
};
export type Planned = Pick<Sent, "text" | "path"> & { readonly fault: string };

const PLANNED = /^\s*(?:WITH|SELECT|INSERT|UPDATE|DELETE)\b/i;

const NO_PLAN = "could not create distributed plan";
type Value = string | null | Buffer;

const planOf = (client: pg.Client, text: string, values: readonly Value[]) =>
  client
    .query<{ "QUERY PLAN": string }>({ text: `EXPLAIN (COSTS OFF) ${text}`, values: [...values] })
    .catch((error: unknown) => (error instanceof pg.DatabaseError ? error : Promise.reject(error)));

const withValues = (text: string, values: readonly Value[]): string =>
  text.replace(/\$(\d+)/g, (_, place: string) => {
    const value = values[Number(place) - 1] ?? null;
    if (value === null) return "NULL";
    return pg.escapeLiteral(Buffer.isBuffer(value) ? `\\x${value.toString("hex")}` : value);
  });

/** A join for which the nodes send each other their rows: it takes seconds, whatever the number of rows. */
const RESENT = /MapMergeJob|Map Task Count/;

/**
 * Plans each recorded statement again on the cluster, with its values. Returns those that Citus refuses,
 * those that go to several shards, and those for which rows are sent between nodes. `isOf` chooses by the
 * path of the request.
 */
export async function planAgain(
  appUrl: string,
  files: readonly string[],
  isOf: (path: string | null) => boolean = () => true,
): Promise<{
  readonly all: number;
  readonly refused: Planned[];
  readonly spread: Planned[];
  readonly resent: Planned[];
}> {
  const sent = files.flatMap((file) =>
    readFileSync(file, "utf8")
      .trim()
      .split("\n")
      .map((line): Sent => JSON.parse(line))
      .filter(({ path }) => isOf(path)),
  );
  const statements = new Map(sent.toReversed().map((one) => [one.text, one]));
  const [refused, spread, resent]: [Planned[], Planned[], Planned[]] = [[], [], []];
  let client: pg.Client | undefined;
  for (const { text, path, values } of statements.values()) {
    if (!PLANNED.test(text)) continue;
    if (!client) {
      client = new pg.Client(appUrl);
      await client.connect();
    }
    const given = values.map((value) =>
      value !== null && typeof value === "object" ? Buffer.from(value.hex, "hex") : value,
    );
    let plan = await planOf(client, text, given);
    // EXPLAIN gives INSERT … SELECT no values; the statement itself gets them.
    if (plan instanceof pg.DatabaseError && plan.message === NO_PLAN) {
      plan = await planOf(client, withValues(text, given), []);
    }
    if (plan instanceof pg.DatabaseError) {
      if (plan.code === "0A000") refused.push({ text, path, fault: plan.message });
      // A session that was refused plans otherwise afterwards (decision 0220).
      await client.end();
      client = undefined;
      continue;
    }
    const lines = plan.rows.map((row) => row["QUERY PLAN"]);
    const tasks = lines.map((line) => Number(/Task Count: (\d+)/.exec(line)?.[1] ?? 0));
    if (Math.max(0, ...tasks) > 1)
      spread.push({ text, path, fault: `${Math.max(...tasks)} shards` });
    if (lines.some((line) => RESENT.test(line)))
      resent.push({ text, path, fault: "sends rows between nodes" });
  }
  await client?.end();
  return { all: statements.size, refused, spread, resent };
}
