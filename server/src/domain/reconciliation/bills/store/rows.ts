/** SQL statements on editions and their rows: inserted once each, in batches, by any process. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../../platform/database/sql.ts";
import { invariant } from "../../../../platform/refusal.ts";
import type { StatementLine } from "../../../fulfilment/port.ts";
import type { DayKey } from "../model.ts";

export type Edition = { readonly fileId: string; readonly rowCount: number | null };

/**
 * Returns the edition with this digest, created with `fileId` the first time; `rowCount` is null
 * until it is imported.
 */
export async function editionOf(
  db: Db,
  { source, day }: DayKey,
  { digest, fileId, now }: { digest: string; fileId: string; now: Now },
): Promise<Edition> {
  await db.execute(sql`
    INSERT INTO bill_file (source, day, file_id, digest, created_at)
    VALUES (${source}, ${day}::date, ${fileId}, ${digest}, ${sqlNow(now)})
    ON CONFLICT (source, day, digest) DO NOTHING`);
  const found = await db.execute<Edition>(sql`
    SELECT file_id AS "fileId", row_count AS "rowCount" FROM bill_file
    WHERE source = ${source} AND day = ${day}::date AND digest = ${digest}`);
  const edition = found.rows[0];
  invariant(edition, "a stored edition exists");
  return edition;
}

export type FileKey = DayKey & { readonly fileId: string };

/** Inserts rows from `first` on; existing ones stay unchanged. */
export async function addRows(
  db: Db,
  { source, day, fileId }: FileKey,
  { first, lines }: { first: number; lines: readonly StatementLine[] },
): Promise<void> {
  const rows = JSON.stringify(lines.map((line, n) => ({ ...line, rowNo: first + n })));
  await db.execute(sql`
    INSERT INTO bill_row (source, day, file_id, row_no, kind, out_no, channel_no, of_no, amount_fen, fee_fen, state, at)
    SELECT ${source}, ${day}::date, ${fileId}::uuid, "rowNo", kind, "outNo", "channelNo", "ofNo", "amountFen", "feeFen",
           state, at
    FROM jsonb_to_recordset(${rows}::jsonb) AS x("rowNo" integer, kind text, "outNo" text, "channelNo" text,
      "ofNo" text, "amountFen" bigint, "feeFen" bigint, state text, at timestamptz)
    ON CONFLICT (source, day, file_id, row_no) DO NOTHING`);
}

/** Ends an import, and stores what the edition's issued rows sum to. */
export async function markImported(
  db: Db,
  { source, day, fileId }: FileKey,
  { rowCount, now }: { rowCount: number; now: Now },
): Promise<void> {
  await db.execute(sql`
    UPDATE bill_file
    SET row_count = ${rowCount}, imported_at = ${sqlNow(now)}, issued_rows = r.issued, issued_fen = r.fen
    FROM (SELECT count(*) AS issued, coalesce(sum(amount_fen), 0) AS fen FROM bill_row
          WHERE source = ${source} AND day = ${day}::date AND file_id = ${fileId} AND state = 'issued') r
    WHERE source = ${source} AND day = ${day}::date AND file_id = ${fileId} AND imported_at IS NULL`);
}
