/**
 * SQL statements about names, popular search words, favourites, a member's purchases,
 * and reports of unknown paths.
 */
import type { Photo } from "@yunjing/contract/schemas/benefit";
import { photoSql } from "./store/pictures.ts";
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../platform/database/pool.ts";
import type { ReadQuery } from "../../platform/database/read-query.ts";
import type { ResultOf } from "../../platform/database/sql-function.ts";
import { catalogPurchaseCounts } from "../../sql/catalog.ts";
import { membersRefuseMerged } from "../../sql/members.ts";
import { NO_PURCHASES, type PurchaseCounts } from "./model/limits.ts";
import { sqlNow } from "../../platform/database/sql.ts";

export type HotWord = { word: string; is_new: boolean };

/** Returns the popular search words whose schedule covers `now`, in their order. */
export async function currentHotWords(db: Db, now: Date | null): Promise<HotWord[]> {
  const found = await db.execute<HotWord>(sql`
    SELECT word, is_new FROM hot_word
    WHERE is_on AND (starts_at IS NULL OR starts_at <= ${sqlNow(now)})
      AND (ends_at IS NULL OR ends_at > ${sqlNow(now)})
    ORDER BY sort, word`);
  return found.rows;
}

export type NamedRow = {
  code: string;
  name: string;
  artwork: string;
  tint: string;
  photo: Photo | null;
};

/** Returns the brands that are not hidden, in their order. */
export async function listBrands(db: Db): Promise<NamedRow[]> {
  const found = await db.execute<NamedRow>(
    sql`SELECT code, name, artwork, tint, ${sql.raw(photoSql("t"))} AS photo FROM brand t WHERE is_on ORDER BY sort, code`,
  );
  return found.rows;
}

/** Returns the categories that are not hidden, in their order. */
export async function listCategories(db: Db): Promise<NamedRow[]> {
  const found = await db.execute<NamedRow>(
    sql`SELECT code, name, artwork, tint, ${sql.raw(photoSql("t"))} AS photo FROM category t WHERE is_on ORDER BY sort, code`,
  );
  return found.rows;
}

/** Returns whether the member has bought anything that was paid. */
export async function hasBought(db: Db, memberId: string): Promise<boolean> {
  const found = await db.execute(
    sql`SELECT 1 FROM purchase WHERE member_id = ${memberId} AND state = 'made' LIMIT 1`,
  );
  return found.rows.length > 0;
}

type PurchaseCountsRow = ResultOf<typeof catalogPurchaseCounts>[number];

/**
 * For the benefits of the SKUs `$3` of member `$1` at `$2`, to be combined with other queries. Most
 * benefits have no limit over several orders: then nothing is counted.
 */
export const purchaseCountsQuery: ReadQuery<
  PurchaseCountsRow,
  ReadonlyMap<string, PurchaseCounts>
> = {
  name: "catalog_bought",
  text: `SELECT ${catalogPurchaseCounts.columns} FROM ${catalogPurchaseCounts.text({
    member: "$1",
    benefits: `ARRAY(
      SELECT s.benefit_id FROM sku s JOIN benefit b ON b.benefit_id = s.benefit_id
      WHERE s.sku_id = ANY ($3::text[])
        AND num_nonnulls(b.per_day, b.per_month, b.per_life) > 0)`,
    withoutOrder: "NULL::uuid",
    now: "$2",
  })}`,
  toResult: (rows) => new Map(rows.map((row) => [row.benefitId, row])),
};

/** Returns how many of one benefit the member has bought or holds. */
export async function purchaseCountsOf(
  db: Db,
  { memberId, benefitId, now }: { memberId: string; benefitId: string; now: Date | null },
): Promise<PurchaseCounts> {
  const [counts] = await catalogPurchaseCounts(db, {
    member: memberId,
    benefits: [benefitId],
    withoutOrder: null,
    now,
  });
  return counts ?? NO_PURCHASES;
}

export async function isFavourite(db: Db, memberId: string, benefitId: string): Promise<boolean> {
  const found = await db.execute(sql`
    SELECT 1 FROM favourite WHERE member_id = ${memberId} AND benefit_id = ${benefitId} AND is_on`);
  return found.rows.length > 0;
}

export async function setFavourite(
  db: Db,
  favourite: { memberId: string; benefitId: string; isOn: boolean; now: Date },
): Promise<void> {
  const { memberId, benefitId, isOn, now } = favourite;
  await db.execute(sql`
    INSERT INTO favourite (member_id, benefit_id, is_on, at)
    SELECT ${memberId}::uuid, ${benefitId}, ${isOn}, ${now}::timestamptz FROM ${membersRefuseMerged.sql({ member: memberId })}
    ON CONFLICT (member_id, benefit_id) DO UPDATE SET is_on = excluded.is_on, at = excluded.at
    WHERE favourite.is_on <> excluded.is_on`);
}

/** Records an unknown path once a day (China's calendar), and counts the repeats. */
export async function recordLostPage(
  db: Db,
  report: { path: string; from: string | undefined; now: Date },
): Promise<void> {
  await db.execute(sql`
    INSERT INTO lost_page (path, day, came_from, last_at)
    VALUES (${report.path}, (${report.now}::timestamptz AT TIME ZONE 'Asia/Shanghai')::date, ${report.from ?? null}, ${report.now})
    ON CONFLICT (path, day) DO UPDATE SET seen = lost_page.seen + 1, last_at = excluded.last_at`);
}

/** Deletes the favourites of a closed account. */
export async function eraseFavourites(tx: Tx, memberId: string): Promise<void> {
  await tx.execute(sql`DELETE FROM favourite WHERE member_id = ${memberId}`);
}
