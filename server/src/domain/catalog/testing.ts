/**
 * Test data of the catalogue: creates a benefit with one SKU, or a draft of one, in one call. Imported by tests only.
 */
import type { Photo } from "@yunjing/contract/schemas/benefit";
import type { BenefitDraft } from "@yunjing/contract/schemas/operators/goods";
import { sql } from "drizzle-orm";
import type { Context } from "../../platform/context.ts";
import type { Db, Tx } from "../../platform/database/pool.ts";
import { createGoods } from "./actions/operator/drafts.ts";
import { draftState } from "./actions/operator/draft-state.ts";

export type TestOffer = {
  /** Id of the benefit and of its SKU. */
  readonly id: string;
  readonly title?: string;
  readonly kind?: "meal" | "ride" | "card";
  readonly brand?: string;
  readonly category?: string;
  readonly priceFen?: number;
  readonly costFen?: number;
  readonly levels?: Readonly<Record<string, number>>;
  readonly cities?: readonly string[];
  readonly words?: readonly string[];
  readonly status?: string;
  readonly sort?: number;
  readonly sold?: number;
  /**
   * Price in points, with the cash part in `pointsCashFen`; `priceFen` is then not used as a price.
   */
  readonly points?: number;
  readonly pointsCashFen?: number;
  /** Pieces of own stock; without it the supplier's stock. */
  readonly stock?: number;
  /** Without a route it cannot be delivered. */
  readonly hasRoute?: boolean;
};

const named = { meal: ["kfc", "meal"], ride: ["didi", "ride"], card: ["kfc", "meal"] } as const;

/** Also creates the brand and the category when they do not exist. */
export async function createTestOffer(db: Db | Tx, it: TestOffer): Promise<void> {
  const { id, kind = "meal", priceFen = 100, costFen = 50, stock, hasRoute = true } = it;
  const [ownBrand, ownCategory] = named[kind];
  const { brand = ownBrand, category = ownCategory, title = id } = it;
  await db.execute(sql`
    INSERT INTO brand (code, name, artwork, tint) VALUES (${brand}, ${brand}, 'bag', 'ice') ON CONFLICT DO NOTHING`);
  await db.execute(sql`
    INSERT INTO category (code, name, artwork, tint) VALUES (${category}, ${category}, 'bag', 'ice')
    ON CONFLICT DO NOTHING`);
  await db.execute(sql`
    INSERT INTO benefit (benefit_id, kind, title, brand_code, category_code, artwork, tint, region_codes, search_words,
                         status, shown_exchanged, sort)
    VALUES (${id}, ${kind}, ${title}, ${brand}, ${category}, 'bag', 'ice', ${sql.param([...(it.cities ?? [])])}::text[],
            ${sql.param([...(it.words ?? [])])}::text[], ${it.status ?? "on"}, ${it.sold ?? 0}, ${it.sort ?? 0})`);
  await db.execute(sql`
    INSERT INTO sku (sku_id, benefit_id, stock_mode)
    VALUES (${id}, ${id}, ${stock === undefined ? "supplier" : "own"})`);
  await db.execute(sql`
    INSERT INTO sku_price (sku_id, version, market_fen, price_fen, level_fen, cost_fen, points_price, points_cash_fen,
                           starts_at, made_by, made_at)
    VALUES (${id}, 1, ${priceFen * 2}, ${priceFen}, ${JSON.stringify(it.levels ?? {})}::jsonb, ${costFen},
            ${it.points ?? null}, ${it.pointsCashFen ?? null}, '2020-01-01', 'test', '2020-01-01')`);
  if (hasRoute)
    await db.execute(sql`
      INSERT INTO sku_route (sku_id, supplier_id, product, cost_fen) VALUES (${id}, 'cards', ${id}, ${costFen})`);
  if (stock !== undefined)
    await db.execute(sql`
      INSERT INTO sku_stock (sku_id, bucket, total)
      SELECT ${id}, b, ${stock}::int / 8 + (b < ${stock}::int % 8)::int FROM generate_series(0, 7) b`);
}

/** Creates an uploaded picture without its files; returns what pages show of it. */
export async function createTestPicture(db: Db | Tx): Promise<Photo> {
  const alt = "一杯拿铁";
  const widths = [192, 480];
  const { rows } = await db.execute<{ pictureId: string }>(sql`
    INSERT INTO picture (picture_id, alt, widths, made_by, made_at)
    VALUES (gen_random_uuid(), ${alt}, ${sql.param(widths)}::integer[], gen_random_uuid(), now())
    RETURNING picture_id AS "pictureId"`);
  return { pictureId: rows[0]?.pictureId ?? "", alt, widths };
}

/** Gives a benefit an uploaded picture; returns what pages show of it. */
export async function showTestPicture(db: Db | Tx, benefitId: string): Promise<Photo> {
  const photo = await createTestPicture(db);
  await db.execute(
    sql`UPDATE benefit SET picture_id = ${photo.pictureId} WHERE benefit_id = ${benefitId}`,
  );
  return photo;
}

/** What drafts need besides the database: one supplier of cards, and operators without names. */
export const testDraftDeps = {
  supplierIds: ["cards"],
  namesOf: () => Promise.resolve((id: string) => id),
  cityOf: () => undefined,
} as const;

/** A draft with a price and a route, which can be published; its stored form lacks both. */
export async function createTestDraft(
  context: Context,
  db: Db,
  it: {
    readonly benefitId: string;
    readonly operatorId: string;
    readonly title?: string;
    readonly priceFen?: number;
    readonly costFen?: number;
  },
): Promise<{ readonly sinceVersion: number; readonly draft: BenefitDraft }> {
  const { benefitId, operatorId, title = benefitId, priceFen = 500, costFen = 300 } = it;
  for (const table of ["brand", "category"] as const) {
    await db.execute(sql`
      INSERT INTO ${sql.raw(table)} (code, name, artwork, tint) VALUES (${`${table}-1`}, ${`${table}-1`}, 'bag', 'ice')
      ON CONFLICT DO NOTHING`);
  }
  const named = { brandCode: "brand-1", categoryCode: "category-1" };
  const goods = { benefitId, title, ...named, delivery: "card", operatorId } as const;
  const sinceVersion = await createGoods(context, db, goods);
  const { draft } = await draftState(context, db, benefitId);
  const price = { marketFen: priceFen * 2, priceFen, levels: {}, costFen };
  const routes = [{ supplierId: "cards", product: benefitId, costFen }];
  return {
    sinceVersion,
    draft: { ...draft, skus: draft.skus.map((sku) => ({ ...sku, price, routes })) },
  };
}
