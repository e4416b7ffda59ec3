/**
 * `npm start -- --reset`: removes the data of this data directory, including the database's files
 * elsewhere.
 */
import { existsSync } from "node:fs";
import { join, resolve } from "node:path";
import { ConfigError } from "./config/error.ts";
import { removeData } from "./platform/database/embedded.ts";

type Env = Readonly<Record<string, string | undefined>>;

/**
 * Throws ConfigError in production and for an external database or a DATA_DIR with a repository,
 * and `DirectoryInUse` while a server runs.
 */
export async function reset(env: Env, log: (line: string) => void): Promise<void> {
  if (env["NODE_ENV"] === "production") {
    throw new ConfigError("--reset removes all data; in production it is refused");
  }
  if (env["DATABASE_URL"]) {
    throw new ConfigError("--reset removes the embedded database only; DATABASE_URL names another");
  }
  const dataDir = resolve(env["DATA_DIR"] || ".data");
  const foreign = ["package.json", ".git"].find((name) => existsSync(join(dataDir, name)));
  if (foreign !== undefined) {
    throw new ConfigError(`--reset is refused: DATA_DIR, ${dataDir}, is no folder of data alone`);
  }
  await removeData(dataDir, log);
}
