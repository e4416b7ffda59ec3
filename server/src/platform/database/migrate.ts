/**
 * Migrates a database to the current schema: numbered files forward, then changed functions, under
 * one lock.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { isRetryable, lockTimedOut, statementTimedOut } from "./failure.ts";
import { splitStatements } from "./split-statements.ts";

export type MigrationFiles = {
  /** The folder of numbered SQL files. */
  readonly migrations: string;
  /**
   * The folder of domain modules; `<module>/functions/*.sql` are re-applied when their text
   * changes.
   */
  readonly domain: string;
};

/** The advisory lock of all starters; any number not used elsewhere works. */
const LOCK = 7_261_011;

const prepare = `
  CREATE TABLE IF NOT EXISTS migration (
    name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
  )`;

/**
 * Creates the application's role where the owner may, and sets its time-outs (they must be set on
 * the role). Writes nothing where it is as it should be: a start need not wait for the disk.
 */
const role = `
  DO $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'yunjing_app') THEN CREATE ROLE yunjing_app LOGIN; END IF;
    IF NOT has_schema_privilege('yunjing_app', 'public', 'USAGE') THEN
      GRANT USAGE ON SCHEMA public TO yunjing_app;
    END IF;
    IF EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'yunjing_app' AND rolconfig @> ARRAY[
      'lock_timeout=2s', 'statement_timeout=15s', 'idle_in_transaction_session_timeout=10s'])
    THEN RETURN; END IF;
    ALTER ROLE yunjing_app SET lock_timeout = '2s';
    ALTER ROLE yunjing_app SET statement_timeout = '15s';
    ALTER ROLE yunjing_app SET idle_in_transaction_session_timeout = '10s';
  EXCEPTION WHEN insufficient_privilege THEN
    RAISE NOTICE 'role yunjing_app is kept as the administrator made it';
  END $$`;

const hashOf = (text: string): string => createHash("sha256").update(text).digest("hex");

function sqlFiles(folder: string, prefix: string): SqlFile[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith(".sql"))
    .sort()
    .map((file) => ({ name: prefix + file, text: readFileSync(join(folder, file), "utf8") }));
}

/**
 * Returns the function files of the platform and of every module, lower modules first in the given
 * order.
 */
function functionFiles(files: MigrationFiles, modules: readonly string[]) {
  const platform = join(files.domain, "..", "platform", "functions");
  const folders = [
    { folder: platform, name: "platform" },
    ...modules.map((module) => ({ folder: join(files.domain, module, "functions"), name: module })),
  ];
  return folders
    .filter(({ folder }) => existsSync(folder))
    .flatMap(({ folder, name }) => sqlFiles(folder, `function ${name}/`));
}

/** Returns the hashes of what is applied, by name, in one round trip. */
async function appliedHashes(client: pg.Client): Promise<ReadonlyMap<string, string>> {
  const { rows } = await client.query<{ name: string; hash: string }>(
    "SELECT name, hash FROM migration ORDER BY name",
  );
  return new Map(rows.map(({ name, hash }) => [name, hash]));
}

type SqlFile = { readonly name: string; readonly text: string };
type Log = (line: string) => void;

/**
 * How long the changes of tables in use wait for all their locks together, in ms. Requests of running
 * processes queue behind them. It is shorter than PostgreSQL's deadlock_timeout of a second: where a
 * request and the changes wait for each other, the changes give up before the request is ended as the
 * victim of a deadlock.
 */
const LOCKS_WAIT_MS = 400;
/** Running processes get this long, in ms, before the changes are tried again. */
const RETRY_AFTER_MS = 500;
const TRIES_MAX = 120;

/** Names the hash of a former text of a migration that leaves the same schema, in a comment of the present one. */
const FORMERLY = /^-- Formerly ([0-9a-f]{64})\b/gm;

/** Returns whether a file is applied with its text, or with a former one that leaves the same schema. */
function isApplied({ name, text }: SqlFile, applied: ReadonlyMap<string, string>): boolean {
  const hash = applied.get(name);
  if (hash === undefined) return false;
  return (
    hash === hashOf(text) || [...text.matchAll(FORMERLY)].some(([, former]) => former === hash)
  );
}

/**
 * Returns the files that are to be applied, in their order. Throws when a numbered one was changed
 * after it had been applied.
 */
function pendingFiles(
  applied: ReadonlyMap<string, string>,
  files: readonly SqlFile[],
): readonly SqlFile[] {
  const pending = files.filter((file) => !isApplied(file, applied));
  const changed = pending.find(({ name }) => applied.has(name) && !name.startsWith("function "));
  if (changed) throw new Error(`migration ${changed.name} was changed after it had been applied`);
  return pending;
}

/** Returns whether a try failed because the database is in use. */
const isPassing = (error: unknown): boolean =>
  [lockTimedOut, statementTimedOut, isRetryable].some((is) => is(error));

/**
 * Applies files in the open transaction, one statement at a time: a cluster sends some of them on as they
 * came, and its nodes take one.
 */
