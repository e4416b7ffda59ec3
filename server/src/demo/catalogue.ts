/**
 * Seeds the demo's shop: names, contracts, benefits with SKUs, stock and home. Existing rows stay
 * unchanged.
 */
import { ownValue } from "@yunjing/contract/own-value";
import { sql } from "drizzle-orm";
import { benefitTextColumns } from "../domain/catalog/model/benefit-texts.ts";
import type { Db, Tx } from "../platform/database/pool.ts";
import { transaction } from "../platform/database/transaction.ts";
import { demoBenefits } from "./data/benefits.ts";
import { demoContracts } from "./data/contracts.ts";
import { brandAliases, demoBlocks, demoBrands, demoCategories, demoHotWords } from "./data/home.ts";

const named = (rows: typeof demoBrands) =>
  JSON.stringify(
    rows.map(([code, name, artwork, tint], sort) => {
      return { code, name, artwork, tint, sort, aliases: ownValue(brandAliases, code) ?? [] };
    }),
  );

/** One statement per table; later starts change nothing. */
export const seedShop = (db: Db): Promise<void> =>
  // The store syncer may be adding brands at the same time: `transaction` retries after a deadlock.
  transaction(db, async (tx) => {
    await seedNames(tx);
    await seedContracts(tx);
    await seedBenefits(tx);
    await seedSkus(tx);
    await seedStock(tx);
    await seedHome(tx);
  });

async function seedNames(tx: Tx): Promise<void> {
  await tx.execute(sql`
    INSERT INTO brand (code, name, artwork, tint, sort, aliases)
    SELECT code, name, artwork, tint, sort, aliases FROM jsonb_to_recordset(${named(demoBrands)}::jsonb)
      AS x(code text, name text, artwork text, tint text, sort int, aliases text[])
    ON CONFLICT (code) DO UPDATE SET sort = excluded.sort, aliases = excluded.aliases
    WHERE brand.version = 1 AND (brand.sort <> excluded.sort OR brand.aliases <> excluded.aliases)`);
  await tx.execute(sql`
    INSERT INTO category (code, name, artwork, tint, sort)
    SELECT code, name, artwork, tint, sort FROM jsonb_to_recordset(${named(demoCategories)}::jsonb)
      AS x(code text, name text, artwork text, tint text, sort int)
    ON CONFLICT (code) DO NOTHING`);
}

async function seedContracts(tx: Tx): Promise<void> {
  await tx.execute(sql`
    INSERT INTO fulfilment_contract (contract_id, delivery, used_in, form, sla_seconds, refund_rule, refund_days, valid_days,
                                     late_money)
    SELECT "contractId", delivery, "usedIn", form, "slaSeconds", "refundRule", "refundDays", "validDays", "lateMoney"
    FROM jsonb_to_recordset(${JSON.stringify(demoContracts)}::jsonb) AS x(
      "contractId" text, delivery text, "usedIn" text, form jsonb, "slaSeconds" int, "refundRule" text,
      "refundDays" int, "validDays" int, "lateMoney" text)
    ON CONFLICT (contract_id) DO NOTHING`);
}

async function seedBenefits(tx: Tx): Promise<void> {
  const benefits = JSON.stringify(demoBenefits.map((benefit, sort) => ({ ...benefit, sort })));
  const columns = benefitTextColumns.map(({ column }) => column).join(", ");
  const fields = benefitTextColumns.map(({ field }) => `"${field}"`).join(", ");
  const types = benefitTextColumns.map(({ field, type }) => `"${field}" ${type}`).join(", ");
  await tx.execute(sql`
    INSERT INTO benefit (benefit_id, kind, ${sql.raw(columns)}, brand_code, category_code, artwork, also_artwork, tint,
                         search_words, region_codes, contract_id, coupon_template_ids, per_order, per_day, per_month,
                         per_life, grade_min, status, sort)
    SELECT id, kind, ${sql.raw(fields)}, brand, category, artwork, "secondArtwork", tint, "searchWords", cities, contract, coupons,
           "perOrder", "perDay", "perMonth", "perLife", "gradeMin", 'on', sort
    FROM jsonb_to_recordset(${benefits}::jsonb) AS x(
      id text, kind text, ${sql.raw(types)}, brand text, category text, artwork text, "secondArtwork" text, tint text,
      "searchWords" text[], cities text[], contract text, coupons text[], "perOrder" int, "perDay" int,
      "perMonth" int, "perLife" int, "gradeMin" int, sort int)
    ON CONFLICT (benefit_id) DO NOTHING`);
}

