/**
 * Removes all data of a data directory: the cluster, in either location, and the product's other
 * files.
 */
import { existsSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findHome, removeHome } from "./home.ts";
import { lockDirectory } from "./lock.ts";
import { stopOrphanedServer } from "./postmaster.ts";

/** The files of the product and the sandbox in a data directory besides the cluster. */
const OWN_FILES = ["secret", "files", "sandbox", "demo-unfinished"];

/** Removes the database alone, so that the next start creates it anew. Throws `DirectoryInUse`. */
export async function removeCluster(dataDir: string, log: (line: string) => void): Promise<void> {
  const real = realpathSync(dataDir);
  const home = findHome(real);
  if (!home) return;
  lockDirectory(home.path, dataDir);
  await stopOrphanedServer(home, log);
  removeHome(real, home);
  log(`removed the database in ${home.path}`);
}

/**
 * Removes the data and keeps the directory. Throws `DirectoryInUse` while a process has it. A
 * server that a killed process left running is stopped first.
 */
export async function removeData(dataDir: string, log: (line: string) => void): Promise<void> {
  if (!existsSync(dataDir)) return;
  const real = realpathSync(dataDir);
  await removeCluster(dataDir, log);
  for (const name of OWN_FILES) rmSync(join(real, name), { recursive: true, force: true });
}
