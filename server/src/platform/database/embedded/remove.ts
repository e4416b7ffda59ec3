/** Removes all data of a data directory: the cluster, wherever it lies, and what the product keeps beside it. */
import { existsSync, realpathSync, rmSync } from "node:fs";
import { join } from "node:path";
import { findHome, removeHome } from "./home.ts";
import { lockDirectory } from "./lock.ts";
import { stopOrphanedServer } from "./postmaster.ts";

/** What the product and the sandbox keep in a data directory besides the cluster. */
const OWN_FILES = ["secret", "files", "sandbox"];

/**
 * Removes the data and leaves the directory. Throws `DirectoryInUse` while a process has it. A server that a killed
 * process left behind is stopped first.
 */
export async function removeData(dataDir: string, log: (line: string) => void): Promise<void> {
  if (!existsSync(dataDir)) return;
  const real = realpathSync(dataDir);
  const home = findHome(real);
  if (home) {
    lockDirectory(home.path, dataDir);
    await stopOrphanedServer(home, log);
    removeHome(real, home);
    log(`removed the database in ${home.path}`);
  }
  for (const name of OWN_FILES) rmSync(join(real, name), { recursive: true, force: true });
}
