/** SQL statements about drafts of benefits, their versions, and the list of goods. */
import type { BenefitDraft, GoodsRow } from "@yunjing/contract/schemas/operators/goods";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";
import type { GoodsStatus, LiveGoods, SkuFigures, StoredRoute } from "../model/draft.ts";
import { priceClock, priceInForceSql } from "./prices.ts";
import { readOffer } from "./offers.ts";

type StateRow = {
  status: GoodsStatus;
  version: number | null;
  saleFrom: string | null;
  saleTo: string | null;
  lossApprovedBy: string | null;
};

const orNumber = (text: string | null): number | null => (text === null ? null : Number(text));

/** Locks a benefit until the transaction ends; returns its status, or undefined without one. */
export async function lockGoods(tx: Tx, benefitId: string): Promise<GoodsStatus | undefined> {
  const { rows } = await tx.execute<{ status: GoodsStatus }>(
    sql`SELECT status FROM benefit WHERE benefit_id = ${benefitId} FOR UPDATE`,
  );
  return rows[0]?.status;
}

/** Returns what members see of a benefit, on sale or not, and the figures of its SKUs. */
export async function readLive(
  db: Db | Tx,
  benefitId: string,
  now: Now,
): Promise<LiveGoods | undefined> {
  const { rows } = await db.execute<StateRow>(sql`
    SELECT status, version, loss_approved_by AS "lossApprovedBy",
           ${sql.raw(epochMsSql("sale_from"))} AS "saleFrom", ${sql.raw(epochMsSql("sale_to"))} AS "saleTo"
    FROM benefit WHERE benefit_id = ${benefitId}`);
  const [state] = rows;
  // The newest versions first: a price that is committed later has one of these numbers, one that
  // was committed before is in force.
  const figures = await db.execute<SkuFigures>(sql`
    WITH k AS MATERIALIZED (
      SELECT sku_id, sum(total) AS total, sum(held) AS held, sum(sold) AS sold FROM sku_stock
      WHERE sku_id IN (SELECT sku_id FROM sku WHERE benefit_id = ${benefitId}) GROUP BY sku_id)
    SELECT s.sku_id AS "skuId",
           coalesce((SELECT max(version) FROM sku_price p WHERE p.sku_id = s.sku_id), 0) AS newest,
           CASE s.stock_mode WHEN 'own' THEN jsonb_build_object(
             'total', coalesce(k.total, 0), 'held', coalesce(k.held, 0), 'sold', coalesce(k.sold, 0)) END AS stock
    FROM sku s LEFT JOIN k ON k.sku_id = s.sku_id WHERE s.benefit_id = ${benefitId}`);
  const offer = await readOffer(db, { benefitIds: [benefitId] }, await priceClock(db, now));
  const benefit = offer.benefits.get(benefitId);
  if (!state || !benefit) return undefined;
  const routes = await db.execute<StoredRoute>(sql`
    SELECT r.sku_id AS "skuId", r.supplier_id AS "supplierId", r.product, r.cost_fen AS "costFen", r.is_on AS "isOn"
    FROM sku_route r JOIN sku s USING (sku_id) WHERE s.benefit_id = ${benefitId}
    ORDER BY r.sku_id, r.priority, r.supplier_id`);
  return {
    ...state,
    saleFrom: orNumber(state.saleFrom),
    saleTo: orNumber(state.saleTo),
    benefit,
    skus: offer.skus,
    routes: routes.rows,
    figures: figures.rows,
  };
}

/** Returns those of the SKUs that belong to another benefit. */
export async function readTakenSkus(
  db: Db | Tx,
  benefitId: string,
  skuIds: readonly string[],
): Promise<string[]> {
  const { rows } = await db.execute<{ sku_id: string }>(sql`
    SELECT sku_id FROM sku WHERE sku_id = ANY(${sql.param([...skuIds])}::text[]) AND benefit_id <> ${benefitId}`);
  return rows.map((row) => row.sku_id);
}

export type StoredDraft = {
  readonly version: number;
  readonly body: BenefitDraft;
  readonly isOpen: boolean;
  readonly savedBy: string;
  /** ms. */
  readonly savedAt: number;
};

