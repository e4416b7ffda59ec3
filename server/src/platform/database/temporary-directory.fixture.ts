/**
 * Temporary data directories of test runs and measurements: removed at their end, or after a kill
 * at the next start.
 */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lockDirectory, lockOwnerOf } from "./embedded/lock.ts";
import { removeData } from "./embedded/remove.ts";

/** A directory is created shortly before its lock. */
const GRACE_MS = 60_000;

/** A memory file system where there is one. */
export const memoryDisk = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export type TemporaryDirectory = {
  readonly path: string;
  /**
   * Removes it with the cluster of its data, in either location. Processes in it should have been
   * stopped.
   */
  remove(): Promise<void>;
};

async function removeDirectory(path: string): Promise<void> {
  await removeData(path, () => undefined);
  rmSync(path, { recursive: true, force: true });
}

/** Removes directories of this prefix whose creator is dead. */
async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const path = join(parent, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs < GRACE_MS || lockOwnerOf(path) !== undefined) continue;
    // Another run may be removing the same one; a server that still runs in it may belong to a live
    // process.
    await removeDirectory(path).catch(() => undefined);
  }
}

/**
 * Creates a directory owned by this process, which PostgreSQL's account may enter. Removes
 * abandoned ones first.
 */
export async function makeTemporaryDirectory(
  prefix: string,
  parent: string = tmpdir(),
): Promise<TemporaryDirectory> {
  await removeAbandoned(parent, prefix);
  const path = mkdtempSync(join(parent, prefix));
  lockDirectory(path);
  chmodSync(path, 0o711);
  return { path, remove: () => removeDirectory(path) };
}
