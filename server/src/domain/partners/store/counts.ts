/**
 * Counts of the orders that partners reported: a job counts them up to a mark, a reader adds those since. Reports are
 * only added, and their first instant is the beginning of their transaction.
 */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import { inSnapshot } from "../../../platform/database/transaction.ts";

export type MatchCount = {
  readonly partnerId: string;
  readonly matched: number;
  readonly unmatched: number;
};

/** Returns the counts of every partner, as of one snapshot. */
export const countMatches = (db: Db): Promise<MatchCount[]> =>
  inSnapshot(db, async (tx) => {
    const { rows: partners } = await tx.execute<{
      partnerId: string;
      until: Date;
      reports: number;
    }>(sql`
        SELECT p.partner_id AS "partnerId", coalesce(c.until, '2000-01-01') AS until,
               coalesce(c.reports, 0) AS reports
        FROM partner p LEFT JOIN partner_count c ON c.partner_id = p.partner_id`);
    const counts: MatchCount[] = [];
    for (const { partnerId, until, reports } of partners) {
      const { rows } = await tx.execute<{ later: number; unmatched: number }>(sql`
          SELECT (SELECT count(*) FROM partner_report
                  WHERE partner_id = ${partnerId} AND first_heard_at >= ${until})::int AS later,
                 (SELECT count(*) FROM partner_report
                  WHERE partner_id = ${partnerId} AND member_id IS NULL)::int AS unmatched`);
      const { later, unmatched } = rows[0] ?? { later: 0, unmatched: 0 };
      counts.push({ partnerId, matched: reports + later - unmatched, unmatched });
    }
    return counts;
  });

/** Locks the mark of a partner, so that each report is counted once; returns it in ms. */
export async function lockCount(tx: Tx, partnerId: string): Promise<number> {
  await tx.execute(sql`
    INSERT INTO partner_count (partner_id) VALUES (${partnerId}) ON CONFLICT (partner_id) DO NOTHING`);
  const { rows } = await tx.execute<{ until: number }>(sql`
    SELECT ${sql.raw(epochMsSql("until"))} AS until FROM partner_count WHERE partner_id = ${partnerId} FOR UPDATE`);
  return rows[0]?.until ?? 0;
}

/** How many reports are counted by one statement. */
const REPORTS_AT_ONCE = 100_000;

/**
 * Adds the reports that first came from `from` on and before `to` (ms) to the count, at most a hundred thousand and
 * those of the last one's instant. Returns until when they are counted; the mark must be locked.
 */
export async function addReports(
  tx: Tx,
  { partnerId, from, to }: { partnerId: string; from: number; to: number },
): Promise<number> {
  const since = sql`partner_id = ${partnerId} AND first_heard_at >= ${new Date(from)}`;
  const { rows: ends } = await tx.execute<{ at: number }>(sql`
    SELECT ${sql.raw(epochMsSql("first_heard_at"))} + 1 AS at FROM partner_report
    WHERE ${since} AND first_heard_at < ${new Date(to)}
    ORDER BY first_heard_at OFFSET ${REPORTS_AT_ONCE} LIMIT 1`);
  const until = Math.min(to, ends[0]?.at ?? to);
  const { rows } = await tx.execute<{ found: number }>(sql`
    SELECT count(*)::int AS found FROM partner_report WHERE ${since} AND first_heard_at < ${new Date(until)}`);
  await tx.execute(sql`
    UPDATE partner_count SET until = ${new Date(until)}, reports = reports + ${rows[0]?.found ?? 0}
    WHERE partner_id = ${partnerId}`);
  return until;
}
