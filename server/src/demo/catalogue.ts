/** Lays out the demo's shop: brands, categories, benefits and home blocks; what is there already stays as it is. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../platform/database/pool.ts";
import { transaction } from "../platform/database/transaction.ts";
import { demoBenefits } from "./data/benefits.ts";
import { demoBlocks, demoBrands, demoCategories } from "./data/home.ts";

const named = (rows: typeof demoBrands) =>
  JSON.stringify(
    rows.map(([code, name, artwork, tint], sort) => ({ code, name, artwork, tint, sort })),
  );

const rules = [
  { title: "使用范围", text: "限所列城市与门店使用，特殊门店以页面提示为准。" },
  { title: "有效期", text: "购买后 30 天内有效，过期未使用自动退款。" },
];

/** One statement a table; repeated starts find nothing to do. */
export const layOutShop = (db: Db): Promise<void> =>
  // The store syncer may be adding brands at the same time: a transaction is tried again after a deadlock.
  transaction(db, async (tx) => {
    await layOutNames(tx);
    await layOutBenefits(tx);
    await layOutHome(tx);
  });

async function layOutNames(tx: Tx): Promise<void> {
  await tx.execute(sql`
    INSERT INTO brand (code, name, artwork, tint, sort)
    SELECT * FROM jsonb_to_recordset(${named(demoBrands)}::jsonb) AS x(code text, name text, artwork text, tint text, sort int)
    ON CONFLICT (code) DO UPDATE SET sort = excluded.sort WHERE brand.sort <> excluded.sort`);
  await tx.execute(sql`
    INSERT INTO category (code, name, artwork, tint, sort)
    SELECT * FROM jsonb_to_recordset(${named(demoCategories)}::jsonb) AS x(code text, name text, artwork text, tint text, sort int)
    ON CONFLICT (code) DO NOTHING`);
}

async function layOutBenefits(tx: Tx): Promise<void> {
  const benefits = demoBenefits.map(({ soldOut, ...benefit }, sort) => ({
    ...benefit,
    sort,
    gone: soldOut,
  }));
  await tx.execute(sql`
    INSERT INTO benefit (benefit_id, kind, title, brand_code, category_code, artwork, tint, tags, price_fen,
                         member_price_fen, points_price, market_price_fen, region_codes, rules, status, sold_out,
                         shown_exchanged, sort)
    SELECT id, kind, title, brand, category, artwork, tint, tags, price, member, points, market, cities,
           ${JSON.stringify(rules)}::jsonb, 'on', gone, sold, sort
    FROM jsonb_to_recordset(${JSON.stringify(benefits)}::jsonb) AS x(
      id text, kind text, title text, brand text, category text, artwork text, tint text, tags text[], price int,
      member int, points int, market int, cities text[], gone boolean, sold int, sort int)
    ON CONFLICT (benefit_id) DO NOTHING`);
}

async function layOutHome(tx: Tx): Promise<void> {
  const blocks = demoBlocks.map((block, sort) => ({ ...block, sort }));
  await tx.execute(sql`
    INSERT INTO home_block (block_id, kind, title, body, sort)
    SELECT id, kind, title, body, sort
    FROM jsonb_to_recordset(${JSON.stringify(blocks)}::jsonb) AS x(id text, kind text, title text, body jsonb, sort int)
    ON CONFLICT (block_id) DO NOTHING`);
}