/** Returns the draft of a benefit, open or past; undefined before the first one. */
export async function readDraft(db: Db | Tx, benefitId: string): Promise<StoredDraft | undefined> {
  const { rows } = await db.execute<Omit<StoredDraft, "savedAt"> & { savedAt: string }>(sql`
    SELECT version, body, is_open AS "isOpen", saved_by AS "savedBy",
           ${sql.raw(epochMsSql("saved_at"))} AS "savedAt"
    FROM benefit_draft WHERE benefit_id = ${benefitId}`);
  const [row] = rows;
  return row && { ...row, savedAt: Number(row.savedAt) };
}

export type NewDraft = {
  readonly benefitId: string;
  /** The version that the operator changed; 0 for the first draft. */
  readonly sinceVersion: number;
  readonly body: BenefitDraft;
  readonly savedBy: string;
  readonly now: Now;
};

/** Stores a draft; returns its new version, or undefined when it has another version meanwhile. */
export async function storeDraft(tx: Tx, draft: NewDraft): Promise<number | undefined> {
  const { benefitId, sinceVersion, savedBy, now } = draft;
  const body = sql`${JSON.stringify(draft.body)}::jsonb`;
  const { rows } = await tx.execute<{ version: number }>(
    sinceVersion === 0
      ? sql`
    INSERT INTO benefit_draft (benefit_id, version, body, saved_by, saved_at)
    VALUES (${benefitId}, 1, ${body}, ${savedBy}, ${sqlNow(now)})
    ON CONFLICT (benefit_id) DO NOTHING RETURNING version`
      : sql`
    UPDATE benefit_draft SET version = version + 1, body = ${body}, is_open = true, saved_by = ${savedBy},
           saved_at = ${sqlNow(now)}
    WHERE benefit_id = ${benefitId} AND version = ${sinceVersion} RETURNING version`,
  );
  return rows[0]?.version;
}

/** Ends an open draft of this version; returns false when it is past or has another version. */
export async function closeDraft(
  tx: Tx,
  { benefitId, sinceVersion }: Pick<NewDraft, "benefitId" | "sinceVersion">,
): Promise<boolean> {
  const done = await tx.execute(sql`
    UPDATE benefit_draft SET is_open = false
    WHERE benefit_id = ${benefitId} AND version = ${sinceVersion} AND is_open`);
  return done.rowCount === 1;
}

/** Returns false when the id is taken. The benefit is seen by operators only. */
export async function insertGoods(
  tx: Tx,
  { benefitId, kind, draft }: { benefitId: string; kind: string; draft: BenefitDraft },
): Promise<boolean> {
  const { title, brandCode, categoryCode, artwork, tint, sort } = draft;
  const done = await tx.execute(sql`
    INSERT INTO benefit (benefit_id, kind, title, brand_code, category_code, artwork, tint, status, sort)
    VALUES (${benefitId}, ${kind}, ${title}, ${brandCode}, ${categoryCode}, ${artwork}, ${tint}, 'draft', ${sort})
    ON CONFLICT (benefit_id) DO NOTHING`);
  return done.rowCount === 1;
}

/** Returns which of the two codes exist. */
export async function readKnownNames(
  db: Db | Tx,
  { brandCode, categoryCode }: Pick<BenefitDraft, "brandCode" | "categoryCode">,
) {
  const { rows } = await db.execute<{ brand: string | null; category: string | null }>(sql`
    SELECT (SELECT name FROM brand WHERE code = ${brandCode}) AS brand,
           (SELECT name FROM category WHERE code = ${categoryCode}) AS category`);
  return { brand: rows[0]?.brand ?? undefined, category: rows[0]?.category ?? undefined };
}

export type VersionRow = {
  readonly version: number;
  readonly at: string;
  readonly by: string;
  readonly reason: string;
  readonly approvedBy: string | null;
};

