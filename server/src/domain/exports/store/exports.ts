/** Every SQL statement about exports; each change is guarded by what it expects. */
import { type SQL, sql } from "drizzle-orm";
import type { ExportKindName } from "@yunjing/contract/export-kinds";
import { auditedRow } from "../../../platform/audited-row.ts";
import {
  afterPosition,
  type KeysetPage,
  microsSql,
  type Position,
} from "../../../platform/database/keyset.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, sqlNow, type Now } from "../../../platform/database/sql.ts";
import type { AuditedState } from "../../../platform/http/call.ts";
import type { Filter, StoredExport } from "../model.ts";

type Reader = Db | Tx;
type Timed = { readonly now: Now };

const columns = sql.raw(`
  export_id AS "exportId", operator_id AS "operatorId", kind, filter, filter_text AS "filterText", reason,
  is_clear AS "isClear", parts, rows, bytes::float8 AS bytes, cursor, outcome, fault, downloads,
  ${epochMsSql("created_at")} AS "createdAt", ${epochMsSql("started_at")} AS "startedAt",
  ${epochMsSql("ended_at")} AS "endedAt", ${epochMsSql("files_until")} AS "filesUntil",
  ${epochMsSql("removed_at")} AS "removedAt", ${epochMsSql("downloaded_at")} AS "downloadedAt"`);

export type NewExport = Timed & {
  readonly exportId: string;
  readonly operatorId: string;
  readonly kind: ExportKindName;
  readonly filter: Filter;
  readonly filterText: string;
  readonly reason: string;
  readonly approvedBy: string | undefined;
  readonly filesUntil: Date;
};

/** Returns false when the number is taken. */
export async function insertExport(tx: Tx, made: NewExport): Promise<boolean> {
  const done = await tx.execute(sql`
    INSERT INTO export (export_id, operator_id, kind, filter, filter_text, reason, is_clear, approved_by,
                        created_at, files_until)
    VALUES (${made.exportId}, ${made.operatorId}, ${made.kind}, ${JSON.stringify(made.filter)}::jsonb,
            ${made.filterText}, ${made.reason}, ${made.approvedBy !== undefined}, ${made.approvedBy ?? null},
            ${sqlNow(made.now)}, ${made.filesUntil})
    ON CONFLICT (export_id) DO NOTHING`);
  return done.rowCount === 1;
}

