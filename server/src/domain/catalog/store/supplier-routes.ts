/** Reads and changes the supplier routes of a SKU, as operators set them. */
import { sql } from "drizzle-orm";
import type { Db } from "../../../platform/database/pool.ts";

export type SkuRoute = {
  readonly supplierId: string;
  readonly product: string;
  readonly costFen: number;
  readonly priority: number;
  /** Weight among routes of the same priority; null: chosen by price. */
  readonly weight: number | null;
  readonly isOn: boolean;
};

/** Returns all routes, including those switched off. */
export async function routesOfSku(db: Db, skuId: string): Promise<SkuRoute[]> {
  const found = await db.execute<SkuRoute>(sql`
    SELECT supplier_id AS "supplierId", product, cost_fen AS "costFen", priority, weight, is_on AS "isOn"
    FROM sku_route WHERE sku_id = ${skuId} ORDER BY priority, supplier_id`);
  return found.rows;
}

/**
 * Returns what a supplier's products are sold as, by product: `咖啡 大杯`. A product of several SKUs
 * has the name of the first.
 */
export async function productNames(
  db: Db,
  supplierId: string,
): Promise<ReadonlyMap<string, string>> {
  const found = await db.execute<{ product: string; name: string }>(sql`
    SELECT DISTINCT ON (r.product) r.product, trim(b.title || ' ' || s.spec) AS name
    FROM sku_route r JOIN sku s USING (sku_id) JOIN benefit b USING (benefit_id)
    WHERE r.supplier_id = ${supplierId} ORDER BY r.product, s.sort, s.sku_id`);
  return new Map(found.rows.map(({ product, name }) => [product, name]));
}

/** Returns false when there is no such route. */
export async function setRouteOfSku(
  db: Db,
  route: Pick<SkuRoute, "supplierId" | "priority" | "weight" | "isOn"> & { readonly skuId: string },
): Promise<boolean> {
  const { skuId, supplierId, priority, weight, isOn } = route;
  const changed = await db.execute(sql`
    UPDATE sku_route SET priority = ${priority}, weight = ${weight}, is_on = ${isOn}
    WHERE sku_id = ${skuId} AND supplier_id = ${supplierId}`);
  return changed.rowCount === 1;
}