/** Returns the publications below a version, the newest first. */
export async function readVersions(
  db: Db,
  { benefitId, before, limit }: { benefitId: string; before: number | null; limit: number },
): Promise<VersionRow[]> {
  const { rows } = await db.execute<VersionRow>(sql`
    SELECT version, ${sql.raw(epochMsSql("published_at"))} AS at, published_by AS by, reason,
           approved_by AS "approvedBy"
    FROM benefit_version
    WHERE benefit_id = ${benefitId} AND (${before}::int IS NULL OR version < ${before}::int)
    ORDER BY version DESC LIMIT ${limit}`);
  return rows;
}

/** Returns what a publication put before members. */
export async function readVersionBody(
  db: Db | Tx,
  benefitId: string,
  version: number,
): Promise<BenefitDraft | undefined> {
  const { rows } = await db.execute<{ body: BenefitDraft }>(sql`
    SELECT body FROM benefit_version WHERE benefit_id = ${benefitId} AND version = ${version}`);
  return rows[0]?.body;
}

type ListRow = { [Field in keyof GoodsRow]: GoodsRow[Field] | null } & Pick<
  GoodsRow,
  "benefitId" | "title" | "artwork" | "brand" | "category" | "kind" | "status" | "skus"
>;

export type GoodsFilter = {
  readonly status?: string | undefined;
  readonly brandCode?: string | undefined;
  readonly categoryCode?: string | undefined;
  readonly keyword?: string | undefined;
  readonly cursor?: string | undefined;
};

/** Returns a page of benefits in catalogue order; one without a publication shows its draft's name. */
export async function readGoods(
  db: Db,
  { filter, limit, now }: { filter: GoodsFilter; limit: number; now: Now },
): Promise<ListRow[]> {
  const { status = null, brandCode = null, categoryCode = null, keyword, cursor = null } = filter;
  const like = keyword === undefined ? null : `%${keyword.replace(/[\\%_]/g, "\\$&")}%`;
  const { rows } = await db.execute<ListRow>(sql`
    WITH stock AS MATERIALIZED (
      SELECT sku_id, sum(total - held - sold) AS free FROM sku_stock GROUP BY sku_id
    )
    SELECT b.benefit_id AS "benefitId", CASE b.status WHEN 'draft' THEN coalesce(d.body->>'title', b.title) ELSE b.title END AS title,
           CASE b.status WHEN 'draft' THEN coalesce(d.body->>'artwork', b.artwork) ELSE b.artwork END AS artwork,
           CASE b.status WHEN 'draft' THEN d.body->>'pictureId' ELSE b.picture_id::text END AS "pictureId",
           r.name AS brand, g.name AS category, b.kind, b.status,
           b.version, coalesce(d.is_open, false) AS "isDraftOpen",
           coalesce(k.skus, 0) AS skus, k.price AS "priceFen", k.price_max AS "priceMaxFen",
           k.margin AS "marginFen", k.free
    FROM benefit b JOIN brand r ON r.code = b.brand_code JOIN category g ON g.code = b.category_code
    LEFT JOIN benefit_draft d ON d.benefit_id = b.benefit_id
    LEFT JOIN LATERAL (
      SELECT count(*)::int AS skus, min(p.price_fen) AS price, max(p.price_fen) AS price_max,
             min(p.price_fen - p.cost_fen) AS margin,
             sum(CASE WHEN s.stock_mode = 'own' THEN t.free END)::int AS free
      FROM sku s LEFT JOIN stock t ON t.sku_id = s.sku_id LEFT JOIN LATERAL (
        ${priceInForceSql(now)}) p ON true
      WHERE s.benefit_id = b.benefit_id) k ON true
    WHERE (${status}::text IS NULL OR b.status = ${status}::text)
      AND (${brandCode}::text IS NULL OR b.brand_code = ${brandCode}::text)
      AND (${categoryCode}::text IS NULL OR b.category_code = ${categoryCode}::text)
      AND (${like}::text IS NULL OR b.title ILIKE ${like}::text OR b.benefit_id ILIKE ${like}::text)
      AND (${cursor}::text IS NULL OR (b.sort, b.benefit_id) > (
        SELECT l.sort, l.benefit_id FROM benefit l WHERE l.benefit_id = ${cursor}::text))
    ORDER BY b.sort, b.benefit_id LIMIT ${limit}`);
  return rows;
}