/** Counts the exports of an operator that are not finished. */
export async function countOpen(tx: Tx, operatorId: string): Promise<number> {
  const { rows } = await tx.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM export WHERE operator_id = ${operatorId} AND outcome IS NULL`);
  return rows[0]?.count ?? 0;
}

export async function findExport(db: Reader, exportId: string): Promise<StoredExport | undefined> {
  const { rows } = await db.execute<StoredExport>(
    sql`SELECT ${columns} FROM export WHERE export_id = ${exportId}`,
  );
  return rows[0];
}

/** Returns a page of exports, newest first, and one more when there is a next page. */
export async function listExports(
  db: Db,
  { operatorId, kind }: { readonly operatorId?: string; readonly kind?: string | undefined },
  { after, limit }: KeysetPage,
): Promise<(StoredExport & Position)[]> {
  const order = { time: sql`created_at`, id: sql`export_id` };
  const where: SQL[] = [afterPosition(order, after, "descending")];
  if (operatorId !== undefined) where.push(sql`operator_id = ${operatorId}`);
  if (kind !== undefined) where.push(sql`kind = ${kind}`);
  const { rows } = await db.execute<StoredExport & Position>(sql`
    SELECT ${columns}, ${microsSql("created_at")} AS micros, export_id AS id FROM export
    WHERE ${sql.join(where, sql` AND `)}
    ORDER BY created_at DESC, export_id COLLATE "C" DESC LIMIT ${limit + 1}`);
  return rows;
}

/** Registers the file of a part before its bytes are stored. */
export async function insertPart(db: Db, exportId: string, fileId: string): Promise<void> {
  await db.execute(
    sql`INSERT INTO export_part (export_id, file_id) VALUES (${exportId}, ${fileId})`,
  );
}

export type WrittenPart = Timed & {
  readonly exportId: string;
  readonly fileId: string;
  /** The number of parts before this one. */
  readonly part: number;
  readonly rows: number;
  readonly bytes: number;
  /** The list's place after the part; undefined on the last. */
  readonly cursor: string | undefined;
  readonly canary: string | undefined;
  readonly filesUntil: Date;
};

/**
 * Keeps a part: of several runs one succeeds, because each changes `parts` from the number it began
 * with. Returns false for the others, and for an export that has ended.
 */
export async function keepPart(tx: Tx, made: WrittenPart): Promise<boolean> {
  const isLast = made.cursor === undefined;
  const now = sqlNow(made.now);
  const kept = await tx.execute(sql`
    UPDATE export SET parts = parts + 1, rows = rows + ${made.rows}, bytes = bytes + ${made.bytes},
      cursor = ${made.cursor ?? null}, canary = coalesce(canary, ${made.canary ?? null}),
      started_at = least(started_at, ${now}),
      ended_at = ${isLast ? now : sql`NULL`},
      outcome = CASE WHEN ${isLast}::boolean THEN 'done' END,
      files_until = CASE WHEN ${isLast}::boolean THEN ${made.filesUntil}::timestamptz ELSE files_until END
    WHERE export_id = ${made.exportId} AND parts = ${made.part} AND outcome IS NULL`);
  if (kept.rowCount !== 1) return false;
  await tx.execute(sql`
    UPDATE export_part SET part = ${made.part}
    WHERE export_id = ${made.exportId} AND file_id = ${made.fileId}`);
  return true;
}

/** Ends an export that is not finished, and lets its files be deleted. Returns false otherwise. */
export async function endExport(
  db: Reader,
  end: Timed & {
    readonly exportId: string;
    readonly outcome: "failed" | "cancelled";
    readonly fault?: string | undefined;
  },
): Promise<boolean> {
  const now = sqlNow(end.now);
  const done = await db.execute(sql`
    UPDATE export SET outcome = ${end.outcome}, fault = ${end.fault ?? null}, ended_at = ${now}, files_until = ${now}
    WHERE export_id = ${end.exportId} AND outcome IS NULL`);
  return done.rowCount === 1;
}

/** Stores a link, which replaces an earlier one. Returns false unless there is a file. */
export async function storeLink(
  db: Db,
  link: Timed & {
    readonly exportId: string;
    readonly operatorId: string;
    readonly hash: Buffer;
    readonly session: string;
    readonly until: Date;
  },
): Promise<boolean> {
  const done = await db.execute(sql`
    UPDATE export SET link_hash = ${link.hash}, link_session = ${link.session}, link_until = ${link.until}
    WHERE export_id = ${link.exportId} AND operator_id = ${link.operatorId} AND outcome = 'done'
      AND removed_at IS NULL AND files_until > ${sqlNow(link.now)}`);
  return done.rowCount === 1;
}

/** Takes a link for its one download; of several calls at once one succeeds. */
export async function takeLink(
  db: Db,
  link: Timed & { readonly exportId: string; readonly hash: Buffer; readonly session: string },
): Promise<StoredExport | undefined> {
  const now = sqlNow(link.now);
  const { rows } = await db.execute<StoredExport>(sql`
    WITH taken AS (UPDATE export SET link_hash = NULL, link_session = NULL, link_until = NULL,
      downloads = downloads + 1, downloaded_at = ${now}
    WHERE export_id = ${link.exportId} AND link_hash = ${link.hash} AND link_session = ${link.session}
      AND link_until > ${now} AND removed_at IS NULL AND files_until > ${now}
    RETURNING *)
    SELECT ${columns} FROM taken`);
  return rows[0];
}

/** Returns the files of the kept parts in order. */
export async function keptFiles(db: Db, exportId: string): Promise<string[]> {
  const { rows } = await db.execute<{ fileId: string }>(sql`
    SELECT file_id AS "fileId" FROM export_part
    WHERE export_id = ${exportId} AND part IS NOT NULL ORDER BY part`);
  return rows.map(({ fileId }) => fileId);
}

/** Returns all files of an export, also those of parts that were not kept. */
export async function allFiles(db: Db, exportId: string): Promise<string[]> {
  const { rows } = await db.execute<{ fileId: string }>(
    sql`SELECT file_id AS "fileId" FROM export_part WHERE export_id = ${exportId}`,
  );
  return rows.map(({ fileId }) => fileId);
}

/** Returns exports whose files shall be deleted; those still without an end have taken too long. */
export async function findDue(
  db: Db,
  { now, limit }: Timed & { readonly limit: number },
): Promise<{ exportId: string; isOpen: boolean }[]> {
  const { rows } = await db.execute<{ exportId: string; isOpen: boolean }>(sql`
    SELECT export_id AS "exportId", outcome IS NULL AS "isOpen" FROM export
    WHERE removed_at IS NULL AND files_until <= ${sqlNow(now)} ORDER BY files_until LIMIT ${limit}`);
  return rows;
}

/** Forgets one part, whose file is deleted. */
export async function deletePart(db: Db, exportId: string, fileId: string): Promise<void> {
  await db.execute(
    sql`DELETE FROM export_part WHERE export_id = ${exportId} AND file_id = ${fileId}`,
  );
}

/** Records that an export has no files any more. */
export async function markRemoved(db: Db, exportId: string, now: Now): Promise<void> {
  await db.execute(sql`
    UPDATE export SET removed_at = ${sqlNow(now)}, link_hash = NULL, link_session = NULL, link_until = NULL
    WHERE export_id = ${exportId} AND outcome IS NOT NULL AND removed_at IS NULL
      AND NOT EXISTS (SELECT FROM export_part p WHERE p.export_id = export.export_id)`);
}

/** Reads an export as the audit shows it before and after a write. */
export const exportStateOf = (db: Db, exportId: string): Promise<AuditedState | undefined> =>
  auditedRow(
    db,
    exportId,
    sql`SELECT kind, filter_text AS filter, rows, coalesce(outcome, 'open') AS state, is_clear AS "isClear"
        FROM export WHERE export_id = ${exportId}`,
  );
