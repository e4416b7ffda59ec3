/**
 * Scheduled jobs of files: one deletes expired files that were not adopted, one deletes stored
 * bytes without a row.
 */
import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/database/pool.ts";
import type { FileStore } from "../../platform/files/port.ts";
import type { Job } from "../../platform/jobs/schedule.ts";
import { deleteExpired, existingFileIds } from "./store.ts";

const MINUTE_MS = 60_000;
const DAY_MS = 1_440 * MINUTE_MS;
const BATCH = 100;

/**
 * Deletes the row first: the orphan job finds bytes without a row, but no job finds a row without
 * bytes.
 */
export const expiredFileCleanupJob = (context: Context, db: Db, store: FileStore): Job => ({
  name: "file-sweeper",
  every: 10 * MINUTE_MS,
  run: async () => {
    for (;;) {
      const ended = await deleteExpired(db, { now: context.clock.sql(), limit: BATCH });
      for (const storeKey of ended) if (storeKey !== null) await store.remove(storeKey);
      if (ended.length < BATCH) return;
    }
  },
});

/** `yyyy/mm/{file id}.{ending}` */
const fileIdOf = (storeKey: string): string => storeKey.slice(8, 8 + 36);

async function removeOrphans(db: Db, store: FileStore, keys: readonly string[]): Promise<void> {
  const known = await existingFileIds(db, keys.map(fileIdOf));
  for (const key of keys) if (!known.has(fileIdOf(key))) await store.remove(key);
}

/** A ticket's row exists before its bytes, so bytes without a row will never get one. */
export const orphanFileCleanupJob = (db: Db, store: FileStore): Job => ({
  name: "file-strays",
  every: DAY_MS,
  run: async () => {
    let keys: string[] = [];
    for await (const key of store.list()) {
      keys.push(key);
      if (keys.length < BATCH) continue;
      await removeOrphans(db, store, keys);
      keys = [];
    }
    await removeOrphans(db, store, keys);
  },
});

export const fileJobs = (context: Context, db: Db, store: FileStore): readonly Job[] => [
  expiredFileCleanupJob(context, db, store),
  orphanFileCleanupJob(db, store),
];
