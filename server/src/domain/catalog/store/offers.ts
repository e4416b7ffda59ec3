/**
 * Reads the offers: benefits with their contracts, SKUs with the price in force, live routes and
 * free stock.
 */
import type { DetailBlock, FormField, Limits, Photo } from "@yunjing/contract/schemas/benefit";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { bindParameters } from "../../../platform/database/read-query.ts";
import { benefitTextsSql } from "../model/benefit-texts.ts";
import type { Benefit, FulfilmentContract, LevelPrices, Price, Route, Sku } from "../model.ts";
import { detailSql, photoSql } from "./pictures.ts";
import { priceInForce } from "./prices.ts";
import { sqlNowText } from "../../../platform/database/sql.ts";

type BenefitRow = {
  benefit_id: string;
  kind: Benefit["kind"];
  texts: Benefit["texts"];
  brand_code: string;
  brand_name: string;
  brand_aliases: string[];
  category_code: string;
  category_name: string;
  category_aliases: string[];
  artwork: string;
  also_artwork: string | null;
  photo: Photo | null;
  tint: string;
  detail: DetailBlock[];
  search_words: string[];
  region_codes: string[];
  coupon_template_ids: string[];
  per_order: number | null;
  per_day: number | null;
  per_month: number | null;
  per_life: number | null;
  grade_min: number | null;
  shown_exchanged: number;
  sort: number;
  listed_at: string;
  is_on_sale: boolean;
  contract_id: string;
  delivery: FulfilmentContract["delivery"];
  used_in: FulfilmentContract["usedIn"];
  form: FormField[];
  sla_seconds: number;
  refund_rule: FulfilmentContract["refundRule"];
  refund_days: number | null;
  valid_days: number | null;
  late_money: FulfilmentContract["lateMoney"];
  terms_code: string | null;
  terms_version: number | null;
};

type SkuRow = {
  sku_id: string;
  benefit_id: string;
  spec: string;
  artwork: string | null;
  face_fen: number | null;
  stock_mode: Sku["stockMode"];
  free: number | null;
  is_supplier_out: boolean;
  low_alert: number;
  quantity_min: number;
  quantity_max: number;
  is_on: boolean;
  version: number | null;
  market_fen: number;
  price_fen: number;
  level_fen: LevelPrices;
  points_price: number | null;
  points_cash_fen: number | null;
  cost_fen: number;
  routes: Route[];
};

export type Offer = {
  readonly benefits: ReadonlyMap<string, Benefit>;
  /** In the order of their benefit. */
  readonly skus: readonly Sku[];
};

/**
 * Which part of the catalogue to read: all that is on sale, or the named SKUs or benefits, on sale
 * or not.
 */
export type OfferFilter =
  | { readonly onSale: true }
  | { readonly skuIds: readonly string[] }
  | { readonly benefitIds: readonly string[] };

/** `$2` is the time and `$3` the requested ids. */
const NOW = sqlNowText(2);
const NAMED = "(SELECT unnest($3::text[]))";
/** The parts that name SKUs also name them to their stock: on a cluster it lies by SKU. */
const stockOf = {
  onSale: "true",
  benefitIds: "true",
  skuIds: "sku_id = ANY ($3::text[])",
} as const;

const onSale = `(b.status = 'on' AND (b.sale_from IS NULL OR b.sale_from <= ${NOW})
       AND (b.sale_to IS NULL OR b.sale_to > ${NOW}))`;

/** Selects the benefits and the SKUs of each part of the catalogue. */
const parts = {
  onSale: {
    benefits: onSale,
    skus: `s.benefit_id IN (SELECT b.benefit_id FROM benefit b WHERE ${onSale})`,
  },
  skuIds: {
    benefits: `b.benefit_id IN (SELECT benefit_id FROM sku WHERE sku_id IN ${NAMED})`,
    skus: `s.sku_id IN ${NAMED}`,
  },
  benefitIds: { benefits: `b.benefit_id IN ${NAMED}`, skus: `s.benefit_id IN ${NAMED}` },
};

