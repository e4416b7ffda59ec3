/**
 * SQL statements on the hits of rules by day: a job sums them up to a mark, a reader adds those since. Hits are only
 * added, and their instant is the beginning of their transaction.
 */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import { inSnapshot } from "../../../platform/database/transaction.ts";
import { deleteInSlices } from "../../../platform/delete-in-slices.ts";

export type RuleHits = {
  readonly rule: string;
  readonly acted: number;
  readonly dry: number;
  readonly subjects: number;
};

const markColumn = sql.raw(`${epochMsSql("until")} AS until`);

/**
 * Returns how often each rule acted, or would have, since the beginning `from` of a day (YYYY-MM-DD, ms): the days
 * that are summed and the hits after them, of one snapshot.
 */
export const hitsSince = (
  db: Db,
  { day, from }: { readonly day: string; readonly from: number },
): Promise<RuleHits[]> =>
  inSnapshot(db, async (tx) => {
    const mark = await tx.execute<{ until: number }>(sql`SELECT ${markColumn} FROM risk_day_mark`);
    const since = new Date(Math.max(from, mark.rows[0]?.until ?? 0));
    const { rows } = await tx.execute<RuleHits>(sql`
        WITH later AS (
          SELECT rule, subject, count(*) FILTER (WHERE mode = 'on') AS acted, count(*) FILTER (WHERE mode = 'dry') AS dry
          FROM risk_hit WHERE happened_at >= ${since} GROUP BY 1, 2
        ), part AS (
          SELECT rule, acted, dry, subjects FROM risk_day WHERE day >= ${day}
          UNION ALL
          SELECT l.rule, l.acted, l.dry, (s.subject IS NULL)::integer FROM later l
          LEFT JOIN risk_subject_day s ON s.subject = l.subject AND s.rule = l.rule AND s.day >= ${day}
        )
        SELECT rule, sum(acted)::integer AS acted, sum(dry)::integer AS dry, sum(subjects)::integer AS subjects
        FROM part GROUP BY rule`);
    return rows;
  });

/** Returns the instant of the first hit from an instant on, in ms. */
export async function firstHitFrom(tx: Tx, at: number): Promise<number | undefined> {
  const { rows } = await tx.execute<{ at: number | null }>(sql`
    SELECT ${sql.raw(epochMsSql("min(happened_at)"))} AS at FROM risk_hit WHERE happened_at >= ${new Date(at)}`);
  return rows[0]?.at ?? undefined;
}

/** Locks the mark, so that each hit is added once; it begins at the first hit. Returns ms; undefined without hits. */
export async function lockMark(tx: Tx): Promise<number | undefined> {
  const locked = async () => {
    const { rows } = await tx.execute<{ until: number }>(
      sql`SELECT ${markColumn} FROM risk_day_mark FOR UPDATE`,
    );
    return rows[0]?.until;
  };
  const until = await locked();
  if (until !== undefined) return until;
  const first = await firstHitFrom(tx, 0);
  if (first === undefined) return undefined;
  await tx.execute(sql`
    INSERT INTO risk_day_mark (until) VALUES (${new Date(first)}) ON CONFLICT (name) DO NOTHING`);
  return locked();
}

/**
 * Adds the hits of a part of one day (ms; before `to`) to the sums of the day, and moves their subjects to it; the
 * next part begins at `to`.
 */
export async function addHits(
  tx: Tx,
  { day, from, to }: { readonly day: string; readonly from: number; readonly to: number },
): Promise<void> {
  const { rows: hits } = await tx.execute(sql`
    SELECT rule, subject, (count(*) FILTER (WHERE mode = 'on'))::integer AS acted,
           (count(*) FILTER (WHERE mode = 'dry'))::integer AS dry
    FROM risk_hit WHERE happened_at >= ${new Date(from)} AND happened_at < ${new Date(to)} GROUP BY 1, 2`);
  await tx.execute(sql`
    WITH hit AS MATERIALIZED (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(hits)}::jsonb)
        AS h (rule text, subject text, acted integer, dry integer)
    ), was AS MATERIALIZED (
      SELECT s.rule, s.day FROM risk_subject_day s JOIN hit USING (subject, rule) WHERE s.day <> ${day}::date
    ), moved AS (
      INSERT INTO risk_subject_day AS s (subject, rule, day) SELECT subject, rule, ${day}::date FROM hit ORDER BY 1, 2
      ON CONFLICT (subject, rule) DO UPDATE SET day = excluded.day WHERE s.day <> excluded.day
      RETURNING rule
    ), part AS (
      SELECT ${day}::date AS day, rule, acted, dry, 0 AS subjects FROM hit
      UNION ALL SELECT ${day}::date, rule, 0, 0, 1 FROM moved
      UNION ALL SELECT day, rule, 0, 0, -1 FROM was
    )
    INSERT INTO risk_day AS d (day, rule, acted, dry, subjects)
    SELECT day, rule, sum(acted), sum(dry), sum(subjects) FROM part GROUP BY 1, 2 ORDER BY 1, 2
    ON CONFLICT (day, rule) DO UPDATE
    SET acted = d.acted + excluded.acted, dry = d.dry + excluded.dry, subjects = d.subjects + excluded.subjects`);
  await tx.execute(sql`UPDATE risk_day_mark SET until = ${new Date(to)}`);
}

/** Removes hits, subjects and days that are no longer shown, and counters that are no longer compared. */
export async function deleteOld(
  db: Db,
  before: { readonly hits: Date; readonly hitsDay: string; readonly counters: Date },
): Promise<void> {
  await deleteInSlices(
    db,
    { table: sql`risk_hit`, key: sql`subject, id` },
    sql`happened_at < ${before.hits}`,
  );
  await deleteInSlices(
    db,
    { table: sql`risk_counter`, key: sql`subject, rule` },
    sql`started_at < ${before.counters}`,
  );
  await deleteInSlices(
    db,
    { table: sql`risk_subject_day`, key: sql`subject, rule` },
    sql`day < ${before.hitsDay}`,
  );
  await deleteInSlices(
    db,
    { table: sql`risk_day`, key: sql`day, rule` },
    sql`day < ${before.hitsDay}`,
  );
}
