/** The SQL statement that reads the codes of a batch for an export: by serial, never the code itself. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";

/** Instants in ms. */
export type ExportedCode = {
  readonly serial: number;
  readonly last4: string;
  readonly state: string;
  readonly uses: number;
  readonly validFrom: number;
  readonly validUntil: number;
  readonly redeemedAt: number | null;
};

/** Returns the codes after a serial, in order. */
export async function readCodes(
  db: Db,
  { batchId, after, limit }: { batchId: string; after: number; limit: number },
): Promise<ExportedCode[]> {
  const { rows } = await db.execute<ExportedCode>(sql`
    SELECT serial, last4, state, redemption_n AS uses, ${sql.raw(epochMsSql("valid_from"))} AS "validFrom",
           ${sql.raw(epochMsSql("valid_until"))} AS "validUntil", ${sql.raw(epochMsSql("redeemed_at"))} AS "redeemedAt"
    FROM code WHERE batch_id = ${batchId} AND serial > ${after} ORDER BY serial LIMIT ${limit}`);
  return rows;
}
