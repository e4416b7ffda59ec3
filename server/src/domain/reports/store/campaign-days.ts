/** SQL statements on what the coupons of campaigns brought by day: stored days, and the orders since. */
import { sql } from "drizzle-orm";
import type { Db, Tx } from "../../../platform/database/pool.ts";
import { epochMsSql } from "../../../platform/database/sql.ts";
import { readCampaignDays } from "../../coupons/actions.ts";
import type { FigureRow } from "../model.ts";
import { figureRow, ordersByCampaign } from "./order-basis.ts";

/** Days are YYYY-MM-DD in Shanghai, instants in ms. */
export type Mark = { readonly until: number; readonly again: string };

/** Locks the mark, so that one day is summed at a time; it begins at `since`. */
export async function lockMark(tx: Tx, since: { until: number; again: string }): Promise<Mark> {
  await tx.execute(sql`
    INSERT INTO campaign_day_mark (until, again) VALUES (${new Date(since.until)}, ${since.again})
    ON CONFLICT (name) DO NOTHING`);
  const { rows } = await tx.execute<Mark>(sql`
    SELECT ${sql.raw(epochMsSql("until"))} AS until, again::text AS again FROM campaign_day_mark FOR UPDATE`);
  return rows[0] ?? since;
}

export const saveMark = (tx: Tx, { until, again }: Mark) =>
  tx.execute(sql`UPDATE campaign_day_mark SET until = ${new Date(until)}, again = ${again}`);

/** Removes the sums of days before this one. */
export const removeDaysBefore = (tx: Tx, day: string) =>
  tx.execute(sql`DELETE FROM campaign_day WHERE day < ${day}`);

/** Sums a day again: the coupons given and used from its beginning `from` to before `to`, in ms. */
export async function replaceDay(tx: Tx, day: string, span: { from: number; to: number }) {
  const within = (column: string) =>
    sql`${sql.raw(column)} >= ${new Date(span.from)} AND ${sql.raw(column)} < ${new Date(span.to)}`;
  await tx.execute(sql`DELETE FROM campaign_day WHERE day = ${day}`);
  await tx.execute(sql`
    INSERT INTO campaign_day (day, template_id, given, used, off_fen, orders, cash_fen, balance_fen, code_fen,
                              cash_back_fen, balance_back_fen, cost_fen)
    SELECT ${day}::date, template_id, coalesce(g.given, 0), coalesce(u.used, 0), coalesce(u.off, 0),
           coalesce(e.orders, 0), coalesce(e.cash, 0), coalesce(e.balance, 0), coalesce(e.code, 0),
           coalesce(e."cashBack", 0), coalesce(e."balanceBack", 0), coalesce(e.cost, 0)
    FROM (
      SELECT c.template_id, count(*) AS given
      FROM coupon_template t JOIN member_coupon c ON c.template_id = t.template_id AND ${within("c.created_at")}
      GROUP BY 1
    ) g FULL JOIN (
      SELECT c.template_id, count(*) AS used, sum(u.off_fen) AS off
      FROM coupon_template t JOIN member_coupon c ON c.template_id = t.template_id AND ${within("c.used_at")}
      LEFT JOIN coupon_use u ON u.member_id = c.member_id AND u.order_id = c.used_order AND u.coupon_id = c.id
      GROUP BY 1
    ) u USING (template_id)
    FULL JOIN (SELECT key AS template_id, o.* FROM (${ordersByCampaign(span)}) o) e USING (template_id)`);
}

/**
 * Returns the sums of the orders that used a campaign's coupons since the beginning of a day, by campaign, or
 * those of one campaign: what is stored, and the orders after it, of one snapshot.
 */
export const ordersByCampaignSince = (
  db: Db,
  { day, from, to, templateId }: { day: string; from: number; to: number; templateId?: string },
): Promise<FigureRow[]> =>
  readCampaignDays(db, async (tx, until) => {
    const later = { from: Math.max(from, until.getTime()), to, templateId };
    const { rows } = await tx.execute<{ key: string; label: string } & Record<string, number>>(sql`
      SELECT key, key AS label, sum(orders)::int AS orders, sum(cash)::bigint AS cash, sum(balance)::bigint AS balance,
             sum(code)::bigint AS code, sum("cashBack")::bigint AS "cashBack",
             sum("balanceBack")::bigint AS "balanceBack", sum(cost)::bigint AS cost, sum(off)::bigint AS off
      FROM (
        SELECT template_id AS key, orders, cash_fen AS cash, balance_fen AS balance, code_fen AS code,
               cash_back_fen AS "cashBack", balance_back_fen AS "balanceBack", cost_fen AS cost, off_fen AS off
        FROM campaign_day
        WHERE day >= ${day} AND orders > 0
          AND ${templateId === undefined ? sql`true` : sql`template_id = ${templateId}`}
        UNION ALL
        SELECT key, orders, cash, balance, code, "cashBack", "balanceBack", cost, off FROM (${ordersByCampaign(later)}) o
      ) part GROUP BY key ORDER BY key`);
    return rows.map(figureRow);
  });
