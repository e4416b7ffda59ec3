/**
 * Copies an embedded cluster into another data directory: a running one by PostgreSQL's online
 * backup (https://www.postgresql.org/docs/18/continuous-archiving.html#BACKUP-LOWLEVEL-BASE-BACKUP),
 * a stopped one file by file.
 */
import { existsSync } from "node:fs";
import { chmod, chown, copyFile, lstat, mkdir, readdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import type { Account } from "./account.ts";
import { socketUrl, SUPERUSER } from "./create.ts";
import type { Home } from "./home.ts";

/** Directories that a server fills anew when it starts; they must exist, and are copied empty. */
const EMPTY: ReadonlySet<string> = new Set([
  "pg_dynshmem",
  "pg_notify",
  "pg_replslot",
  "pg_serial",
  "pg_snapshots",
  "pg_stat_tmp",
  "pg_subtrans",
]);
/** Files of the running server alone, and caches. */
const OMITTED = /^(postmaster\.(pid|opts)|pg_internal\.init.*|pgsql_tmp.*)$/;
const WAL = "pg_wal";

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/** Copies one file; one that the server has removed meanwhile is left out. */
async function copyOne(from: string, to: string, account: Account | undefined): Promise<void> {
  try {
    await copyFile(from, to);
  } catch (error) {
    if (isMissing(error)) return;
    throw error;
  }
  await chmod(to, 0o600);
  if (account) await chown(to, account.uid, account.gid);
}

async function makeOwned(path: string, account: Account | undefined): Promise<void> {
  await mkdir(path, { mode: 0o700 });
  if (account) await chown(path, account.uid, account.gid);
}

/** Copies a directory with everything in it, except the names that `omits` returns true for. */
async function copyDirectory(
  from: string,
  to: string,
  account: Account | undefined,
  omits: (name: string) => boolean = () => false,
): Promise<void> {
  await makeOwned(to, account);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (omits(entry.name) || OMITTED.test(entry.name)) continue;
    if (!entry.isDirectory()) await copyOne(source, copy, account);
    else if (EMPTY.has(entry.name)) await makeOwned(copy, account);
    else await copyDirectory(source, copy, account);
  }
}

/** Copies the folder of files of the product, such as pictures and anchors, when it exists. */
export async function copyFolder(from: string, to: string): Promise<void> {
  if (!existsSync(from)) return;
  await mkdir(to, { recursive: true });
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, copy] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) await copyFolder(source, copy);
    else if ((await lstat(source)).isFile()) await copyOne(source, copy, undefined);
  }
}

/** Copies the files of a stopped cluster, such as those of a backup. */
export const copyStoppedCluster = (from: string, to: Home, account: Account | undefined) =>
  copyDirectory(from, to.data, account);

/**
 * Copies a running cluster without stopping it. A temporary replication slot keeps the log that was
 * written meanwhile; the new cluster replays it when it starts, and has then the state of the end
 * of the copy.
 */
export async function copyRunningCluster(
  from: Home,
  to: Home,
  account: Account | undefined,
): Promise<void> {
  const client = new pg.Client(socketUrl(from.socket, SUPERUSER, "postgres"));
  client.on("error", () => undefined);
  await client.connect();
  try {
    const slot = `copy_${process.pid}`;
    await client.query("SELECT pg_create_physical_replication_slot($1, true, true)", [slot]);
    await client.query("SELECT pg_backup_start($1, true)", [slot]);
    await copyDirectory(from.data, to.data, account, (name) => name === WAL);
    const { rows } = await client.query<{ labelfile: string }>(
      "SELECT labelfile FROM pg_backup_stop(false)",
    );
    await copyDirectory(join(from.data, WAL), join(to.data, WAL), account);
    const label = join(to.data, "backup_label");
    await writeFile(label, rows[0]?.labelfile ?? "", { mode: 0o600 });
    if (account) await chown(label, account.uid, account.gid);
  } finally {
    await client.end();
  }
}
