/** SQL statements that read sums of hours; none of them reads an event. */
import { sql } from "drizzle-orm";
import type { TopKind } from "@yunjing/contract/figures";
import type { Db } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import type { Sums } from "../model.ts";

/** Instants in ms: from the first, before the second. */
export type Span = { readonly from: number; readonly to: number };

const instants = (list: readonly number[]) =>
  sql`${sql.param(list.map((at) => new Date(at).toISOString()))}::timestamptz[]`;

/** Returns the sums of each span, in their order. */
export async function sumSpans(db: Db, spans: readonly Span[]): Promise<Sums[]> {
  const { rows } = await db.execute<{ place: number; measure: string; value: number }>(sql`
    SELECT r.place::int AS place, s.measure, sum(s.value)::bigint AS value
    FROM unnest(${instants(spans.map(({ from }) => from))}, ${instants(spans.map(({ to }) => to))})
      WITH ORDINALITY AS r (since, until, place)
    JOIN stat_hour s ON s.dimension = 'total' AND s.hour >= r.since AND s.hour < r.until
    GROUP BY 1, 2`);
  return spans.map((_, at) =>
    Object.fromEntries(
      rows.filter(({ place }) => place === at + 1).map(({ measure, value }) => [measure, value]),
    ),
  );
}

/** Returns the sums of each hour, or of each day of Shanghai, that has any; `at` in ms. */
export async function sumBuckets(
  db: Db,
  { from, to, grain }: Span & { readonly grain: "hour" | "day" },
): Promise<ReadonlyMap<number, Sums>> {
  const bucket =
    grain === "hour"
      ? sql`hour`
      : sql`date_trunc('day', hour AT TIME ZONE 'Asia/Shanghai') AT TIME ZONE 'Asia/Shanghai'`;
  const { rows } = await db.execute<{ at: number; sums: Sums }>(sql`
    SELECT ${sql.raw(epochMsSql("bucket"))} AS at, jsonb_object_agg(measure, value) AS sums FROM (
      SELECT ${bucket} AS bucket, measure, sum(value) AS value FROM stat_hour
      WHERE dimension = 'total' AND hour >= ${new Date(from)} AND hour < ${new Date(to)} GROUP BY 1, 2
    ) s GROUP BY 1`);
  return new Map(rows.map(({ at, sums }) => [at, sums]));
}

/** Returns the redemptions of a batch on each day of Shanghai that has any; the day in ms. */
export async function sumDaysOfBatch(
  db: Db,
  { from, to, batchId }: Span & { readonly batchId: string },
): Promise<ReadonlyMap<number, number>> {
  const { rows } = await db.execute<{ at: number; value: number }>(sql`
    SELECT ${sql.raw(epochMsSql("day"))} AS at, sum(value)::int AS value FROM (
      SELECT date_trunc('day', hour AT TIME ZONE 'Asia/Shanghai') AT TIME ZONE 'Asia/Shanghai' AS day, value
      FROM stat_hour WHERE dimension = 'batch' AND measure = 'redeemed' AND key = ${batchId}
        AND hour >= ${new Date(from)} AND hour < ${new Date(to)}) s GROUP BY 1`);
  return new Map(rows.map(({ at, value }) => [at, value]));
}

/** The dimension of a ranking, its amount, its count, and where its names are. */
const rankings = {
  benefit: {
    amount: "goodsFen",
    count: "units",
    table: "benefit",
    id: "benefit_id",
    name: "title",
  },
  supplier: {
    amount: "costFen",
    count: "delivered",
    table: "supplier",
    id: "supplier_id",
    name: "name",
  },
  batch: {
    amount: "codeFen",
    count: "redeemed",
    table: "code_batch",
    id: "batch_id",
    name: "name",
  },
  coupon: {
    amount: "couponFen",
    count: "none",
    table: "coupon_template",
    id: "template_id",
    name: "title",
  },
} as const satisfies Readonly<Record<Exclude<TopKind, "tender">, object>>;

/** A rank with its name; `count` and `failed` are 0 where nothing is counted. */
export type Ranked = {
  readonly key: string;
  readonly title: string;
  readonly amountFen: number;
  readonly count: number;
  readonly failed: number;
};