/** An order does not need what members read below the rules. */
const detailOf = (part: keyof typeof parts): string =>
  part === "skuIds" ? "'[]'::jsonb" : detailSql("b");

const benefitsText = (part: keyof typeof parts) => `
    SELECT b.benefit_id, b.kind, ${benefitTextsSql} AS texts, b.brand_code, r.name AS brand_name, r.aliases AS brand_aliases,
           b.category_code, g.name AS category_name, g.aliases AS category_aliases, b.artwork, b.also_artwork, b.tint, ${photoSql("b")} AS photo, ${detailOf(part)} AS detail, b.search_words,
           b.region_codes, b.coupon_template_ids, b.per_order, b.per_day, b.per_month, b.per_life, b.grade_min,
           b.shown_exchanged, b.sort, b.listed_at, ${onSale} AS is_on_sale,
           c.contract_id, c.delivery, c.used_in, c.form, c.sla_seconds, c.refund_rule, c.refund_days, c.valid_days,
           c.late_money, c.terms_code, c.terms_version
    FROM benefit b JOIN brand r ON r.code = b.brand_code JOIN category g ON g.code = b.category_code
    JOIN fulfilment_contract c ON c.contract_id = b.contract_id
    WHERE ${parts[part].benefits} ORDER BY b.sort, b.benefit_id`;

// Free stock includes expired holds: a buyer who finds too few pieces takes them. Stock is summed
// apart: its rows lie by SKU, and a query of definitions reaches them on a cluster only as a whole.
const skusText = (part: keyof typeof parts, where = parts[part].skus) => `
    WITH stock AS MATERIALIZED (
      SELECT sku_id, sum(total - held - sold)::integer AS free FROM sku_stock
      WHERE sku_id IN (SELECT s.sku_id FROM sku s WHERE s.stock_mode = 'own' AND ${where}) AND ${stockOf[part]} GROUP BY sku_id
    ), lapsed AS MATERIALIZED (
      SELECT sku_id, sum(quantity)::integer AS quantity FROM stock_hold
      WHERE sku_id IN (SELECT s.sku_id FROM sku s WHERE s.stock_mode = 'own' AND ${where}) AND ${stockOf[part]}
        AND state = 'held' AND expires_at <= ${NOW} GROUP BY sku_id
    )
    SELECT s.sku_id, s.benefit_id, s.spec, s.artwork, s.face_fen, s.stock_mode, s.is_supplier_out, s.low_alert,
           s.quantity_min, s.quantity_max, s.is_on, p.version, p.market_fen, p.price_fen, p.level_fen, p.points_price,
           p.points_cash_fen, p.cost_fen, coalesce(t.routes, '[]') AS routes,
           CASE WHEN s.stock_mode = 'own' THEN coalesce(k.free, 0) + coalesce(h.quantity, 0) END AS free
    FROM sku s LEFT JOIN stock k ON k.sku_id = s.sku_id LEFT JOIN lapsed h ON h.sku_id = s.sku_id
    LEFT JOIN LATERAL (${priceInForce("s.sku_id", NOW)}
    ) p ON true
    LEFT JOIN LATERAL (
      SELECT jsonb_agg(jsonb_strip_nulls(jsonb_build_object(
               'supplierId', supplier_id, 'product', product, 'costFen', cost_fen, 'priority', priority,
               'weight', weight)) ORDER BY priority, supplier_id) AS routes
      FROM sku_route WHERE sku_id = s.sku_id AND is_on
    ) t ON true
    WHERE ${where} ORDER BY s.benefit_id, s.sort, s.sku_id`;

const orUndefined = (figure: number | null): number | undefined => figure ?? undefined;

function limitsOf(row: BenefitRow): Limits {
  return {
    ...(row.per_order === null ? {} : { perOrder: row.per_order }),
    ...(row.per_day === null ? {} : { perDay: row.per_day }),
    ...(row.per_month === null ? {} : { perMonth: row.per_month }),
    ...(row.per_life === null ? {} : { life: row.per_life }),
  };
}

