/** SQL statements of the import of a supplier's prices: its routes, and their changed costs. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { type Now, sqlNow } from "../../../platform/database/sql.ts";
import { priceInForceSql } from "./prices.ts";

/** A way of a supplier with the price in force of its SKU; null for a SKU without a price. */
export type PricedRoute = {
  readonly skuId: string;
  readonly title: string;
  readonly product: string;
  readonly costFen: number;
  readonly priceFen: number | null;
  readonly levels: Readonly<Record<string, number>> | null;
};

/** Returns the routes of a supplier for these of its products, locked until the transaction ends. */
export async function routesOfProducts(
  tx: Tx,
  { supplierId, products, now }: { supplierId: string; products: readonly string[]; now: Now },
): Promise<PricedRoute[]> {
  const { rows } = await tx.execute<PricedRoute>(sql`
    SELECT r.sku_id AS "skuId", trim(b.title || ' ' || s.spec) AS title, r.product, r.cost_fen AS "costFen",
           p.price_fen AS "priceFen", p.level_fen AS levels
    FROM sku_route r JOIN sku s USING (sku_id) JOIN benefit b USING (benefit_id)
    LEFT JOIN LATERAL (${priceInForceSql(now)}) p ON true
    WHERE r.supplier_id = ${supplierId} AND r.product = ANY (${sql.param([...products])}::text[])
    ORDER BY r.product, r.sku_id FOR UPDATE OF r`);
  return rows;
}

type NewCost = { readonly supplierId: string; readonly skuId: string; readonly newFen: number };

/** Changes the cost of a route. */
export async function changeCost(
  tx: Tx,
  { supplierId, skuId, newFen, now }: NewCost & { readonly now: Now },
): Promise<void> {
  await tx.execute(sql`
    UPDATE sku_route SET cost_fen = ${newFen}, changed_at = ${sqlNow(now)}
    WHERE sku_id = ${skuId} AND supplier_id = ${supplierId}`);
}
