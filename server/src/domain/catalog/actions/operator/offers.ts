/** Lists the offers for operators: every SKU with its present price and its stock. */
import type { Offer } from "@yunjing/contract/schemas/operators/catalog";
import { sql } from "drizzle-orm";
import type { Context } from "../../../../platform/context.ts";
import type { Db } from "../../../../platform/database/pool.ts";
import { priceInForceSql } from "../../store/prices.ts";

type Row = Omit<Offer, "stock"> & {
  total: number | null;
  held: number | null;
  sold: number | null;
};

const PAGE_MAX = 1_000;

export type OfferFilter = {
  readonly status?: string | undefined;
  /** Words of the benefit's title, or its id. */
  readonly keyword?: string | undefined;
  /** When the benefit was last put on sale, in ms: from (inclusive) and to (exclusive). */
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  /** The SKU at the end of the page before. */
  readonly cursor?: string | undefined;
  readonly pageSize?: number | undefined;
};

/**
 * Returns a page of the SKUs that match the benefit's words, status and date, in catalogue order; without
 * a page size at most a thousand.
 */
export async function offersOf(
  context: Context,
  db: Db,
  filter: OfferFilter,
): Promise<{ readonly list: Offer[]; readonly nextCursor?: string }> {
  const { status = null, keyword = null, from, to, cursor = null, pageSize = PAGE_MAX } = filter;
  const since = from === undefined ? null : new Date(from);
  const until = to === undefined ? null : new Date(to);
  const like = keyword === null ? null : `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;
  const found = await db.execute<Row>(sql`
    SELECT b.benefit_id AS "benefitId", b.title, b.status, s.sku_id AS "skuId", s.spec, s.is_on AS "isOn",
           coalesce((SELECT max(version) FROM sku_price v WHERE v.sku_id = s.sku_id), 0) AS version,
           coalesce(p.market_fen, 0) AS "marketFen", coalesce(p.price_fen, 0) AS "priceFen",
           coalesce(p.cost_fen, 0) AS "costFen", coalesce(p.level_fen, '{}') AS levels,
           k.total, k.held, k.sold
    FROM benefit b
    JOIN sku s ON s.benefit_id = b.benefit_id
    LEFT JOIN LATERAL (
      ${priceInForceSql(context.clock.sql())}) p ON true
    LEFT JOIN LATERAL (
      SELECT sum(total)::int AS total, sum(held)::int AS held, sum(sold)::int AS sold
      FROM sku_stock t WHERE t.sku_id = s.sku_id) k ON s.stock_mode = 'own'
    WHERE (${status}::text IS NULL OR b.status = ${status}::text)
      AND (${like}::text IS NULL OR b.title ILIKE ${like}::text OR b.benefit_id ILIKE ${like}::text)
      AND (${since}::timestamptz IS NULL OR b.listed_at >= ${since}::timestamptz)
      AND (${until}::timestamptz IS NULL OR b.listed_at < ${until}::timestamptz)
      AND (${cursor}::text IS NULL OR (b.sort, b.benefit_id, s.sort, s.sku_id) > (
        SELECT l.sort, l.benefit_id, e.sort, e.sku_id
        FROM sku e JOIN benefit l ON l.benefit_id = e.benefit_id WHERE e.sku_id = ${cursor}::text))
    ORDER BY b.sort, b.benefit_id, s.sort, s.sku_id LIMIT ${pageSize + 1}`);
  const rows = found.rows.slice(0, pageSize);
  const last = rows.at(-1);
  return {
    list: rows.map(({ total, held, sold, ...offer }) => ({
      ...offer,
      ...(total === null ? {} : { stock: { total, held: held ?? 0, sold: sold ?? 0 } }),
    })),
    ...(found.rows.length > pageSize && last ? { nextCursor: last.skuId } : {}),
  };
}