/** Seeds the SKUs with the first version of their price and the routes to their suppliers. */
async function seedSkus(tx: Tx): Promise<void> {
  const skus = JSON.stringify(
    demoBenefits.flatMap(({ id, skus: some }) =>
      some.map((sku, sort) => ({ ...sku, benefit: id, sort })),
    ),
  );
  await tx.execute(sql`
    INSERT INTO sku (sku_id, benefit_id, spec, artwork, face_fen, stock_mode, low_alert, is_supplier_out, sort)
    SELECT id, benefit, spec, artwork, "faceValue", mode, stock / 10, "isOut", sort
    FROM jsonb_to_recordset(${skus}::jsonb) AS x(
      id text, benefit text, spec text, artwork text, "faceValue" int, mode text, stock int, "isOut" boolean, sort int)
    ON CONFLICT (sku_id) DO NOTHING`);
  await tx.execute(sql`
    INSERT INTO sku_price (sku_id, version, market_fen, price_fen, level_fen, points_price, points_cash_fen, cost_fen,
                           starts_at, made_by, made_at)
    SELECT id, 1, market, price, levels, points, "pointsCash", cost, '2020-01-01', 'demo', '2020-01-01'
    FROM jsonb_to_recordset(${skus}::jsonb) AS x(
      id text, market int, price int, levels jsonb, points int, "pointsCash" int, cost int)
    ON CONFLICT (sku_id, version) DO NOTHING`);
  await tx.execute(sql`
    INSERT INTO sku_route (sku_id, supplier_id, product, cost_fen, priority)
    SELECT x.id, r.value->>'supplier', x.id, (r.value->>'cost')::int, (r.ordinality - 1)::int
    FROM jsonb_to_recordset(${skus}::jsonb) AS x(id text, routes jsonb),
         jsonb_array_elements(x.routes) WITH ORDINALITY r
    ON CONFLICT (sku_id, supplier_id) DO NOTHING`);
}

async function seedStock(tx: Tx): Promise<void> {
  const own = JSON.stringify(
    demoBenefits.flatMap(({ skus }) => skus.filter(({ mode }) => mode === "own")),
  );
  await tx.execute(sql`
    INSERT INTO sku_stock (sku_id, bucket, total)
    SELECT id, b, stock / 8 + (b < stock % 8)::int
    FROM jsonb_to_recordset(${own}::jsonb) AS x(id text, stock int), generate_series(0, 7) b
    ON CONFLICT (sku_id, bucket) DO NOTHING`);
}

async function seedHome(tx: Tx): Promise<void> {
  const blocks = demoBlocks.map((block, sort) => ({ ...block, sort }));
  await tx.execute(sql`
    INSERT INTO home_block (block_id, kind, title, body, audience, grade_min, region_codes, sort)
    SELECT id, kind, title, body, coalesce(audience, 'all'), "gradeMin", coalesce(cities, '{}'), sort
    FROM jsonb_to_recordset(${JSON.stringify(blocks)}::jsonb) AS x(
      id text, kind text, title text, body jsonb, audience text, "gradeMin" int, cities text[], sort int)
    ON CONFLICT (block_id) DO NOTHING`);
  const hotWords = demoHotWords.map(([word, isNew], sort) => ({ word, isNew, sort }));
  await tx.execute(sql`
    INSERT INTO hot_word (word, is_new, sort)
    SELECT word, "isNew", sort
    FROM jsonb_to_recordset(${JSON.stringify(hotWords)}::jsonb) AS x(word text, "isNew" boolean, sort int)
    ON CONFLICT (word) DO NOTHING`);
}