async function apply(client: pg.Client, files: readonly SqlFile[]): Promise<void> {
  for (const { name, text } of files) {
    for (const statement of splitStatements(text)) await client.query(statement);
    await client.query(
      `INSERT INTO migration (name, hash) VALUES ($1, $2)
       ON CONFLICT (name) DO UPDATE SET hash = excluded.hash, applied_at = now()`,
      [name, hashOf(text)],
    );
  }
}

/** The tables and indexes that a statement of a migration changes or refers to, each as its last word. */
const CHANGED =
  /(?:\b(?:ALTER|DROP) (?:TABLE|INDEX|VIEW)(?: IF EXISTS)?|\bREFERENCES|\bON(?= \w+\s+(?:\(|USING|FOR EACH))|\bTRIGGER \w+ ON) (\w+)/gi;

/**
 * Locks at once every existing table that the files change, before anything is changed. Throws when not
 * all of them are free in time.
 */
async function lockChanged(client: pg.Client, files: readonly SqlFile[]): Promise<void> {
  const names = files.flatMap(({ text }) => [...text.matchAll(CHANGED)].map(([, name]) => name));
  const { rows } = await client.query<{ name: string }>(
    `SELECT DISTINCT coalesce(t.relname, c.relname)::text AS name FROM pg_class c
     LEFT JOIN pg_index i ON i.indexrelid = c.oid LEFT JOIN pg_class t ON t.oid = i.indrelid
     WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'i', 'I') AND c.relname = ANY ($1)
     ORDER BY 1`,
    [names],
  );
  if (rows.length === 0) return;
  await client.query(`SET LOCAL statement_timeout = ${LOCKS_WAIT_MS}`);
  await client.query(`LOCK TABLE ${rows.map(({ name }) => name).join(", ")}`);
  await client.query("SET LOCAL statement_timeout = 0");
}

const inTransaction = async (client: pg.Client, work: () => Promise<void>): Promise<void> => {
  await client.query("BEGIN");
  await work();
  await client.query("COMMIT");
};

/**
 * Applies files to a database that is in use: all of them or none, so that a running process of the
 * former version never meets a part of them, such as a function that is dropped and not yet made
 * again. When the tables are not free at once, everything is undone and tried again.
 */
async function applyTogether(client: pg.Client, files: readonly SqlFile[]): Promise<void> {
  for (let tried = 1; ; tried++) {
    try {
      return await inTransaction(client, async () => {
        await client.query(`SET LOCAL lock_timeout = ${LOCKS_WAIT_MS}`);
        // A cluster then changes its shards one by one, so that functions can follow in the same transaction.
        await client.query("SET LOCAL citus.multi_shard_modify_mode = 'sequential'");
        await lockChanged(client, files);
        await apply(client, files);
      });
    } catch (error) {
      // Where the connection is lost, its own error says so.
      await client.query("ROLLBACK").catch(() => undefined);
      if (tried >= TRIES_MAX || !isPassing(error)) throw error;
      await pause(RETRY_AFTER_MS);
    }
  }
}

/**
 * Returns the domain modules in their order, lower ones first. The order exists once, in
 * `modules.json` of the domain folder; the boundary check reads it too.
 */
const modulesIn = (domain: string): readonly string[] =>
  JSON.parse(readFileSync(join(domain, "modules.json"), "utf8"));

/**
 * Throws when the database has a migration that this version lacks: its functions are newer than
 * ours, and applying ours would replace them.
 */
function refuseNewer(applied: Iterable<string>, own: readonly { readonly name: string }[]): void {
  const names = new Set(own.map(({ name }) => name));
  const newer = [...applied].findLast((name) => !name.startsWith("function ") && !names.has(name));
  if (newer !== undefined)
    throw new Error(
      `the database belongs to a newer version, which applied ${newer}; start that version, or restore the backup that was made before it`,
    );
}

/**
 * Applies what is missing: all of it or nothing where processes may run on the database, and nothing to
 * a database of a newer version. Safe under several starters at once: the others wait for the lock and
 * find nothing to do. `ownerUrl` must be the owner of the tables; the application's own role cannot
 * migrate. `log` gets the name of each applied file.
 */
export async function migrate(
  ownerUrl: string,
  files: MigrationFiles,
  log: Log = () => undefined,
): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, application_name: "yunjing-migrate" });
  client.on("error", () => undefined);
  await client.connect();
  try {
    await client.query("SELECT pg_advisory_lock($1)", [LOCK]);
    await client.query(prepare);
    const numbered = sqlFiles(files.migrations, "");
    const applied = await appliedHashes(client);
    refuseNewer(applied.keys(), numbered);
    await client.query(role);
    const all = [...numbered, ...functionFiles(files, modulesIn(files.domain))];
    const pending = pendingFiles(applied, all);
    if (pending.length === 0) return;
    if (applied.size > 0) await applyTogether(client, pending);
    // No process uses an empty database, and a whole schema needs more locks than a transaction may have.
    else for (const file of pending) await inTransaction(client, () => apply(client, [file]));
    for (const { name } of pending) log(name);
  } finally {
    await client.end();
  }
}
