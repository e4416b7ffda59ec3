/** SQL statements that put a draft before members: the benefit, its contract, SKUs, prices, routes. */
import type { BenefitDraft, DraftSku } from "@yunjing/contract/schemas/operators/goods";
import { sql } from "drizzle-orm";
import type { Tx } from "../../../platform/database/pool.ts";
import type { Now } from "../../../platform/database/sql.ts";
import type { LiveGoods } from "../model/draft.ts";
import { recordRouteCosts } from "./supplier-routes.ts";
import { sqlPriceStart } from "./prices.ts";

const textArray = (texts: readonly string[]) => sql`${sql.param([...texts])}::text[]`;
const instant = (ms: number | undefined) => (ms === undefined ? null : new Date(ms));

export type Publication = {
  readonly benefitId: string;
  readonly draft: BenefitDraft;
  readonly version: number;
  readonly operatorId: string;
  readonly reason: string;
  /** The second person who agreed to a price below cost; null without one. */
  readonly approvedBy: string | null;
  readonly now: Date;
  /** When the draft was saved: what was changed later stays. */
  readonly savedAt: Date;
  /** The time of the prices; null: the database's own. */
  readonly priceNow: Now;
};

/** Appends what is published; the database refuses an incomplete one. */
export async function insertVersion(tx: Tx, publication: Publication): Promise<void> {
  const { benefitId, version, draft, reason, operatorId, approvedBy, now } = publication;
  await tx.execute(sql`
    INSERT INTO benefit_version (benefit_id, version, body, reason, published_by, approved_by, published_at)
    VALUES (${benefitId}, ${version}, ${JSON.stringify(draft)}::jsonb, ${reason}, ${operatorId}, ${approvedBy}, ${now})`);
}

/** Appends a contract; contracts are never changed, so that shown rules can be shown again. */
export async function insertContract(
  tx: Tx,
  contractId: string,
  { contract }: Pick<BenefitDraft, "contract">,
): Promise<void> {
  const { delivery, usedIn, form, slaSeconds, refundRule, refundDays, validDays, lateMoney } =
    contract;
  const { code = null, version = null } = contract.basedOn ?? {};
  await tx.execute(sql`
    INSERT INTO fulfilment_contract (contract_id, delivery, used_in, form, sla_seconds, refund_rule, refund_days,
                                     valid_days, late_money, terms_code, terms_version)
    VALUES (${contractId}, ${delivery}, ${usedIn}, ${JSON.stringify(form)}::jsonb, ${slaSeconds}, ${refundRule},
            ${refundDays ?? null}, ${validDays ?? null}, ${lateMoney}, ${code}, ${version})`);
}

/** Writes the benefit's own columns and puts it on sale; a benefit that was off is listed as new. */
export async function updateBenefit(
  tx: Tx,
  publication: Publication,
  more: { readonly contractId: string; readonly kind: string },
): Promise<void> {
  const { benefitId, draft, version, approvedBy, now } = publication;
  const { limits } = draft;
  await tx.execute(sql`
    UPDATE benefit SET
      kind = ${more.kind}, title = ${draft.title}, subtitle = ${draft.subtitle ?? ""},
      share_title = ${draft.shareTitle ?? null}, share_text = ${draft.shareText ?? null}, tags = ${textArray(draft.tags)},
      brand_code = ${draft.brandCode}, category_code = ${draft.categoryCode}, artwork = ${draft.artwork},
      also_artwork = ${draft.alsoArtwork ?? null}, picture_id = ${draft.pictureId ?? null}, tint = ${draft.tint},
      detail = ${JSON.stringify(draft.detail ?? [])}::jsonb, search_words = ${textArray(draft.searchWords)},
      region_codes = ${textArray(draft.regionCodes)}, coupon_template_ids = ${textArray(draft.couponTemplateIds)},
      per_order = ${limits.perOrder ?? null}, per_day = ${limits.perDay ?? null},
      per_month = ${limits.perMonth ?? null}, per_life = ${limits.life ?? null}, grade_min = ${draft.gradeMin ?? null},
      sale_from = ${instant(draft.saleFrom)}, sale_to = ${instant(draft.saleTo)}, sort = ${draft.sort},
      contract_id = ${more.contractId}, loss_approved_by = ${approvedBy}, version = ${version},
      listed_at = CASE status WHEN 'on' THEN listed_at ELSE ${now}::timestamptz END, status = 'on'
    WHERE benefit_id = ${benefitId}`);
}

