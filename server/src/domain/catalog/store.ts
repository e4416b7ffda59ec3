/** Every statement about benefits, categories, home blocks and reports of lost pages. */
import { sql } from "drizzle-orm";
import type { Db } from "../../platform/database/pool.ts";
import type { BenefitRow } from "./model.ts";

export type BenefitFilter = {
  /** What this city has comes first. */
  readonly city: string;
  readonly category: string | undefined;
  readonly brand: string | undefined;
  readonly keyword: string | undefined;
  readonly after: Place | undefined;
  readonly offset: number;
  readonly limit: number;
};

const columns = sql`
  b.benefit_id, b.kind, b.title, b.subtitle, b.brand_code, r.name AS brand_name, b.artwork, b.tint, b.tags, b.price_fen,
  b.member_price_fen, b.points_price, b.market_price_fen, b.region_codes, b.rules, b.sold_out, b.shown_exchanged, b.sort`;

/** Where a benefit stands in the list of a city: what the city has first, then as the operators sorted. */
export type Place = { readonly away: number; readonly sort: number; readonly id: string };

/** Escapes what LIKE would read as a pattern. */
const literally = (words: string): string => `%${words.replace(/[\\%_]/g, "\\$&")}%`;

/** Benefits on sale, by their place. */
export async function listBenefits(
  db: Db,
  filter: BenefitFilter,
): Promise<(BenefitRow & { away: number })[]> {
  const { after } = filter;
  const away = sql`(b.region_codes <> '{}' AND NOT ${filter.city} = ANY (b.region_codes))::int`;
  const words = filter.keyword ? literally(filter.keyword) : null;
  const found = await db.execute<BenefitRow & { away: number }>(sql`
    SELECT ${columns}, ${away} AS away FROM benefit b JOIN brand r ON r.code = b.brand_code
    WHERE b.status = 'on'
      AND (${filter.category ?? null}::text IS NULL OR b.category_code = ${filter.category ?? null})
      AND (${filter.brand ?? null}::text IS NULL OR b.brand_code = ${filter.brand ?? null})
      AND (${words}::text IS NULL OR b.title ILIKE ${words} OR r.name ILIKE ${words} OR b.subtitle ILIKE ${words})
      AND (${after?.id ?? null}::text IS NULL OR (${away}, b.sort, b.benefit_id)
           > (${after?.away ?? 0}::int, ${after?.sort ?? 0}::int, ${after?.id ?? null}::text))
    ORDER BY away, b.sort, b.benefit_id LIMIT ${filter.limit} OFFSET ${filter.offset}`);
  return found.rows;
}

export async function benefitsById(
  db: Db,
  ids: readonly string[],
): Promise<Map<string, BenefitRow>> {
  if (ids.length === 0) return new Map();
  const found = await db.execute<BenefitRow>(sql`
    SELECT ${columns} FROM benefit b JOIN brand r ON r.code = b.brand_code
    WHERE b.status = 'on' AND b.benefit_id = ANY (${sql.param([...ids])}::text[])`);
  return new Map(found.rows.map((row) => [row.benefit_id, row]));
}

export type BlockRow = {
  block_id: string;
  kind: string;
  title: string;
  body: Record<string, unknown>;
};

/** The blocks of the home page whose schedule covers `now`. */
export async function currentBlocks(db: Db, now: Date | null): Promise<BlockRow[]> {
  const found = await db.execute<BlockRow>(sql`
    SELECT block_id, kind, title, body FROM home_block
    WHERE (starts_at IS NULL OR starts_at <= coalesce(${now}::timestamptz, now()))
      AND (ends_at IS NULL OR ends_at > coalesce(${now}::timestamptz, now()))
    ORDER BY sort, block_id`);
  return found.rows;
}

export type BrandCount = {
  code: string;
  name: string;
  artwork: string;
  tint: string;
  count: number;
};

export async function brandsWithCounts(db: Db): Promise<BrandCount[]> {
  const found = await db.execute<BrandCount>(sql`
    SELECT r.code, r.name, r.artwork, r.tint, count(*)::int AS count
    FROM brand r JOIN benefit b ON b.brand_code = r.code AND b.status = 'on'
    GROUP BY r.code, r.name, r.artwork, r.tint, r.sort ORDER BY r.sort, r.code`);
  return found.rows;
}

export type CategoryRow = { code: string; name: string; artwork: string; tint: string };

export async function listCategories(db: Db): Promise<CategoryRow[]> {
  const found = await db.execute<CategoryRow>(
    sql`SELECT code, name, artwork, tint FROM category ORDER BY sort, code`,
  );
  return found.rows;
}

/** Notes a lost page once a path and day of China's calendar, and counts the repeats. */
export async function noteLostPage(
  db: Db,
  report: { path: string; from: string | undefined; now: Date },
): Promise<void> {
  await db.execute(sql`
    INSERT INTO lost_page (path, day, came_from, last_at)
    VALUES (${report.path}, (${report.now}::timestamptz AT TIME ZONE 'Asia/Shanghai')::date, ${report.from ?? null}, ${report.now})
    ON CONFLICT (path, day) DO UPDATE SET seen = lost_page.seen + 1, last_at = excluded.last_at`);
}
