/**
 * Saves a whole database in one compressed file, and restores it unchanged: schema, functions and
 * rows, by SQL alone.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";

const serverFolder = fileURLToPath(new URL("../../server/", import.meta.url));
const BATCH_ROWS = 500;

export type SavedDatabase<Facts = object> = {
  /** What the tests must know besides the rows: the time of the copy, keys, tokens and codes. */
  readonly facts: Facts;
  /** The data folder: uploaded files, and the sandbox's journals; by path, as base64. */
  readonly files: Readonly<Record<string, string>>;
  /** Migrations and functions of the build that was saved, in the order in which they were applied. */
  readonly schema: readonly string[];
  /** Each row is the text of a JSON object: JavaScript's numbers would lose digits. */
  readonly tables: readonly {
    readonly name: string;
    readonly columns: string;
    readonly rows: readonly string[];
  }[];
};

async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(url);
  client.on("error", () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** The text of a migration or of a function's file, by its name in the table of migrations. */
function schemaText(name: string): string {
  const [, folder = "", file = ""] = /^function ([\w-]+)\/(.+)$/.exec(name) ?? [];
  if (file === "") return readFileSync(join(serverFolder, "migrations", name), "utf8");
  const parent = folder === "platform" ? "src/platform" : `src/domain/${folder}`;
  return readFileSync(join(serverFolder, parent, "functions", file), "utf8");
}

const TABLES = `
  SELECT c.relname AS name, string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) AS columns
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r' AND a.attnum > 0
    AND NOT a.attisdropped AND a.attgenerated = ''
  GROUP BY c.relname ORDER BY c.relname`;

/** Everything in a folder of files. */
function readFiles(folder: string): SavedDatabase["files"] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Object.fromEntries(
    files.map(({ parentPath, name }) => {
      const place = join(parentPath, name);
      return [relative(folder, place), readFileSync(place).toString("base64")];
    }),
  );
}

export async function writeFiles(folder: string, files: SavedDatabase["files"]): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const [key, bytes] of Object.entries(files)) {
    const place = join(folder, key);
    await mkdir(dirname(place), { recursive: true });
    await writeFile(place, Buffer.from(bytes, "base64"));
  }
}

/** Writes the database at `url` and the data folder to `path`; this build must have made the database. */
export async function saveDatabase(
  { url, dataFolder }: { readonly url: string; readonly dataFolder: string },
  path: string,
  facts: SavedDatabase["facts"],
): Promise<void> {
  const saved = await withClient(url, async (client): Promise<SavedDatabase> => {
    await client.query("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY");
    const applied = await client.query<{ name: string }>(
      "SELECT name FROM migration ORDER BY applied_at, name",
    );
    const found = await client.query<{ name: string; columns: string }>(TABLES);
    const tables = [];
    for (const { name, columns } of found.rows) {
      const { rows } = await client.query<{ text: string }>(
        `SELECT row_to_json(t)::text AS text FROM (SELECT ${columns} FROM ${name}) t ORDER BY 1`,
      );
      tables.push({ name, columns, rows: rows.map(({ text }) => text) });
    }
    const files = readFiles(dataFolder);
    return { facts, files, schema: applied.rows.map(({ name }) => schemaText(name)), tables };
  });
  writeFileSync(path, gzipSync(JSON.stringify(saved), { level: 9 }));
}

export const readSaved = <Facts>(path: string): SavedDatabase<Facts> =>
  JSON.parse(gunzipSync(readFileSync(path)).toString("utf8"));

const MIGRATION_TABLE = `
  CREATE TABLE migration (
    name text PRIMARY KEY, hash text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now()
  )`;

/** Fills an empty database: the schema as its owner, the rows as a superuser, past all triggers. */
export async function restoreDatabase(
  { ownerUrl, superuserUrl }: { readonly ownerUrl: string; readonly superuserUrl: string },
  { schema, tables }: SavedDatabase<unknown>,
): Promise<void> {
  await withClient(ownerUrl, async (client) => {
    await client.query("BEGIN");
    await client.query(MIGRATION_TABLE);
    await client.query("GRANT USAGE ON SCHEMA public TO yunjing_app");
    for (const text of schema) await client.query(text);
    await client.query("COMMIT");
  });
  await withClient(superuserUrl, async (client) => {
    await client.query("BEGIN");
    await client.query("SET LOCAL session_replication_role = replica");
    await client.query(`TRUNCATE ${tables.map(({ name }) => name).join(", ")}`);
    for (const { name, columns, rows } of tables) {
      for (let at = 0; at < rows.length; at += BATCH_ROWS) {
        await client.query(
          `INSERT INTO ${name} (${columns}) SELECT ${columns}
           FROM json_populate_recordset(NULL::${name}, $1::json)`,
          [`[${rows.slice(at, at + BATCH_ROWS).join(",")}]`],
        );
      }
    }
    await client.query("COMMIT");
  });
}
