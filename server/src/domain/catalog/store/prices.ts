/** SQL of prices: which one is in force, which are scheduled, and when the offer changes next. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";

/**
 * Selects the price of the SKU `sku` at `now`, both SQL: of those that have begun and not ended, the
 * one that began last. `catalog_changed_sku` compares by the same rule.
 */
export const priceInForce = (sku: string, now: string): string => `
      SELECT * FROM sku_price q
      WHERE q.sku_id = ${sku} AND q.starts_at <= ${now} AND (q.ends_at IS NULL OR q.ends_at > ${now})
        AND q.withdrawn_at IS NULL
      ORDER BY q.starts_at DESC, q.version DESC LIMIT 1`;

/** The same for the SKU of alias `s`, with the time as a parameter. */
export const priceInForceSql = (now: Now) => sql`
      SELECT * FROM sku_price q
      WHERE q.sku_id = s.sku_id AND q.starts_at <= ${sqlNow(now)} AND (q.ends_at IS NULL OR q.ends_at > ${sqlNow(now)})
        AND q.withdrawn_at IS NULL
      ORDER BY q.starts_at DESC, q.version DESC LIMIT 1`;

/**
 * Returns in how many ms the next price begins or ends, or the next sale window opens or closes, by
 * the database's clock; undefined when nothing is planned.
 */
export async function msToNextChange(db: Db, now: Now): Promise<number | undefined> {
  const { rows } = await db.execute<{ ms: number | null }>(sql`
    SELECT (extract(epoch FROM least(
      (SELECT min(starts_at) FROM sku_price WHERE starts_at > ${sqlNow(now)}),
      (SELECT min(ends_at) FROM sku_price WHERE ends_at > ${sqlNow(now)}),
      (SELECT min(sale_from) FROM benefit WHERE sale_from > ${sqlNow(now)}),
      (SELECT min(sale_to) FROM benefit WHERE sale_to > ${sqlNow(now)})) - ${sqlNow(now)}) * 1000)::float8 AS ms`);
  return rows[0]?.ms ?? undefined;
}

/**
 * When a price begins that is made now: by the database's clock at this statement, so that of two
 * changes, one after the other, the second does not begin first, whichever process makes it.
 */
export const sqlPriceStart = (now: Now) =>
  sql`coalesce(${now}::timestamptz, date_trunc('milliseconds', clock_timestamp()))`;

/**
 * Returns the instant of this statement, at which a price that was committed before is in force. The
 * time of the transaction may lie before it.
 */
export async function priceClock(db: Db | Tx, now: Now): Promise<Date> {
  const { rows } = await db.execute<{ at: number }>(
    sql`SELECT (extract(epoch FROM ${sqlPriceStart(now)}) * 1000)::float8 AS at`,
  );
  return new Date(rows[0]?.at ?? 0);
}

export type ScheduledPrice = {
  readonly skuId: string;
  readonly version: number;
  readonly marketFen: number;
  readonly priceFen: number;
  readonly levels: Readonly<Record<string, number>>;
  readonly pointsPrice: number | null;
  readonly pointsCashFen: number | null;
  readonly costFen: number;
  /** ms */
  readonly startsAt: number;
  /** ms */
  readonly endsAt: number | null;
  readonly madeBy: string;
  readonly isInForce: boolean;
};

/** Returns a benefit's prices that begin or end later, those that begin first on top. */
export async function plannedPrices(
  db: Db,
  benefitId: string,
  now: Now,
): Promise<ScheduledPrice[]> {
  const { rows } = await db.execute<ScheduledPrice>(sql`
    SELECT p.sku_id AS "skuId", p.version, p.market_fen AS "marketFen", p.price_fen AS "priceFen",
           p.level_fen AS levels, p.points_price AS "pointsPrice", p.points_cash_fen AS "pointsCashFen",
           p.cost_fen AS "costFen", ${sql.raw(epochMsSql("p.starts_at"))}::float8 AS "startsAt",
           ${sql.raw(epochMsSql("p.ends_at"))}::float8 AS "endsAt", p.made_by AS "madeBy",
           p.starts_at <= ${sqlNow(now)} AS "isInForce"
    FROM sku_price p JOIN sku s USING (sku_id)
    WHERE s.benefit_id = ${benefitId} AND p.withdrawn_at IS NULL
      AND (p.starts_at > ${sqlNow(now)} OR p.ends_at > ${sqlNow(now)})
    ORDER BY p.starts_at, p.sku_id, p.version LIMIT 100`);
  return rows;
}

/** Withdraws a price that has not begun; false when it has, or was withdrawn, or does not exist. */
export async function withdrawRow(
  tx: Tx,
  price: {
    readonly skuId: string;
    readonly version: number;
    readonly operatorId: string;
    readonly now: Now;
  },
): Promise<boolean> {
  const { skuId, version, operatorId, now } = price;
  const { rowCount } = await tx.execute(sql`
    UPDATE sku_price SET withdrawn_at = ${sqlNow(now)}, withdrawn_by = ${operatorId}
    WHERE sku_id = ${skuId} AND version = ${version} AND starts_at > ${sqlNow(now)} AND withdrawn_at IS NULL`);
  return rowCount === 1;
}
