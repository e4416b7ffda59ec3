/** SQL statements about pictures that operators block and remove. Instants in ms. */
import { type SQL, sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import {
  afterPosition,
  byPosition,
  microsSql,
  type Position,
} from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";
import type { Purpose } from "../model.ts";

const ms = (column: string) => sql.raw(`${epochMsSql(column)}::float8`);

export type UsedFile = Position & {
  readonly ownerId: string;
  readonly use: Purpose;
  readonly path: string;
  readonly storeKey: string;
  readonly type: string;
  readonly bytes: number;
  readonly createdAt: number;
  readonly blockedAt: number | null;
  readonly blockedBy: string | null;
  readonly blockReason: string | null;
  readonly removedAt: number | null;
};

const columns = sql`file_id AS id, owner_id AS "ownerId", purpose AS use, path, store_key AS "storeKey",
  type, bytes, ${ms("created_at")} AS "createdAt", ${ms("blocked_at")} AS "blockedAt",
  blocked_by AS "blockedBy", block_reason AS "blockReason", ${ms("removed_at")} AS "removedAt",
  ${microsSql("created_at")} AS micros`;

export type FileQuery = {
  readonly use: Purpose | undefined;
  readonly isBlocked: boolean;
  readonly ownerId: string | undefined;
  readonly from: number | undefined;
  readonly to: number | undefined;
  readonly after: Position | undefined;
  readonly limit: number;
};

/** Returns a page of pictures in use, the newest first. */
export async function listUsedFiles(db: Db, query: FileQuery): Promise<UsedFile[]> {
  const row = { time: sql`created_at`, id: sql`file_id::text` };
  const conditions: SQL[] = [sql`state = 'adopted'`];
  if (query.use !== undefined) conditions.push(sql`purpose = ${query.use}`);
  if (query.isBlocked) conditions.push(sql`blocked_at IS NOT NULL`);
  if (query.ownerId !== undefined) conditions.push(sql`owner_id = ${query.ownerId}::uuid`);
  if (query.from !== undefined)
    conditions.push(sql`created_at >= ${new Date(query.from)}::timestamptz`);
  if (query.to !== undefined) conditions.push(sql`created_at < ${new Date(query.to)}::timestamptz`);
  const { rows } = await db.execute<UsedFile>(sql`
    SELECT ${columns} FROM file
    WHERE ${sql.join(conditions, sql` AND `)} AND ${afterPosition(row, query.after, "descending")}
    ORDER BY ${byPosition(row, "descending")} LIMIT ${query.limit}`);
  return rows;
}

/** Returns a picture in use. */
export async function findUsedFile(db: Db, fileId: string): Promise<UsedFile | undefined> {
  const { rows } = await db.execute<UsedFile>(
    sql`SELECT ${columns} FROM file WHERE file_id = ${fileId}::uuid AND state = 'adopted'`,
  );
  return rows[0];
}

type By = { readonly fileId: string; readonly by: string; readonly reason: string };

/** Blocks a picture; false when it is blocked already or not in use. */
export async function blockRow(
  db: Db | Tx,
  { fileId, by, reason }: By,
  now: Now,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE file SET blocked_at = ${sqlNow(now)}, blocked_by = ${by}::uuid, block_reason = ${reason}
    WHERE file_id = ${fileId}::uuid AND state = 'adopted' AND blocked_at IS NULL`);
  return rowCount === 1;
}

/** Serves a picture again; false when it is not blocked, or its bytes are gone. */
export async function unblockRow(db: Db, fileId: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE file SET blocked_at = NULL, blocked_by = NULL, block_reason = NULL
    WHERE file_id = ${fileId}::uuid AND blocked_at IS NOT NULL AND removed_at IS NULL`);
  return rowCount === 1;
}

/** Records that the bytes of a blocked picture are gone; false when that is recorded already. */
export async function markRemoved(db: Db, fileId: string, now: Now): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    UPDATE file SET removed_at = ${sqlNow(now)}
    WHERE file_id = ${fileId}::uuid AND blocked_at IS NOT NULL AND removed_at IS NULL`);
  return rowCount === 1;
}

/** Returns a picture as the audit shows it. */
export const fileStateOf = (db: Db, fileId: string) =>
  auditedRow(
    db,
    fileId,
    sql`SELECT purpose, blocked_at AS "blockedAt", block_reason AS "blockReason",
               removed_at AS "removedAt", encode(sha256, 'hex') AS sha256
        FROM file WHERE file_id = ${fileId}::uuid`,
  );
