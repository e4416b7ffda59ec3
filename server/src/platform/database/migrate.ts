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
 * the role).
 */
const role = `
  DO $$ BEGIN
    IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'yunjing_app') THEN CREATE ROLE yunjing_app LOGIN; END IF;
    GRANT USAGE ON SCHEMA public TO yunjing_app;
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

async function apply(
  client: pg.Client,
  file: { name: string; text: string },
  log: (line: string) => void,
) {
  const hash = hashOf(file.text);
  const known = await client.query<{ hash: string }>("SELECT hash FROM migration WHERE name = $1", [
    file.name,
  ]);
  const before = known.rows[0]?.hash;
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
async function refuseNewer(client: pg.Client, names: readonly string[]): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT name FROM migration WHERE name NOT LIKE 'function %' AND name <> ALL ($1)
     ORDER BY name DESC LIMIT 1`,
    [names],
  );
  const [newer] = rows;
  if (newer)
    throw new Error(
      `the database belongs to a newer version, which applied ${newer.name}; start that version, or restore the backup that was made before it`,
    );
}

/**
 * Applies what is missing, and nothing to a database of a newer version. Safe under several starters at once: the others wait for the lock and
 * find nothing to do. `ownerUrl` must be the owner of the tables; the application's own role cannot
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
    await refuseNewer(
      client,
      numbered.map(({ name }) => name),
    );
    await client.query(role);
    for (const file of numbered) await apply(client, file, log);
    for (const file of functionFiles(files, modulesIn(files.domain)))
      await apply(client, file, log);
  } finally {
    await client.end();
  }
}
