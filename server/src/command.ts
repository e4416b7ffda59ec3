/** Runs one command in the product's database, with the product running or stopped. */
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { readConfig } from "./config/config.ts";
import { ConfigError } from "./config/error.ts";
import { optionalSupplierIds } from "./gateways/suppliers/registry.ts";
import { systemClock } from "./platform/clock.ts";
import type { Context } from "./platform/context.ts";
import { startEmbedded, urlOfRunning } from "./platform/database/embedded.ts";
import { DirectoryInUse } from "./platform/database/embedded/lock.ts";
import { migrate } from "./platform/database/migrate.ts";
import { closeDatabase, type Db, openDatabase, sendUnprepared } from "./platform/database/pool.ts";
import { createLog } from "./platform/log.ts";
import { idsFrom, systemRandom } from "./platform/random.ts";
import { createSecrets } from "./platform/secrets.ts";

export type Env = Readonly<Record<string, string | undefined>>;
type Opened = { readonly url: string; readonly stop: () => Promise<void> };

const serverFolder = fileURLToPath(new URL("..", import.meta.url));
const schema = {
  migrations: join(serverFolder, "migrations"),
  domain: join(serverFolder, "src/domain"),
};

/** Returns the database: the configured one, the running product's own, or the own one, started. */
async function openDatabaseOf(
  config: ReturnType<typeof readConfig>,
  log: (line: string) => void,
): Promise<Opened> {
  const { database, dataDir } = config;
  if (database) {
    if (database.ownerUrl) await migrate(database.ownerUrl, schema, log);
    return { url: database.url, stop: async () => {} };
  }
  try {
    const embedded = await startEmbedded({ dataDir, log, durable: true });
    await migrate(embedded.ownerUrl, schema, log);
    return { url: embedded.appUrl, stop: () => embedded.stop() };
  } catch (error) {
    // The running product has the directory; its database is shared.
    if (!(error instanceof DirectoryInUse)) throw error;
    return { url: urlOfRunning({ dataDir, log }), stop: async () => {} };
  }
}

/**
 * Brings an external database to the schema of this build; returns how many files were applied. Throws
 * ConfigError without DATABASE_OWNER_URL: the embedded database is migrated by its own start.
 */
export async function migrateDatabase(env: Env, print: (line: string) => void): Promise<number> {
  const ownerUrl = readConfig(env, optionalSupplierIds).database?.ownerUrl;
  if (ownerUrl === undefined)
    throw new ConfigError("npm run migrate needs DATABASE_URL and DATABASE_OWNER_URL");
  let count = 0;
  await migrate(ownerUrl, schema, (name) => {
    print(`· ${name}`);
    count += 1;
  });
  return count;
}

/** Opens the database, does `work` and closes it. Throws ConfigError for settings that are wrong. */
export async function runInDatabase<T>(
  env: Env,
  print: (line: string) => void,
  work: (context: Context, db: Db) => Promise<T>,
): Promise<T> {
  const config = readConfig(env, optionalSupplierIds);
  const { url, stop } = await openDatabaseOf(config, (line) => print(`· ${line}`));
  const clock = systemClock;
  const random = systemRandom;
  const log = createLog("warn");
  const context = {
    clock,
    random,
    ids: idsFrom(clock, random),
    secrets: createSecrets(config.secretRoot, config.otherRoots),
    settings: config.settings,
    log,
  };
  const db = openDatabase({ url, log });
  // One command has nothing to gain from prepared statements, with or without a pooler.
  sendUnprepared(db);
  return work(context, db).finally(async () => {
    await closeDatabase(db);
    await stop();
  });
}