const contractOf = (row: BenefitRow): FulfilmentContract => ({
  contractId: row.contract_id,
  delivery: row.delivery,
  usedIn: row.used_in,
  form: row.form,
  slaSeconds: row.sla_seconds,
  refundRule: row.refund_rule,
  refundDays: orUndefined(row.refund_days),
  validDays: orUndefined(row.valid_days),
  lateMoney: row.late_money,
  ...(row.terms_code === null || row.terms_version === null
    ? {}
    : { basedOn: { code: row.terms_code, version: row.terms_version } }),
});

const benefitOf = (row: BenefitRow): Benefit => ({
  benefitId: row.benefit_id,
  kind: row.kind,
  texts: row.texts,
  brandCode: row.brand_code,
  brandName: row.brand_name,
  brandAliases: row.brand_aliases,
  categoryCode: row.category_code,
  categoryName: row.category_name,
  categoryAliases: row.category_aliases,
  artwork: row.artwork,
  alsoArtwork: row.also_artwork ?? undefined,
  tint: row.tint,
  photo: row.photo ?? undefined,
  detail: row.detail,
  searchWords: row.search_words,
  regionCodes: row.region_codes,
  limits: limitsOf(row),
  couponTemplateIds: row.coupon_template_ids,
  gradeMin: orUndefined(row.grade_min),
  shownExchanged: row.shown_exchanged,
  sort: row.sort,
  listedAt: new Date(row.listed_at).getTime(),
  isOnSale: row.is_on_sale,
  contract: contractOf(row),
});

function priceOf(row: SkuRow): Price | undefined {
  if (row.version === null) return undefined;
  return {
    version: row.version,
    marketFen: row.market_fen,
    priceFen: row.price_fen,
    levels: row.level_fen,
    costFen: row.cost_fen,
    pointsPrice: orUndefined(row.points_price),
    pointsCashFen: orUndefined(row.points_cash_fen),
  };
}

const skuOf = (row: SkuRow): Sku => ({
  skuId: row.sku_id,
  benefitId: row.benefit_id,
  spec: row.spec,
  artwork: row.artwork ?? undefined,
  faceFen: orUndefined(row.face_fen),
  stockMode: row.stock_mode,
  free: orUndefined(row.free),
  isSupplierOut: row.is_supplier_out,
  lowAlert: row.low_alert,
  quantityMin: row.quantity_min,
  quantityMax: row.quantity_max,
  isOn: row.is_on,
  price: priceOf(row),
  routes: row.routes,
});

const readingsOf = (part: keyof typeof parts) => ({
  benefits: {
    name: `catalog_benefits_${part}`,
    text: benefitsText(part),
    toResult: (rows: readonly BenefitRow[]) =>
      new Map(rows.map((row) => [row.benefit_id, benefitOf(row)])),
  },
  skus: {
    name: `catalog_skus_${part}`,
    text: skusText(part),
    toResult: (rows: readonly SkuRow[]) => rows.map(skuOf),
  },
});
const readings = {
  onSale: readingsOf("onSale"),
  skuIds: readingsOf("skuIds"),
  benefitIds: readingsOf("benefitIds"),
};

/** Queries for the SKUs `$3` with their benefits at `$2`, to be combined with other queries. */
export const skuOfferQueries = readings.skuIds;

/** Reads one part of the catalogue at `now` (null: the database's own time). */
export async function readOffer(db: Db | Tx, part: OfferFilter, now: Date | null): Promise<Offer> {
  const [kind, named] =
    "skuIds" in part
      ? (["skuIds", part.skuIds] as const)
      : "benefitIds" in part
        ? (["benefitIds", part.benefitIds] as const)
        : (["onSale", []] as const);
  const values = [undefined, now, [...named]];
  // Sequentially: a transaction has one connection.
  const { benefits, skus } = readings[kind];
  return {
    benefits: benefits.toResult(
      (await db.execute<BenefitRow>(bindParameters(benefits.text, values))).rows,
    ),
    skus: skus.toResult((await db.execute<SkuRow>(bindParameters(skus.text, values))).rows),
  };
}
