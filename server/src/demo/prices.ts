/** Sends the demo's price lists: the simulated suppliers charge what our routes state. */
import { sql } from "drizzle-orm";
import type { Db } from "../platform/database/pool.ts";

type PriceList = { readonly supplierId: string; readonly prices: Readonly<Record<string, number>> };

/**
 * Sends the prices to the simulated suppliers, so that their statements of the demo's days agree
 * with our ledger. Throws when they cannot be sent.
 */
export async function sendPriceLists(db: Db, sandboxOrigin: string): Promise<void> {
  const { rows } = await db.execute<PriceList>(sql`
    SELECT r.supplier_id AS "supplierId", jsonb_object_agg(r.product, r.cost_fen) AS prices
    FROM sku_route r JOIN supplier s USING (supplier_id) WHERE s.adapter <> 'own' GROUP BY r.supplier_id`);
  for (const { supplierId, prices } of rows) {
    const url = new URL(`/sandbox/suppliers/${supplierId}/prices`, sandboxOrigin);
    const headers = { "content-type": "application/json" };
    const answer = await fetch(url, { method: "PUT", headers, body: JSON.stringify(prices) });
    if (!answer.ok) throw new Error(`${supplierId} accepts no prices: ${answer.status}`);
  }
}