/** Makes new SKUs and changes what may change of the others; whether one is on sale is not a draft's. */
export async function writeSkus(tx: Tx, { benefitId, draft }: Publication): Promise<void> {
  const rows = draft.skus.map((sku, sort) => ({ ...sku, sort }));
  await tx.execute(sql`
    INSERT INTO sku (sku_id, benefit_id, spec, artwork, face_fen, stock_mode, low_alert, quantity_min, quantity_max, sort)
    SELECT "skuId", ${benefitId}, spec, artwork, "faceFen", "stockMode", "lowAlert", "quantityMin", "quantityMax", sort
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(
      "skuId" text, spec text, artwork text, "faceFen" int, "stockMode" text, "lowAlert" int, "quantityMin" int,
      "quantityMax" int, sort int)
    ON CONFLICT (sku_id) DO UPDATE SET
      spec = excluded.spec, artwork = excluded.artwork, low_alert = excluded.low_alert,
      quantity_min = excluded.quantity_min, quantity_max = excluded.quantity_max, sort = excluded.sort
    WHERE sku.benefit_id = excluded.benefit_id`);
}

/**
 * Appends a version of each price, from now on; one below cost ends at `lossUntil`. Returns
 * false when another version was made meanwhile.
 */
export async function insertPrices(
  tx: Tx,
  { operatorId, now, priceNow }: Publication,
  prices: readonly {
    readonly sku: DraftSku;
    readonly version: number;
    readonly endsAt: Date | undefined;
  }[],
): Promise<boolean> {
  if (prices.length === 0) return true;
  const rows = prices.map(({ sku: { skuId, price }, version, endsAt }) => ({
    ...price,
    skuId,
    version,
    endsAt: endsAt?.toISOString(),
  }));
  const { rowCount } = await tx.execute(sql`
    INSERT INTO sku_price (sku_id, version, market_fen, price_fen, level_fen, points_price, points_cash_fen, cost_fen,
                           starts_at, ends_at, made_by, made_at)
    SELECT "skuId", version, "marketFen", "priceFen", levels, "pointsPrice", "pointsCashFen", "costFen", ${sqlPriceStart(priceNow)},
           "endsAt", ${operatorId}, ${now}
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(
      "skuId" text, version int, "marketFen" int, "priceFen" int, levels jsonb, "pointsPrice" int,
      "pointsCashFen" int, "costFen" int, "endsAt" timestamptz)
    ON CONFLICT (sku_id, version) DO NOTHING`);
  return rowCount === rows.length;
}

/**
 * Writes the routes of a draft: new ones are on and come after those that exist, known ones get
 * their product and cost, and those that the draft no longer has are switched off. A route that was
 * changed after the draft was saved stays as it is.
 */
export async function writeRoutes(
  tx: Tx,
  publication: Publication,
  live: LiveGoods,
): Promise<void> {
  const { draft, savedAt, operatorId, reason, priceNow: now } = publication;
  const rows = draft.skus.flatMap(({ skuId, routes }) =>
    routes.map((route, priority) => ({ ...route, skuId, priority })),
  );
  await tx.execute(sql`
    INSERT INTO sku_route (sku_id, supplier_id, product, cost_fen, priority)
    SELECT "skuId", "supplierId", product, "costFen", priority
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS x(
      "skuId" text, "supplierId" text, product text, "costFen" int, priority int)
    ON CONFLICT (sku_id, supplier_id) DO UPDATE SET product = excluded.product, cost_fen = excluded.cost_fen
    WHERE sku_route.changed_at <= ${savedAt}`);
  const gone = live.routes.filter(
    (route) =>
      !rows.some((row) => row.skuId === route.skuId && row.supplierId === route.supplierId),
  );
  await tx.execute(sql`
    UPDATE sku_route r SET is_on = false
    FROM jsonb_to_recordset(${JSON.stringify(gone)}::jsonb) AS x("skuId" text, "supplierId" text)
    WHERE r.sku_id = x."skuId" AND r.supplier_id = x."supplierId" AND r.changed_at <= ${savedAt}`);
  const skuIds = draft.skus.map(({ skuId }) => skuId);
  await recordRouteCosts(tx, { skuIds, operatorId, reason, now });
}
