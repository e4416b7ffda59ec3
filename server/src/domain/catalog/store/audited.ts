/** Reads what operators change in the offer, as the audit shows it before and after a write. */
import { sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db } from "../../../platform/database/pool.ts";
import type { NamedTable, TaxonomyTable } from "./taxonomy.ts";

/** Returns whether a benefit is published, and its last publication. */
export const benefitStateOf = (db: Db, benefitId: string) =>
  auditedRow(
    db,
    benefitId,
    sql`SELECT title, status AS state, version FROM benefit WHERE benefit_id = ${benefitId}`,
  );

/** Returns a SKU's newest price, its stock over all buckets, and whether it is on. */
export const skuStateOf = (db: Db, skuId: string) =>
  auditedRow(
    db,
    skuId,
    sql`SELECT s.is_on AS "isOn", p.version, p.market_fen AS "marketFen", p.price_fen AS "priceFen",
               p.level_fen AS "levelFen", p.cost_fen AS "costFen", p.points_price AS "pointsPrice",
               p.points_cash_fen AS "pointsCashFen", p.starts_at AS "startsAt", p.ends_at AS "endsAt", k.stock
        FROM sku s LEFT JOIN LATERAL (
          SELECT * FROM sku_price WHERE sku_id = s.sku_id ORDER BY version DESC LIMIT 1) p ON true
        CROSS JOIN (SELECT sum(total) AS stock FROM sku_stock WHERE sku_id = ${skuId}) k
        WHERE s.sku_id = ${skuId}`,
  );

type PriceKey = { readonly skuId: string; readonly version: string };

/** Returns one version of a SKU's price, and whether it was withdrawn. */
export const priceStateOf = (db: Db, { skuId, version }: PriceKey) =>
  auditedRow(
    db,
    `${skuId}.v${version}`,
    sql`SELECT price_fen AS "priceFen", cost_fen AS "costFen", starts_at AS "startsAt", ends_at AS "endsAt",
               withdrawn_at IS NOT NULL AS "isWithdrawn"
        FROM sku_price WHERE sku_id = ${skuId} AND version = ${Number(version)}`,
  );

type RouteKey = { readonly skuId: string; readonly supplierId: string };

/** Returns how a SKU is routed to a supplier. */
export const routeStateOf = (db: Db, { skuId, supplierId }: RouteKey) =>
  auditedRow(
    db,
    skuId,
    sql`SELECT supplier_id AS "supplierId", product, cost_fen AS "costFen", priority, weight, is_on AS "isOn"
        FROM sku_route WHERE sku_id = ${skuId} AND supplier_id = ${supplierId}`,
  );

/** Returns the costs of all routes of a supplier, by SKU. */
export const supplierCostsOf = (db: Db, supplierId: string) =>
  auditedRow(
    db,
    supplierId,
    sql`SELECT jsonb_object_agg(sku_id, cost_fen) AS "costFen" FROM sku_route
        WHERE supplier_id = ${supplierId} HAVING count(*) > 0`,
  );

/** Returns the draft of a benefit, open or past. */
export const draftStateOf = (db: Db, benefitId: string) =>
  auditedRow(
    db,
    benefitId,
    sql`SELECT version AS "sinceVersion", is_open AS "isOpen", body AS draft
        FROM benefit_draft WHERE benefit_id = ${benefitId}`,
  );

/** Returns a brand or a category. */
export const namedStateOf = (db: Db, table: NamedTable, code: string) =>
  auditedRow(
    db,
    code,
    sql`SELECT name, artwork, tint, picture_id AS "pictureId", aliases, is_on AS "isOn", version
        FROM ${sql.raw(table)} WHERE code = ${code}`,
  );

/** Returns a popular search word. */
export const hotWordStateOf = (db: Db, word: string) =>
  auditedRow(
    db,
    word,
    sql`SELECT is_new AS "isNew", is_on AS "isOn", starts_at AS "startsAt", ends_at AS "endsAt", version
        FROM hot_word WHERE word = ${word}`,
  );

/** Returns the order of a table of names: its keys. */
export const orderingStateOf = (db: Db, table: TaxonomyTable) =>
  auditedRow(
    db,
    table,
    sql`SELECT array_agg(${sql.raw(table === "hot_word" ? "word" : "code")}
                         ORDER BY sort, ${sql.raw(table === "hot_word" ? "word" : "code")}) AS keys
        FROM ${sql.raw(table)}`,
  );
