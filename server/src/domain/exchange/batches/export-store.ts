/** Statements of the export: the key taken once, and sealed codes page by page. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { at, type Now } from "../../../platform/database/sql.ts";

/** False when somebody has it already, or the one who asks made the batch. */
export async function takeExportKey(
  tx: Tx,
  { batchId, by, now }: { batchId: string; by: string; now: Now },
): Promise<boolean> {
  const taken = await tx.execute(sql`
    UPDATE code_batch SET export_key_by = ${by}, export_key_at = ${at(now)}
    WHERE batch_id = ${batchId} AND export_key_by IS NULL AND maker_id <> ${by}`);
  return taken.rowCount === 1;
}

export type SealedCode = {
  serial: number;
  codeId: string;
  codeSealed: Buffer;
  validFrom: number;
  validUntil: number;
};

/** The next codes in order that can still be redeemed, or could after a thaw or an activation. */
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
