/**
 * `npm run backup`: copies the embedded database, the files and the generated secret of a running or
 * stopped product into a new directory below the given one, and removes the oldest copies.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { type Env, runInDatabase } from "./command.ts";
import { readConfig } from "./config/config.ts";
import { ConfigError } from "./config/error.ts";
import { optionalSupplierIds } from "./gateways/suppliers/registry.ts";
import { makeDirectory, serverAccount } from "./platform/database/embedded/account.ts";
import { copyFolder, copyRunningCluster } from "./platform/database/embedded/backup.ts";
import { removeData } from "./platform/database/embedded.ts";
import { prepareHome } from "./platform/database/embedded/home.ts";

type Print = (line: string) => void;

const USAGE = "Usage: npm run backup -- DIRECTORY [--keep COUNT]";
/** Two weeks of nightly backups. */
const KEEP_DEFAULT = 14;
const KEEP_MAX = 10_000;
/** A name such as 20261128T023000Z, which sorts by time; a copy that is not complete has another. */
const COMPLETE = /^\d{8}T\d{6}Z$/;

/** Copies the running or stopped product's cluster into the data directory `copy`. */
export const copyCluster = (env: Env, copy: string, mayUseFallbackDirectory: boolean) =>
  runInDatabase(
    env,
    () => undefined,
    async () => {
      const { dataDir } = readConfig(env, optionalSupplierIds);
      const account = serverAccount();
      const from = prepareHome(dataDir, account);
      const options = { log: () => undefined, mayUseFallbackDirectory };
      await copyRunningCluster(from, prepareHome(copy, account, options), account);
    },
  );

/** Copies files and secret of a data directory. */
export async function copyFiles(from: string, copy: string): Promise<void> {
  await copyFolder(join(from, "files"), join(copy, "files"));
  const secret = join(from, "secret");
  if (existsSync(secret)) copyFileSync(secret, join(copy, "secret"));
}

function optionsOf(args: readonly string[]): { readonly directory: string; readonly keep: number } {
  const [directory, name, count = ""] = args;
  const keep = name === undefined ? KEEP_DEFAULT : Number(count);
  const isKnown = name === undefined || (name === "--keep" && /^\d{1,5}$/.test(count));
  if (!directory || directory.startsWith("-") || !isKnown || args.length > 3)
    throw new ConfigError(USAGE);
  if (keep < 1 || keep > KEEP_MAX)
    throw new ConfigError(`--keep takes a number from 1 to ${KEEP_MAX}.`);
  return { directory: resolve(directory), keep };
}

const nameOf = (instant: Date): string =>
  instant.toISOString().replace(/[-:]/g, "").replace(/\.\d+/, "");

/** Removes a copy with its directory. */
async function removeCopy(copy: string): Promise<void> {
  await removeData(copy, () => undefined);
  rmSync(copy, { recursive: true, force: true });
}

/**
 * Runs the command; returns its exit code, 0. The copy has its final name only when it is complete.
 * Throws ConfigError for wrong arguments and for an external database.
 *
 * @public tools/run/backup.mjs imports it from the build.
 */
export async function runBackup(env: Env, args: readonly string[], print: Print): Promise<number> {
  const { directory, keep } = optionsOf(args);
  const { database, dataDir } = readConfig(env, optionalSupplierIds);
  if (database)
    throw new ConfigError(
      "backup copies the embedded database. Back an external one up with PostgreSQL's own tools, as docs/operations.md says.",
    );
  const began = performance.now();
  const complete = join(directory, nameOf(new Date()));
  const copy = `${complete}-incomplete`;
  makeDirectory(directory);
  mkdirSync(copy, { mode: 0o700 });
  try {
    await copyCluster(env, copy, false);
    await copyFiles(resolve(dataDir), copy);
    renameSync(copy, complete);
  } catch (error) {
    await removeCopy(copy);
    throw error;
  }
  const copies = readdirSync(directory).filter((entry) => COMPLETE.test(entry));
  const old = copies.toSorted().slice(0, -keep);
  for (const name of old) await removeCopy(join(directory, name));
  const tookS = ((performance.now() - began) / 1_000).toFixed(1);
  print(`已备份到 ${complete}（${tookS} 秒），共保留 ${copies.length - old.length} 份。`);
  return 0;
}
