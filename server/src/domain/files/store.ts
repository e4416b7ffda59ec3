/** Every SQL statement about files; each change is guarded by the state it expects. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../platform/database/sql.ts";
import type { ImageType, Purpose } from "./model.ts";

type Reader = Db | Tx;
type Timed = { readonly now: Now };

export async function insertTicket(
  db: Reader,
  file: Timed & {
    readonly fileId: string;
    readonly ownerId: string | undefined;
    readonly path: string;
    readonly expiresAt: Date;
  },
): Promise<void> {
  await db.execute(sql`
    INSERT INTO file (file_id, owner_id, path, state, expires_at, created_at)
    VALUES (${file.fileId}, ${file.ownerId ?? null}, ${file.path}, 'ticketed', ${file.expiresAt}, ${sqlNow(file.now)})`);
}

export type ConsumedTicket = { readonly ownerId: string | null; readonly path: string };

/**
 * Consumes a ticket; undefined when it was used, has expired, or does not exist. Of several
 * concurrent calls one succeeds.
 */
export async function consumeTicket(
  db: Reader,
  { fileId, now }: Timed & { readonly fileId: string },
): Promise<ConsumedTicket | undefined> {
  const taken = await db.execute<ConsumedTicket>(sql`
    UPDATE file SET taken_at = ${sqlNow(now)}
    WHERE file_id = ${fileId} AND state = 'ticketed' AND taken_at IS NULL AND expires_at > ${sqlNow(now)}
    RETURNING owner_id AS "ownerId", path`);
  return taken.rows[0];
}

/** Records that the bytes are in the store; false when the cleanup job has deleted the row. */
export async function markStored(
  db: Reader,
  file: {
    readonly fileId: string;
    readonly storeKey: string;
    readonly type: ImageType;
    readonly bytes: number;
    readonly sha256: Buffer;
    readonly expiresAt: Date;
  },
): Promise<boolean> {
  const marked = await db.execute(sql`
    UPDATE file SET state = 'stored', store_key = ${file.storeKey}, type = ${file.type}, bytes = ${file.bytes},
                    sha256 = ${file.sha256}, expires_at = ${file.expiresAt}
    WHERE file_id = ${file.fileId} AND state = 'ticketed' AND taken_at IS NOT NULL`);
  return marked.rowCount === 1;
}

export type ReadableFile = {
  readonly fileId: string;
  readonly ownerId: string | null;
  readonly path: string;
  readonly storeKey: string;
  readonly type: ImageType;
};

/** Returns the readable files of these ids, unsorted. */
export async function findFiles(
  db: Reader,
  { fileIds, now }: Timed & { readonly fileIds: readonly string[] },
): Promise<ReadableFile[]> {
  if (fileIds.length === 0) return [];
  const found = await db.execute<ReadableFile>(sql`
    SELECT file_id AS "fileId", owner_id AS "ownerId", path, store_key AS "storeKey", type FROM file
    WHERE file_id = ANY (${sql.param([...fileIds])}::uuid[]) AND state IN ('stored', 'adopted')
      AND (expires_at IS NULL OR expires_at > ${sqlNow(now)}) AND blocked_at IS NULL`);
  return found.rows;
}

/**
 * Adopts a file permanently, for its owner or, when it has no owner, for any member who has its id.
 * False when it cannot be adopted.
 */
export async function adoptRow(
  tx: Tx,
  file: Timed & {
    readonly fileId: string;
    readonly path: string;
    readonly memberId: string;
    readonly purpose: Purpose;
  },
): Promise<boolean> {
  const adopted = await tx.execute(sql`
    UPDATE file SET state = 'adopted', owner_id = ${file.memberId}, purpose = ${file.purpose}, expires_at = NULL
    WHERE file_id = ${file.fileId} AND path = ${file.path} AND state = 'stored' AND expires_at > ${sqlNow(file.now)}
      AND blocked_at IS NULL AND (owner_id = ${file.memberId} OR owner_id IS NULL)`);
  return adopted.rowCount === 1;
}

/** Releases an adopted file for the cleanup job. */
export async function releaseRow(
  tx: Tx,
  file: Timed & { readonly fileId: string; readonly purpose: Purpose },
): Promise<void> {
  await tx.execute(sql`
    UPDATE file SET state = 'stored', purpose = NULL, expires_at = ${sqlNow(file.now)}
    WHERE file_id = ${file.fileId} AND state = 'adopted' AND purpose = ${file.purpose}`);
}

/**
 * Deletes expired rows and returns the store keys of their bytes, null where none were uploaded.
 */
export async function deleteExpired(
  db: Db,
  { now, limit }: Timed & { readonly limit: number },
): Promise<(string | null)[]> {
  const gone = await db.execute<{ storeKey: string | null }>(sql`
    DELETE FROM file WHERE expires_at <= ${sqlNow(now)} AND file_id IN (
      SELECT file_id FROM file WHERE expires_at <= ${sqlNow(now)} ORDER BY expires_at LIMIT ${limit})
    RETURNING store_key AS "storeKey"`);
  return gone.rows.map(({ storeKey }) => storeKey);
}

/** Returns which of these ids still exist. */
export async function existingFileIds(db: Db, fileIds: readonly string[]): Promise<Set<string>> {
  const found = await db.execute<{ id: string }>(
    sql`SELECT file_id AS id FROM file WHERE file_id = ANY (${sql.param([...fileIds])}::uuid[])`,
  );
  return new Set(found.rows.map(({ id }) => id));
}
