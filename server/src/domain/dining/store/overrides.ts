/** SQL statements about stores and products as operators see and override them. Instants in ms. */
import type { Photo } from "@yunjing/contract/schemas/benefit";
import type { EatType } from "@yunjing/contract/schemas/dining";
import { type SQL, sql } from "drizzle-orm";
import { auditedRow } from "../../../platform/audited-row.ts";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";
import { photoSql } from "../../catalog/actions.ts";
import type { SourceHours, SourceMenu } from "../port.ts";
import { hasKeyword, inRegion, isPaused } from "../store.ts";

const ms = (column: string) => sql.raw(`(${epochMsSql(column)})::float8`);

/** Who changed an override last; all null before the first change, with version 0. */
export type ChangedRow = {
  readonly version: number;
  readonly reason: string | null;
  readonly changedAt: number | null;
  readonly changedBy: string | null;
};
const changedColumns = sql`coalesce(o.version, 0) AS version, o.reason, ${ms("o.changed_at")} AS "changedAt",
  o.changed_by AS "changedBy"`;

export type StoreState = "on" | "off" | "gone";
export type StoreOverrideRow = ChangedRow & {
  readonly storeId: string;
  /** The supplier's number of it. */
  readonly supplierCode: string;
  readonly name: string;
  readonly brand: string;
  readonly brandName: string;
  readonly cityCode: string;
  readonly address: string;
  readonly phone: string;
  readonly services: EatType[];
  readonly hours: SourceHours[];
  readonly state: StoreState;
  readonly until: number | null;
  readonly syncedAt: number;
};

export type StoreQuery = {
  readonly storeId?: string | undefined;
  readonly brand?: string | undefined;
  readonly regionCode?: string | undefined;
  readonly state?: StoreState | undefined;
  readonly keyword?: string | undefined;
  /** The store before the page. */
  readonly after?: string | undefined;
  readonly limit: number;
};

/** Returns stores with their overrides in the order of their numbers. */
export async function readStores(
  db: Db | Tx,
  query: StoreQuery,
  now: Now,
): Promise<StoreOverrideRow[]> {
  const { storeId, brand, regionCode, state, keyword, after, limit } = query;
  const stateSql = sql`CASE WHEN NOT s.is_on THEN 'gone' WHEN ${isPaused(now)} THEN 'off' ELSE 'on' END`;
  const conditions: SQL[] = [sql`true`];
  if (storeId !== undefined) conditions.push(sql`s.store_id = ${storeId}`);
  if (brand !== undefined) conditions.push(sql`s.brand_code = ${brand}`);
  if (regionCode !== undefined) conditions.push(inRegion(regionCode));
  if (state !== undefined) conditions.push(sql`${stateSql} = ${state}`);
  if (keyword !== undefined) conditions.push(hasKeyword(keyword));
  if (after !== undefined) conditions.push(sql`s.store_id > ${after}`);
  const { rows } = await db.execute<StoreOverrideRow>(sql`
    SELECT s.store_id AS "storeId", s.supplier_code AS "supplierCode", s.name, s.brand_code AS brand, b.name AS "brandName", s.city_code AS "cityCode",
           s.address, s.phone, s.services, s.hours, ${stateSql} AS state,
           CASE WHEN ${isPaused(now)} THEN ${ms("o.off_until")} END AS until, ${ms("s.synced_at")} AS "syncedAt",
           ${changedColumns}
    FROM store s JOIN brand b ON b.code = s.brand_code LEFT JOIN store_override o ON o.store_id = s.store_id
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY s.store_id LIMIT ${limit}`);
  return rows;
}

type Change = {
  readonly sinceVersion: number;
  readonly reason: string;
  readonly operatorId: string;
  readonly now: Now;
};

/** Stores an override of a store; returns its new version, undefined when it has another one. */
export async function storeStoreOverride(
  tx: Tx,
  change: Change & {
    readonly storeId: string;
    readonly isOff: boolean;
    /** ms */
    readonly until: number | undefined;
  },
): Promise<number | undefined> {
  const { storeId, isOff, sinceVersion, reason, operatorId, now } = change;
  const until = change.until === undefined ? null : new Date(change.until);
  const { rows } = await tx.execute<{ version: number }>(
    sinceVersion === 0
      ? sql`
    INSERT INTO store_override (store_id, version, is_off, off_until, reason, changed_by, changed_at)
    VALUES (${storeId}, 1, ${isOff}, ${until}::timestamptz, ${reason}, ${operatorId}, ${sqlNow(now)})
    ON CONFLICT (store_id) DO NOTHING RETURNING version`
      : sql`
    UPDATE store_override SET version = version + 1, is_off = ${isOff}, off_until = ${until}::timestamptz,
           reason = ${reason}, changed_by = ${operatorId}, changed_at = ${sqlNow(now)}
    WHERE store_id = ${storeId} AND version = ${sinceVersion} RETURNING version`,
  );
  return rows[0]?.version;
}

