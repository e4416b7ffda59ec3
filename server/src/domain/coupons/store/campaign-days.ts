/** SQL statements on what a campaign gave and took off by day, and on its budget. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { type Now, sqlNow } from "../../../platform/database/sql.ts";
import { invariant } from "../../../platform/refusal.ts";

/** A day of Shanghai, YYYY-MM-DD; money in fen. */
export type CampaignDay = {
  readonly day: string;
  readonly given: number;
  readonly used: number;
  readonly offFen: number;
};

/** Returns the last days with today, the oldest first; a day without coupons is there as well. */
export async function campaignDays(
  db: Db,
  { templateId, days, now }: { templateId: string; days: number; now: Now },
): Promise<CampaignDay[]> {
  const { rows } = await db.execute<CampaignDay>(sql`
    WITH span AS (
      SELECT d::date AS day FROM generate_series(
        (${sqlNow(now)} AT TIME ZONE 'Asia/Shanghai')::date - ${days - 1}::int,
        (${sqlNow(now)} AT TIME ZONE 'Asia/Shanghai')::date, interval '1 day') d
    ), begun AS (
      SELECT min(day)::timestamp AT TIME ZONE 'Asia/Shanghai' AS at FROM span
    ), given AS (
      SELECT (c.created_at AT TIME ZONE 'Asia/Shanghai')::date AS day, count(*)::int AS given
      FROM member_coupon c
      WHERE c.template_id = ${templateId} AND c.created_at >= (SELECT at FROM begun) GROUP BY 1
    ), used AS (
      SELECT (c.used_at AT TIME ZONE 'Asia/Shanghai')::date AS day, count(*)::int AS used,
             coalesce(sum(u.off_fen), 0)::float8 AS "offFen"
      FROM member_coupon c
      LEFT JOIN coupon_use u ON u.member_id = c.member_id AND u.order_id = c.used_order AND u.coupon_id = c.id
      WHERE c.template_id = ${templateId} AND c.used_at >= (SELECT at FROM begun) GROUP BY 1
    )
    SELECT to_char(s.day, 'YYYY-MM-DD') AS day, coalesce(g.given, 0) AS given, coalesce(u.used, 0) AS used,
           coalesce(u."offFen", 0) AS "offFen"
    FROM span s LEFT JOIN given g USING (day) LEFT JOIN used u USING (day) ORDER BY s.day`);
  return rows;
}

/** Returns what all campaigns together gave today, and what was used of them. */
export async function campaignsToday(db: Db, now: Now): Promise<CampaignDay> {
  const { rows } = await db.execute<CampaignDay>(sql`
    WITH today AS MATERIALIZED (
      SELECT date_trunc('day', ${sqlNow(now)}, 'Asia/Shanghai') AS at
    ), template AS MATERIALIZED (
      SELECT array_agg(template_id) AS ids FROM coupon_template
    ), given AS MATERIALIZED (
      SELECT count(*) AS given FROM member_coupon c
      WHERE c.template_id = ANY ((SELECT ids FROM template)::text[]) AND c.created_at >= (SELECT at FROM today)
    ), spent AS MATERIALIZED (
      SELECT count(*) AS used, sum(u.off_fen) AS off
      FROM member_coupon c
      LEFT JOIN coupon_use u ON u.member_id = c.member_id AND u.order_id = c.used_order AND u.coupon_id = c.id
      WHERE c.template_id = ANY ((SELECT ids FROM template)::text[]) AND c.used_at >= (SELECT at FROM today)
    )
    SELECT to_char(today.at AT TIME ZONE 'Asia/Shanghai', 'YYYY-MM-DD') AS day, g.given::int AS given,
           u.used::int AS used, coalesce(u.off, 0)::float8 AS "offFen"
    FROM today, given g, spent u`);
  const [day] = rows;
  invariant(day, "today has one row, even without campaigns");
  return day;
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
