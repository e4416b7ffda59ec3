/** SQL statements that import a supplier's whole list of stores and menus. */
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import { sqlNow, type Now } from "../../../platform/database/sql.ts";
import { brandOf, storeIdOf } from "../model.ts";
import type { SourceMenu, SourceStore } from "../port.ts";

/** Inserts missing brands; rows that an operator edited stay unchanged. */
export async function addBrands(tx: Tx, codes: readonly string[]): Promise<void> {
  for (const { code, name, artwork, tint } of codes.map(brandOf)) {
    await tx.execute(sql`
      INSERT INTO brand (code, name, artwork, tint) VALUES (${code}, ${name}, ${artwork}, ${tint})
      ON CONFLICT (code) DO NOTHING`);
  }
}

const rowOf = (store: SourceStore) => ({
  store_id: storeIdOf(store.brand, store.supplierCode),
  brand_code: store.brand,
  supplier_code: store.supplierCode,
  name: store.name,
  city_code: store.cityCode,
  district_code: store.districtCode,
  address: store.address,
  lat: store.lat,
  lng: store.lng,
  phone: store.phone,
  hours: store.hours,
  services: store.services,
  lead_minutes: store.leadMinutes,
  sold_out: store.soldOut,
});

/**
 * Upserts every store of the list in one statement, and disables those that are no longer in it.
 * Returns how many are new and how many are gone.
 */
export async function replaceStores(
  tx: Tx,
  supplierId: string,
  stores: readonly SourceStore[],
  now: Now,
): Promise<{ readonly added: number; readonly removed: number }> {
  const rows = JSON.stringify(stores.map(rowOf));
  const upserted = await tx.execute<{ isNew: boolean }>(sql`
    INSERT INTO store (store_id, brand_code, supplier_id, supplier_code, name, city_code, district_code, address,
                       lat, lng, phone, hours, services, lead_minutes, sold_out, is_on, synced_at)
    SELECT store_id, brand_code, ${supplierId}, supplier_code, name, city_code, district_code, address,
           lat, lng, phone, hours, services, lead_minutes, sold_out, true, ${sqlNow(now)}
    FROM jsonb_to_recordset(${rows}::jsonb) AS x (
      store_id text, brand_code text, supplier_code text, name text, city_code text, district_code text,
      address text, lat float8, lng float8, phone text, hours jsonb, services text[], lead_minutes smallint,
      sold_out text[])
    ON CONFLICT (store_id) DO UPDATE SET
      name = excluded.name, city_code = excluded.city_code, district_code = excluded.district_code,
      address = excluded.address, lat = excluded.lat, lng = excluded.lng, phone = excluded.phone,
      hours = excluded.hours, services = excluded.services, lead_minutes = excluded.lead_minutes,
      sold_out = excluded.sold_out, is_on = true, synced_at = excluded.synced_at
    RETURNING xmax = 0 AS "isNew"`);
  const gone = await tx.execute(sql`
    UPDATE store SET is_on = false
    WHERE supplier_id = ${supplierId} AND is_on
      AND store_id NOT IN (SELECT x.store_id FROM jsonb_to_recordset(${rows}::jsonb) AS x (store_id text))`);
  return {
    added: upserted.rows.filter(({ isNew }) => isNew).length,
    removed: gone.rowCount ?? 0,
  };
}

export async function replaceMenu(tx: Tx, menu: SourceMenu, now: Now): Promise<void> {
  await tx.execute(sql`
    INSERT INTO menu (brand_code, version, body, synced_at)
    VALUES (${menu.brand}, ${menu.version}, ${JSON.stringify(menu)}::jsonb, ${sqlNow(now)})
    ON CONFLICT (brand_code) DO UPDATE SET
      version = excluded.version, body = excluded.body, synced_at = excluded.synced_at`);
}