export type ProductOverrideRow = ChangedRow & {
  readonly productId: string;
  readonly isHidden: boolean;
  readonly name: string | null;
  readonly photo: Photo | null;
};

/** Returns the overrides of a brand's products, or that of one product. */
export async function readProductOverrides(
  db: Db | Tx,
  { brand, productId }: { readonly brand: string; readonly productId?: string },
): Promise<ProductOverrideRow[]> {
  const { rows } = await db.execute<ProductOverrideRow>(sql`
    SELECT o.product_id AS "productId", o.is_hidden AS "isHidden", o.name, ${sql.raw(photoSql("o"))} AS photo,
           ${changedColumns}
    FROM product_override o
    WHERE o.brand_code = ${brand} AND (${productId ?? null}::text IS NULL OR o.product_id = ${productId ?? null})`);
  return rows;
}

/** Stores an override of a product; returns its new version, undefined when it has another one. */
export async function storeProductOverride(
  tx: Tx,
  change: Change & {
    readonly brand: string;
    readonly productId: string;
    readonly isHidden: boolean;
    readonly name: string | undefined;
    readonly pictureId: string | undefined;
  },
): Promise<number | undefined> {
  const { brand, productId, isHidden, sinceVersion, reason, operatorId, now } = change;
  const { name = null, pictureId = null } = change;
  const { rows } = await tx.execute<{ version: number }>(
    sinceVersion === 0
      ? sql`
    INSERT INTO product_override (brand_code, product_id, version, is_hidden, name, picture_id, reason, changed_by,
                                  changed_at)
    VALUES (${brand}, ${productId}, 1, ${isHidden}, ${name}, ${pictureId}, ${reason}, ${operatorId}, ${sqlNow(now)})
    ON CONFLICT (brand_code, product_id) DO NOTHING RETURNING version`
      : sql`
    UPDATE product_override SET version = version + 1, is_hidden = ${isHidden}, name = ${name},
           picture_id = ${pictureId}, reason = ${reason}, changed_by = ${operatorId}, changed_at = ${sqlNow(now)}
    WHERE brand_code = ${brand} AND product_id = ${productId} AND version = ${sinceVersion} RETURNING version`,
  );
  return rows[0]?.version;
}

export type SourceMenuRow = {
  readonly brand: string;
  readonly name: string;
  readonly body: SourceMenu;
  readonly syncedAt: number;
};

/** Returns the suppliers' menus with their brands' names, or that of one brand. */
export async function readMenus(
  db: Db | Tx,
  brand: string | null = null,
): Promise<SourceMenuRow[]> {
  const { rows } = await db.execute<SourceMenuRow>(sql`
    SELECT m.brand_code AS brand, b.name, m.body, ${ms("m.synced_at")} AS "syncedAt"
    FROM menu m JOIN brand b ON b.code = m.brand_code
    WHERE ${brand}::text IS NULL OR m.brand_code = ${brand} ORDER BY b.sort, b.code`);
  return rows;
}

/** Returns a store's override, as the audit shows it before and after a write. */
export const storeOverrideStateOf = (db: Db, storeId: string) =>
  auditedRow(
    db,
    storeId,
    sql`SELECT coalesce(o.version, 0) AS version, coalesce(o.is_off, false) AS "isOff", o.off_until AS until
        FROM store s LEFT JOIN store_override o ON o.store_id = s.store_id WHERE s.store_id = ${storeId}`,
  );

type ProductKey = { readonly brand: string; readonly productId: string };

/** Returns a product's override, as the audit shows it before and after a write. */
export const productOverrideStateOf = (db: Db, { brand, productId }: ProductKey) =>
  auditedRow(
    db,
    `${brand} ${productId}`,
    sql`SELECT version, is_hidden AS "isHidden", name, picture_id AS "pictureId"
        FROM product_override WHERE brand_code = ${brand} AND product_id = ${productId}`,
  );

/** Returns the last recorded sync, as the audit shows it. */
export const lastSyncStateOf = (db: Db) =>
  auditedRow(
    db,
    "sync",
    sql`SELECT started_at AS "startedAt", stores, added, removed, menus, problem
        FROM dining_sync_run ORDER BY started_at DESC, run_id DESC LIMIT 1`,
  );
