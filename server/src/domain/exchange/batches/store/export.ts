/**
 * SQL statements of the batch export: the key that is revealed once, and the sealed codes page by
 * page.
 */
import { sql } from "drizzle-orm";
import { approvalsValidSince } from "../../../../sql/approvals.ts";
import type { Db, Tx } from "../../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../../platform/database/sql.ts";

/**
 * Records that the maker has downloaded the file. For the next 24 hours another person may claim
 * its key.
 */
export async function recordExport(tx: Tx, batchId: string, now: Now): Promise<void> {
  await tx.execute(
    sql`UPDATE code_batch SET exported_at = ${sqlNow(now)} WHERE batch_id = ${batchId}`,
  );
}

/**
 * Returns why the key cannot be claimed: it was already claimed, the maker has not downloaded the
 * file, or did so more than 24 hours ago.
 */
export async function exportKeyRefusalOf(
  tx: Tx,
  batchId: string,
): Promise<"EXPORT_KEY_TAKEN" | "BATCH_STATE" | "APPROVAL_EXPIRED"> {
  const { rows } = await tx.execute<{ isTaken: boolean; isExported: boolean }>(sql`
    SELECT export_key_by IS NOT NULL AS "isTaken", exported_at IS NOT NULL AS "isExported"
    FROM code_batch WHERE batch_id = ${batchId}`);
  if (rows[0]?.isTaken) return "EXPORT_KEY_TAKEN";
  return rows[0]?.isExported ? "APPROVAL_EXPIRED" : "BATCH_STATE";
}

/**
 * Returns false when the key was already claimed, the caller made the batch, or the export is older
 * than 24 hours.
 */
export async function claimExportKey(
  tx: Tx,
  { batchId, by, now }: { batchId: string; by: string; now: Now },
): Promise<boolean> {
  const taken = await tx.execute(sql`
    UPDATE code_batch SET export_key_by = ${by}, export_key_at = ${sqlNow(now)}
    WHERE batch_id = ${batchId} AND export_key_by IS NULL AND maker_id <> ${by}
      AND exported_at > ${approvalsValidSince.sql({ now })}`);
  return taken.rowCount === 1;
}

export type SealedCode = {
  serial: number;
  codeId: string;
  codeSealed: Buffer;
  validFrom: number;
  validUntil: number;
};

/**
 * Returns the next codes in order that can still be redeemed, now or after they are unfrozen or
 * activated.
 */
export async function sealedCodes(
  db: Db,
  { batchId, after, limit }: { batchId: string; after: number; limit: number },
): Promise<SealedCode[]> {
  const found = await db.execute<SealedCode>(sql`
    SELECT serial, code_id AS "codeId", code_sealed AS "codeSealed",
           floor(extract(epoch FROM valid_from) * 1000)::bigint AS "validFrom",
           floor(extract(epoch FROM valid_until) * 1000)::bigint AS "validUntil"
    FROM code WHERE batch_id = ${batchId} AND serial > ${after}
      AND state IN ('INACTIVE', 'ACTIVE', 'LOCKED', 'FROZEN')
    ORDER BY serial LIMIT ${limit}`);
  return found.rows;
}
