/**
 * Migrates a database to the current schema: numbered files forward, then changed functions, under
 * one lock.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";

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

function sqlFiles(folder: string, prefix: string): { name: string; text: string }[] {
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

type Applying = {
  readonly client: pg.Client;
  readonly applied: ReadonlyMap<string, string>;
  readonly log: (line: string) => void;
};

async function apply(
  { client, applied, log }: Applying,
  file: { readonly name: string; readonly text: string },
): Promise<void> {
  const hash = hashOf(file.text);
  const before = applied.get(file.name);
  if (before === hash) return;
  if (before && !file.name.startsWith("function ")) {
    throw new Error(`migration ${file.name} was changed after it had been applied`);
  }
  await client.query("BEGIN");
  await client.query(file.text);
  await client.query(
    `INSERT INTO migration (name, hash) VALUES ($1, $2)
     ON CONFLICT (name) DO UPDATE SET hash = excluded.hash, applied_at = now()`,
    [file.name, hash],
  );
  await client.query("COMMIT");
  log(file.name);
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
 * Applies what is missing, and nothing to a database of a newer version. Safe under several starters
 * at once: the others wait for the lock and find nothing to do. `ownerUrl` must be the owner of the tables; the application's own role cannot
 * migrate.
 */
export async function migrate(
  ownerUrl: string,
  files: MigrationFiles,
  log: (line: string) => void = () => undefined,
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
    const applying = { client, applied, log };
    for (const file of numbered) await apply(applying, file);
    for (const file of functionFiles(files, modulesIn(files.domain))) await apply(applying, file);
  } finally {
    await client.end();
  }
}
