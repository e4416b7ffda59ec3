/** SQL of the names in reports: suppliers, and the dealers of batches. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";

/** Returns the names of all suppliers by their id. */
export async function supplierNames(tx: Tx): Promise<ReadonlyMap<string, string>> {
  const { rows } = await tx.execute<{ id: string; name: string }>(
    sql`SELECT supplier_id AS id, name FROM supplier`,
  );
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** Returns the dealers for whom these batches were made, each with its own of them. */
export async function dealersOfBatches(tx: Tx, batchIds: readonly string[]) {
  const { rows } = await tx.execute<{ memberId: string; name: string; batchIds: string[] }>(sql`
    SELECT b.dealer_id::text AS "memberId", coalesce(max(d.name), '经销商') AS name, array_agg(b.batch_id::text) AS "batchIds"
    FROM code_batch b LEFT JOIN code_dealer d ON d.member_id = b.dealer_id
    WHERE b.batch_id = ANY (${sql.param(batchIds)}::uuid[]) AND b.dealer_id IS NOT NULL GROUP BY 1`);
  return rows;
}