/** Returns the keys with the highest amounts of a span, or counts where amounts are equal. */
export async function readTop(
  db: Db,
  wanted: Span & { readonly by: Exclude<TopKind, "tender">; readonly limit: number },
): Promise<Ranked[]> {
  const { amount, count, table, id, name } = rankings[wanted.by];
  const { rows } = await db.execute<Ranked>(sql`
    WITH ranked AS (
      SELECT key, coalesce(sum(value) FILTER (WHERE measure = ${amount}), 0)::bigint AS "amountFen",
             coalesce(sum(value) FILTER (WHERE measure = ${count}), 0)::bigint AS count,
             coalesce(sum(value) FILTER (WHERE measure = 'failed'), 0)::bigint AS failed
      FROM stat_hour
      WHERE dimension = ${wanted.by} AND measure = ANY (ARRAY[${amount}, ${count}, 'failed'])
        AND hour >= ${new Date(wanted.from)} AND hour < ${new Date(wanted.to)}
      GROUP BY key ORDER BY 2 DESC, 3 DESC, 1 LIMIT ${wanted.limit}
    )
    SELECT r.*, coalesce(n.${sql.raw(name)}, r.key) AS title
    FROM ranked r LEFT JOIN ${sql.raw(table)} n ON n.${sql.raw(id)}::text = r.key
    ORDER BY r."amountFen" DESC, r.count DESC, r.key`);
  return rows;
}

/** Returns the balances of members' accounts before an instant in ms, such as `CNY:principal`. */
export async function readBalances(db: Db, until: number): Promise<ReadonlyMap<string, number>> {
  const { rows } = await db.execute<{ key: string; value: number }>(sql`
    SELECT key, sum(value)::bigint AS value FROM stat_hour
    WHERE dimension = 'account' AND measure = 'balance' AND hour < ${new Date(until)} GROUP BY key`);
  return new Map(rows.map(({ key, value }) => [key, value]));
}

/** Counts supplier orders without a known result; at most `most`. */
export async function countUnknown(db: Db, most: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM (
      SELECT 1 FROM supplier_order WHERE next_look_at IS NOT NULL AND state = 'UNKNOWN' LIMIT ${most}) u`);
  return rows[0]?.count ?? 0;
}

/** Returns how many deliveries took how long, by kind of order and bucket. */
export async function readFetched(
  db: Db,
  { from, to }: Span,
): Promise<{ kind: string; bucket: number; count: number }[]> {
  const { rows } = await db.execute<{ kind: string; bucket: number; count: number }>(sql`
    SELECT split_part(key, ':', 1) AS kind, split_part(key, ':', 2)::int AS bucket, sum(value)::int AS count
    FROM stat_hour WHERE dimension = 'fetch' AND hour >= ${new Date(from)} AND hour < ${new Date(to)} GROUP BY 1, 2`);
  return rows;
}

/**
 * Returns the face value in fen of all codes that can be redeemed now, with all their uses. A code
 * of points counts at the points' value as a discount.
 */
export async function readCodesFen(
  db: Db,
  {
    now,
    points,
    pointsFen,
  }: { readonly now: Date; readonly points: number; readonly pointsFen: number },
): Promise<number> {
  const { rows } = await db.execute<{ fen: number }>(sql`
    WITH c AS MATERIALIZED (
      SELECT batch_id, sum(codes) AS codes, sum(uses) AS uses FROM code_count
      WHERE state = 'ACTIVE' AND valid_until > ${now} GROUP BY batch_id
    )
    SELECT coalesce(sum(face * (c.codes * b.uses_per_code - c.uses)), 0)::bigint AS fen
    FROM code_batch b JOIN c ON c.batch_id = b.batch_id
    CROSS JOIN LATERAL (SELECT greatest(coalesce((b.target->>'faceFen')::bigint, 0),
        coalesce((b.target->>'valueFen')::bigint, 0),
        round(coalesce((b.target->>'points')::numeric, 0) * ${pointsFen}::numeric / ${points}::numeric)::bigint) AS face) f
    WHERE b.state IN ('active', 'paused') AND face > 0`);
  return Number(rows[0]?.fen ?? 0);
}
