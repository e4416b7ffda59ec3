/** Lists the SKUs that a code can be redeemed for. */
import { sql } from "drizzle-orm";
import type { Context } from "../../../../platform/context.ts";
import type { Db } from "../../../../platform/database/pool.ts";
import { deliveryKinds } from "../../model/delivery-kinds.ts";
import { priceInForceSql } from "../../store/prices.ts";

export type CodeSku = {
  readonly skuId: string;
  readonly title: string;
  /** Empty for a benefit with one SKU. */
  readonly spec: string;
};

const DELIVERED_BY_CODE = Object.entries(deliveryKinds).flatMap(([delivery, { isSoldInShop }]) =>
  isSoldInShop ? [delivery] : [],
);

/**
 * Returns at most `limit` SKUs that are on, have a price and can be delivered by a code, in
 * catalogue order; also those of benefits that are not on sale, because a code needs no sale.
 */
export async function codeSkus(
  { clock }: Context,
  db: Db,
  limit: number,
): Promise<readonly CodeSku[]> {
  const found = await db.execute<CodeSku>(sql`
    SELECT s.sku_id AS "skuId", b.title, s.spec
    FROM benefit b
    JOIN fulfilment_contract c ON c.contract_id = b.contract_id
    JOIN sku s ON s.benefit_id = b.benefit_id
    CROSS JOIN LATERAL (${priceInForceSql(clock.sql())}) p
    WHERE b.status IN ('on', 'off') AND s.is_on AND p.price_fen > 0
      AND c.delivery = ANY (${sql.param(DELIVERED_BY_CODE)}::text[])
    ORDER BY b.sort, b.benefit_id, s.sort, s.sku_id LIMIT ${limit}`);
  return found.rows;
}
