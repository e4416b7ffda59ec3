/** Reads and changes the supplier routes of a SKU, as operators set them. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";

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

export type RouteChange = Pick<SkuRoute, "supplierId" | "priority" | "weight" | "isOn"> & {
  readonly skuId: string;
  /** Undefined: stays as it is; a new route needs both. */
  readonly product: string | undefined;
  readonly costFen: number | undefined;
  readonly now: Now;
};

/** Changes a route, or makes it with a product and a cost; false when it can do neither. */
export async function putRoute(tx: Tx, route: RouteChange): Promise<boolean> {
  const { skuId, supplierId, priority, weight, isOn, now } = route;
  const { product = null, costFen = null } = route;
  const changed = await tx.execute(sql`
    UPDATE sku_route SET priority = ${priority}, weight = ${weight}, is_on = ${isOn}, changed_at = ${sqlNow(now)},
      product = coalesce(${product}, product), cost_fen = coalesce(${costFen}::int, cost_fen)
    WHERE sku_id = ${skuId} AND supplier_id = ${supplierId}`);
  if (changed.rowCount === 1) return true;
  if (product === null || costFen === null) return false;
  const made = await tx.execute(sql`
    INSERT INTO sku_route (sku_id, supplier_id, product, cost_fen, priority, weight, is_on, changed_at)
    SELECT sku_id, ${supplierId}, ${product}, ${costFen}, ${priority}, ${weight}, ${isOn}, ${sqlNow(now)}
    FROM sku WHERE sku_id = ${skuId}
    ON CONFLICT (sku_id, supplier_id) DO NOTHING`);
  return made.rowCount === 1;
}

/**
 * Appends the present product and cost of routes whose last entry, if any, has others. \`skuIds\`: the
 * SKUs to look at.
 */
export async function recordRouteCosts(
  tx: Tx,
  entry: {
    readonly skuIds: readonly string[];
    readonly operatorId: string;
    readonly reason: string;
    readonly now: Now;
  },
): Promise<void> {
  const { skuIds, operatorId, reason, now } = entry;
  await tx.execute(sql`
    INSERT INTO sku_route_cost (sku_id, supplier_id, at, product, cost_fen, made_by, reason)
    SELECT r.sku_id, r.supplier_id, coalesce(${now}::timestamptz, clock_timestamp()), r.product, r.cost_fen,
           ${operatorId}, ${reason}
    FROM sku_route r LEFT JOIN LATERAL (
      SELECT product, cost_fen FROM sku_route_cost c
      WHERE c.sku_id = r.sku_id AND c.supplier_id = r.supplier_id ORDER BY at DESC LIMIT 1) last ON true
    WHERE r.sku_id = ANY(${sql.param([...skuIds])}::text[])
      AND (last.product IS DISTINCT FROM r.product OR last.cost_fen IS DISTINCT FROM r.cost_fen)
    ON CONFLICT (sku_id, supplier_id, at) DO NOTHING`);
}

export type RouteCost = {
  readonly at: number;
  readonly product: string;
  readonly costFen: number;
  readonly madeBy: string;
  readonly reason: string;
};

/** Returns the products and costs of one route, the latest first, at most a hundred. */
export async function routeCosts(
  db: Db,
  { skuId, supplierId }: { readonly skuId: string; readonly supplierId: string },
): Promise<RouteCost[]> {
  const { rows } = await db.execute<RouteCost>(sql`
    SELECT ${sql.raw(epochMsSql("at"))}::float8 AS at, product, cost_fen AS "costFen", made_by AS "madeBy", reason
    FROM sku_route_cost WHERE sku_id = ${skuId} AND supplier_id = ${supplierId}
    ORDER BY sku_route_cost.at DESC LIMIT 100`);
  return rows;
}
