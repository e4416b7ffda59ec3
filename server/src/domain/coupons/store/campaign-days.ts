/** SQL statements on what a campaign gave and took off by day, and on its budget. */
import { type SQL, sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql, type Now, sqlNow } from "../../../platform/database/sql.ts";
import { inSnapshot } from "../../../platform/database/transaction.ts";
import { invariant } from "../../../platform/refusal.ts";

/** A day of Shanghai, YYYY-MM-DD; money in fen. */
export type CampaignDay = {
  readonly day: string;
  readonly given: number;
  readonly used: number;
  readonly offFen: number;
};

/**
 * Runs a read on the stored days and on the coupons since, in one snapshot; `until` is the end of what is
 * stored.
 */
export const readCampaignDays = <T>(
  db: Db,
  read: (tx: Tx, until: Date) => Promise<T>,
): Promise<T> =>
  inSnapshot(db, async (tx) => {
    const { rows } = await tx.execute<{ until: number }>(
      sql`SELECT ${sql.raw(epochMsSql("until"))} AS until FROM campaign_day_mark`,
    );
    return read(tx, new Date(rows[0]?.until ?? 0));
  });

/** What was given and used by day since `from`: stored before `until`, counted after it. */
const daysSince = (from: SQL, until: Date, templateId?: string): SQL => {
  const ofTemplate = (column: string) =>
    templateId === undefined ? sql`true` : sql`${sql.raw(column)} = ${templateId}`;
  const later = (column: string) =>
    sql`${sql.raw(column)} >= ${until} AND ${sql.raw(column)} >= ${from}`;
  return sql`
    SELECT day, sum(given)::int AS given, sum(used)::int AS used, sum(off)::float8 AS "offFen" FROM (
      SELECT day, given, used, off_fen AS off FROM campaign_day
      WHERE day >= (${from} AT TIME ZONE 'Asia/Shanghai')::date AND ${ofTemplate("template_id")}
      UNION ALL
      SELECT (c.created_at AT TIME ZONE 'Asia/Shanghai')::date, 1, 0, 0
      FROM coupon_template t JOIN member_coupon c ON c.template_id = t.template_id AND ${later("c.created_at")}
      WHERE ${ofTemplate("t.template_id")}
      UNION ALL
      SELECT (c.used_at AT TIME ZONE 'Asia/Shanghai')::date, 0, 1, coalesce(u.off_fen, 0)
      FROM coupon_template t JOIN member_coupon c ON c.template_id = t.template_id AND ${later("c.used_at")}
      LEFT JOIN coupon_use u ON u.member_id = c.member_id AND u.order_id = c.used_order AND u.coupon_id = c.id
      WHERE ${ofTemplate("t.template_id")}
    ) part GROUP BY day`;
};

const DAY_MS = 86_400_000;

/**
 * Returns the last days with today, the oldest first; a day without coupons is there as well. Coupons that
 * were returned or merged since the job summed their day are at most half an hour late.
 */
export const campaignDays = (
  db: Db,
  { templateId, days, now }: { templateId?: string; days: number; now: Now },
): Promise<CampaignDay[]> =>
  readCampaignDays(db, async (tx, until) => {
    const first = sql`(date_trunc('day', ${sqlNow(now)}, 'Asia/Shanghai') - ${(days - 1) * DAY_MS} * interval '1 ms')`;
    const { rows } = await tx.execute<CampaignDay>(sql`
      WITH span AS (
        SELECT d::date AS day FROM generate_series(
          (${sqlNow(now)} AT TIME ZONE 'Asia/Shanghai')::date - ${days - 1}::int,
          (${sqlNow(now)} AT TIME ZONE 'Asia/Shanghai')::date, interval '1 day') d
      ), found AS (${daysSince(first, until, templateId)})
      SELECT to_char(s.day, 'YYYY-MM-DD') AS day, coalesce(f.given, 0) AS given, coalesce(f.used, 0) AS used,
             coalesce(f."offFen", 0) AS "offFen"
      FROM span s LEFT JOIN found f USING (day) ORDER BY s.day`);
    return rows;
  });

/** Returns what all campaigns together gave today, and what was used of them. */
export async function campaignsToday(db: Db, now: Now): Promise<CampaignDay> {
  const [today] = await campaignDays(db, { days: 1, now });
  invariant(today, "today has one row, even without campaigns");
  return today;
}

export type ShortBudget = {
  readonly templateId: string;
  readonly title: string;
  /** Fen spent and held, and the whole budget. */
  readonly takenFen: number;
  readonly budgetFen: number;
};

/**
 * Marks and returns the running campaigns of whose budget `percent` is spent or held. Of several
 * calls at once, one returns a campaign.
 */
export async function markShortBudgets(
  tx: Tx,
  { percent, now }: { readonly percent: number; readonly now: Now },
): Promise<ShortBudget[]> {
  const { rows } = await tx.execute<ShortBudget>(sql`
    WITH s AS MATERIALIZED (
      SELECT template_id, sum(held_fen + spent_fen)::float8 AS taken, sum(budget_fen)::float8 AS budget
      FROM campaign_spend GROUP BY template_id HAVING bool_and(budget_fen IS NOT NULL)
    )
    UPDATE coupon_template t SET warned_at = ${sqlNow(now)} FROM s
    WHERE s.template_id = t.template_id AND t.status IN ('active', 'paused') AND t.warned_at IS NULL
      AND s.taken * 100 >= s.budget * ${percent}
    RETURNING t.template_id AS "templateId", t.title, s.taken AS "takenFen", s.budget AS "budgetFen"`);
  return rows;
}
