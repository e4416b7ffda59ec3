/**
 * Moves old rows out of the database into compressed files, in slices of at most 10,000 rows: file
 * first, then one transaction that removes exactly the rows in it.
 */
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { sql } from "drizzle-orm";
import type { Context } from "./context.ts";
import type { Db, Tx } from "./database/pool.ts";
import { epochMsSql } from "./database/sql.ts";
import { transaction } from "./database/transaction.ts";
import type { FileStore } from "./files/port.ts";
import type { Job } from "./jobs/schedule.ts";
import { invariant } from "./refusal.ts";

export const ARCHIVE_SLICE = 10_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A file whose rows did not leave the database within this time is a remainder of a crash. */
const REMAINDER_MS = HOUR_MS;
const DAILY = "20 3 * * *";
const TYPE = "application/gzip";

/** The tables whose old rows are archived; the name is part of the file's key. */
export type ArchiveSourceName = "audit" | "event" | "recon-run";

/** Rows to archive together: one JSON text each, and the times (ms) of the oldest and the newest. */
export type ArchiveSlice = {
  readonly lines: readonly string[];
  readonly fromAt: number;
  readonly toAt: number;
  /** Removes exactly these rows; returns how many it removed. */
  readonly remove: (tx: Tx, archiveId: string) => Promise<number>;
};

export type ArchiveSource = {
  readonly name: ArchiveSourceName;
  /** How long rows stay in the database, in days. */
  readonly keptDays: () => number;
  /** Returns the oldest rows from before the instant, or undefined without any. */
  readonly next: (db: Db, before: Date) => Promise<ArchiveSlice | undefined>;
};

export const archiveKey = (source: string, id: string): string =>
  `archive/${source}/${id}.jsonl.gz`;

/** Writes one slice; throws when rows changed meanwhile, and then nothing has left the database. */
async function archiveSlice(
  context: Context,
  db: Db,
  { store, source }: { readonly store: FileStore; readonly source: ArchiveSourceName },
  slice: ArchiveSlice,
): Promise<void> {
  const id = context.ids.next();
  const bytes = await promisify(gzip)(`${slice.lines.join("\n")}\n`);
  const hash = createHash("sha256").update(bytes).digest();
  await db.execute(sql`
    INSERT INTO archive_file (id, source, rows, bytes, hash, from_at, to_at, created_at)
    VALUES (${id}, ${source}, ${slice.lines.length}, ${bytes.length}, ${hash}, ${new Date(slice.fromAt)},
            ${new Date(slice.toAt)}, ${context.clock.now()})`);
  await store.put(archiveKey(source, id), bytes, TYPE);
  await transaction(db, async (tx) => {
    const removed = await slice.remove(tx, id);
    invariant(removed === slice.lines.length, `${source}: rows changed while they were archived`);
    const kept = await tx.execute(
      sql`UPDATE archive_file SET state = 'kept' WHERE id = ${id} AND state = 'begun'`,
    );
    invariant(kept.rowCount === 1, "an archive is kept once");
  });
}

/** Removes the files of runs that ended between the file and its transaction. */
async function removeRemainders({ clock }: Context, db: Db, store: FileStore): Promise<void> {
  const before = new Date(clock.now().getTime() - REMAINDER_MS);
  const { rows } = await db.execute<{ id: string; source: string }>(sql`
    SELECT id, source FROM archive_file WHERE state = 'begun' AND created_at < ${before} LIMIT 100`);
  for (const { id, source } of rows) {
    await store.remove(archiveKey(source, id));
    await db.execute(
      sql`UPDATE archive_file SET state = 'removed' WHERE id = ${id} AND state = 'begun'`,
    );
  }
}

/** Archives everything that is due; returns how many rows left the database. */
export async function archiveDue(
  context: Context,
  db: Db,
  store: FileStore,
  sources: readonly ArchiveSource[],
): Promise<number> {
  await removeRemainders(context, db, store);
  let rows = 0;
  for (const source of sources) {
    const before = new Date(context.clock.now().getTime() - source.keptDays() * DAY_MS);
    for (;;) {
      const slice = await source.next(db, before);
      if (!slice) break;
      await archiveSlice(context, db, { store, source: source.name }, slice);
      rows += slice.lines.length;
    }
  }
  return rows;
}

export const archiveJob = (
  context: Context,
  db: Db,
  store: FileStore,
  sources: readonly ArchiveSource[],
): Job => ({
  name: "archiver",
  every: DAILY,
  leaseMs: HOUR_MS,
  run: () => archiveDue(context, db, store, sources),
});

/**
 * Reads the lines of a kept file. Returns `missing` when the store does not have it, `changed` when
 * its bytes are not those that were registered; throws Outage when the store fails.
 */
export async function readArchiveLines(
  store: FileStore,
  file: { readonly source: ArchiveSourceName; readonly id: string; readonly hash: string },
): Promise<readonly string[] | "missing" | "changed"> {
  const found = await store.get(archiveKey(file.source, file.id));
  if (!found) return "missing";
  const bytes = await buffer(found.stream);
  if (createHash("sha256").update(bytes).digest("hex") !== file.hash) return "changed";
  return (await promisify(gunzip)(bytes)).toString("utf8").trimEnd().split("\n");
}

export type ArchiveLine = {
  readonly id: string;
  readonly source: ArchiveSourceName;
  readonly rows: number;
  readonly bytes: number;
  /** SHA-256 in hex. */
  readonly hash: string;
  readonly fromAt: number;
  readonly toAt: number;
  readonly createdAt: number;
};

/** Returns the newest kept files. */
export async function latestArchives(db: Db, count: number): Promise<ArchiveLine[]> {
  const { rows } = await db.execute<ArchiveLine>(sql`
    SELECT id, source, rows, bytes, encode(hash, 'hex') AS hash, ${sql.raw(epochMsSql("from_at"))} AS "fromAt",
           ${sql.raw(epochMsSql("to_at"))} AS "toAt", ${sql.raw(epochMsSql("created_at"))} AS "createdAt"
    FROM archive_file WHERE state = 'kept' ORDER BY created_at DESC, id DESC LIMIT ${count}`);
  return rows;
}

/** Returns how many rows each source has archived. */
export async function archivedRows(db: Db): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ source: string; rows: number }>(sql`
    SELECT source, sum(rows)::float8 AS rows FROM archive_file WHERE state = 'kept' GROUP BY source`);
  return new Map(rows.map((row) => [row.source, row.rows]));
}
