/** All SQL statements about stores, menus and the menus shown to members. */
import type { Menu } from "@yunjing/contract/schemas/dining";
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../platform/database/sql.ts";
import { photoSql } from "../catalog/actions.ts";
import { type BrandMenu, type ProductOverride, withOverrides } from "./menu.ts";
import type { StoreRow, Position } from "./model.ts";
import type { SourceMenu } from "./port.ts";

type Queryable = Db | Tx;

/** Whether an operator has switched the store of override `o` off at `now`. */
export const isPaused = (now: Now): SQL =>
  sql`coalesce(o.is_off AND (o.off_until IS NULL OR o.off_until > ${sqlNow(now)}), false)`;

const columns = (now: Now) => sql`
  s.store_id AS "storeId", s.brand_code AS brand, b.name AS "brandName", s.supplier_id AS "supplierId",
  s.supplier_code AS "supplierCode", s.name, s.city_code AS "cityCode", s.address, s.lat, s.lng, s.phone, s.hours,
  s.services, s.lead_minutes::int AS "leadMinutes", s.sold_out AS "soldOut", s.is_on AS "isOn",
  ${isPaused(now)} AS "isPaused"`;
const stores = sql`store s JOIN brand b ON b.code = s.brand_code
  LEFT JOIN store_override o ON o.store_id = s.store_id`;

export async function findStore(
  db: Queryable,
  storeId: string,
  now: Now,
): Promise<StoreRow | undefined> {
  const found = await db.execute<StoreRow>(
    sql`SELECT ${columns(now)} FROM ${stores} WHERE s.store_id = ${storeId}`,
  );
  return found.rows[0];
}

export type StoreFilter = {
  readonly brand?: string | undefined;
  /** A province, a city or a district. */
  readonly regionCode?: string | undefined;
  readonly keyword?: string | undefined;
  readonly position?: Position | undefined;
  readonly now: Now;
};

/** A province's code ends in four zeros, and its cities begin with the same two digits. */
export function inRegion(regionCode: string): SQL {
  if (regionCode.endsWith("0000")) return sql`s.city_code LIKE ${`${regionCode.slice(0, 2)}%`}`;
  return sql`(s.city_code = ${regionCode} OR s.district_code = ${regionCode})`;
}

/** Whether a text occurs in the name of the brand, the store's name or its address. */
export const hasKeyword = (keyword: string): SQL =>
  sql`position(lower(${keyword}) IN lower(b.name || s.name || s.address)) > 0`;

/** Lists at most `limit` stores that are offered, by planar distance where a position is given, else by city. */
export async function listStores(
  db: Queryable,
  { brand, regionCode, keyword, position, now }: StoreFilter,
  limit: number,
): Promise<StoreRow[]> {
  const conditions = [sql`s.is_on`, sql`NOT ${isPaused(now)}`];
  if (brand) conditions.push(sql`s.brand_code = ${brand}`);
  if (regionCode) conditions.push(inRegion(regionCode));
  if (keyword) {
    conditions.push(hasKeyword(keyword));
  }
  const order = position
    ? sql`(s.lat - ${position.lat}) ^ 2
          + ((s.lng - ${position.lng}) * cos(radians(${position.lat}))) ^ 2, s.store_id`
    : sql`s.city_code, s.store_id`;
  const found = await db.execute<StoreRow>(sql`
    SELECT ${columns(now)} FROM ${stores}
    WHERE ${sql.join(conditions, sql` AND `)} ORDER BY ${order} LIMIT ${limit}`);
  return found.rows;
}

export async function countByCity(
  db: Queryable,
  { brand, now }: Pick<StoreFilter, "brand" | "now">,
): Promise<{ code: string; stores: number }[]> {
  const counted = await db.execute<{ code: string; stores: number }>(sql`
    SELECT s.city_code AS code, count(*)::int AS stores FROM ${stores}
    WHERE s.is_on AND NOT ${isPaused(now)}
      AND (${brand ?? null}::text IS NULL OR s.brand_code = ${brand ?? null})
    GROUP BY s.city_code`);
  return counted.rows;
}

/** Returns the menu of a brand with what operators changed in it. */
export async function findMenu(db: Queryable, brand: string): Promise<BrandMenu | undefined> {
  const found = await db.execute<{ body: SourceMenu; overrides: ProductOverride[] }>(sql`
    SELECT m.body, coalesce((
      SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
        'productId', o.product_id, 'isHidden', o.is_hidden, 'name', o.name, 'photo', ${sql.raw(photoSql("o"))})))
      FROM product_override o WHERE o.brand_code = m.brand_code), '[]') AS overrides
    FROM menu m WHERE m.brand_code = ${brand}`);
  const [row] = found.rows;
  return row && withOverrides(row.body, row.overrides);
}

/** Returns the brands that are shown and have a menu, in their order. */
export async function brandsWithMenus(
  db: Queryable,
): Promise<readonly { readonly code: string; readonly name: string }[]> {
  const found = await db.execute<{ code: string; name: string }>(sql`
    SELECT b.code, b.name FROM menu m JOIN brand b ON b.code = m.brand_code
    WHERE b.is_on ORDER BY b.sort, b.code`);
  return found.rows;
}

export type OfferedSetMeal = {
  readonly id: string;
  readonly title: string;
  readonly brandCode: string;
  readonly brandName: string;
};

/** Returns at most `limit` set meals of the menus of shown brands, brand by brand. */
export async function setMealsOfBrands(
  db: Queryable,
  limit: number,
): Promise<readonly OfferedSetMeal[]> {
  const found = await db.execute<OfferedSetMeal>(sql`
    SELECT s.meal->>'id' AS id, s.meal->>'title' AS title, b.code AS "brandCode", b.name AS "brandName"
    FROM menu m JOIN brand b ON b.code = m.brand_code
    CROSS JOIN LATERAL jsonb_array_elements(m.body->'setMeals') WITH ORDINALITY AS s (meal, place)
    WHERE b.is_on ORDER BY b.sort, b.code, s.place LIMIT ${limit}`);
  return found.rows;
}

/** Saves the menu shown to a member, so that a later change can be displayed side by side. */
export async function saveShownMenu(db: Queryable, menu: Menu, now: Now): Promise<void> {
  await db.execute(sql`
    INSERT INTO menu_shown (hash, classes, shown_at)
    VALUES (${menu.hash}, ${JSON.stringify(menu.classes)}::jsonb, date_trunc('hour', ${sqlNow(now)}))
    ON CONFLICT (hash) DO UPDATE SET shown_at = excluded.shown_at
    WHERE menu_shown.shown_at < excluded.shown_at`);
}

export async function findShownMenu(
  db: Queryable,
  hash: string,
): Promise<Menu["classes"] | undefined> {
  const found = await db.execute<{ classes: Menu["classes"] }>(
    sql`SELECT classes FROM menu_shown WHERE hash = ${hash}`,
  );
  return found.rows[0]?.classes;
}

/** Deletes menus not shown for two days. */
export async function deleteOldShownMenus(db: Queryable, now: Now): Promise<void> {
  await db.execute(sql`DELETE FROM menu_shown WHERE shown_at < ${sqlNow(now)} - interval '2 days'`);
}
