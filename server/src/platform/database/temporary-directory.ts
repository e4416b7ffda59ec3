/** Data directories of test runs and measurements: removed at their end, and after a kill at the next start. */
import { chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { lockDirectory, lockOwnerOf } from "./embedded/lock.ts";
import { removeData } from "./embedded/remove.ts";

/** Between the making of a directory and its lock lies an instant. */
const GRACE_MS = 60_000;

/** Memory where there is a disk of it. */
export const memoryDisk = existsSync("/dev/shm") ? "/dev/shm" : tmpdir();

export type TemporaryDirectory = {
  readonly path: string;
  /** Removes it with the cluster of its data, wherever that lies. What runs in it should have been stopped. */
  remove(): Promise<void>;
};

async function removeDirectory(path: string): Promise<void> {
  await removeData(path, () => undefined);
  rmSync(path, { recursive: true, force: true });
}

/** Removes what killed runs left: directories of this prefix whose maker is dead. */
async function removeAbandoned(parent: string, prefix: string): Promise<void> {
  for (const name of readdirSync(parent).filter((entry) => entry.startsWith(prefix))) {
    const path = join(parent, name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: Date.now() };
    if (Date.now() - mtimeMs < GRACE_MS || lockOwnerOf(path) !== undefined) continue;
    // Another run may be sweeping the same; a server that still runs in it is somebody's.
    await removeDirectory(path).catch(() => undefined);
  }
}

/** Makes a directory that belongs to this process, and that PostgreSQL's account may enter. Sweeps others first. */
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
