/**
 * File store in a folder of this machine: a file is written to a temporary name and then renamed,
 * so it is never incomplete.
 */
import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { Outage } from "../refusal.ts";
import { checkedKey, type FileStore, isFileKey } from "./port.ts";

const isMissing = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ENOENT";

/** A disk failure (full, read only, missing) is an outage, as a partner's. */
const throwOutage = (error: unknown): never => {
  throw new Outage("the disk of files", error);
};

const unlessMissing = (error: unknown): undefined =>
  isMissing(error) ? undefined : throwOutage(error);

async function writeAtomically(place: string, part: string, bytes: Uint8Array): Promise<void> {
  await Promise.all(
    [dirname(place), dirname(part)].map((folder) => mkdir(folder, { recursive: true })),
  );
  const file = await open(part, "wx", 0o600);
  await file
    .writeFile(bytes)
    // The name must not reach the disk before the bytes.
    .then(() => file.sync())
    .finally(() => file.close());
  await rename(part, place);
}

/** Creates a store below `folder`; the folder is created with the first file. */
export function diskStore(folder: string): FileStore {
  const placeOf = (key: string): string => join(folder, ...checkedKey(key).split("/"));
  return {
    put: async (key, bytes) => {
      const part = join(folder, ".parts", randomUUID());
      await writeAtomically(placeOf(key), part, bytes).catch(async (error: unknown) => {
        await rm(part, { force: true });
        throwOutage(error);
      });
    },
    get: async (key) => {
      const place = placeOf(key);
      const found = await stat(place).catch(unlessMissing);
      return found && { stream: createReadStream(place), bytes: found.size };
    },
    remove: (key) => rm(placeOf(key), { force: true }).catch(throwOutage),
    async *list() {
      const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
        unlessMissing,
      );
      for (const entry of entries ?? []) {
        const key = relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/");
        if (entry.isFile() && isFileKey(key)) yield key;
      }
    },
  };
}
