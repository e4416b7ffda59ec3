/** After a fill of the growth benchmark: lots of points, and the rows that many members share. */
import type { Client } from "pg";

/**
 * Makes the lots of copies such as the product makes: they end with a month (expiryOf; those of a copy end earlier by
 * some days), and a member has one lot of each task. In the heavy member, which is many copies of one, the others
 * become lots of invitations.
 */
export async function correctLots(client: Client): Promise<void> {
  await client.query(
    `UPDATE points_lot
     SET expires_at = date_trunc('month', expires_at, 'Asia/Shanghai') + interval '1 month' - interval '1 ms'
     WHERE source_kind <> 'grace'`,
  );
  await client.query(
    `UPDATE points_lot l SET source_kind = 'invite_points'
     FROM (SELECT member_id, id, row_number() OVER (
             PARTITION BY member_id, split_part(source_ref, ':', 1) ORDER BY created_at, id) AS n
           FROM points_lot WHERE source_kind = 'points_task') task
     WHERE task.n > 1 AND l.member_id = task.member_id AND l.id = task.id`,
  );
}

/** Recomputes what many members share: campaigns' counters; past days are summed by their job. */
export async function sumSharedRows(client: Client): Promise<void> {
  // In one transaction, so that what a job adds meanwhile is added to what is summed here.
  for (const statement of [
    "BEGIN",
    "TRUNCATE ledger_rollup, ledger_member_rollup, ledger_slot, ledger_minute, supplier_day, supplier_slot, ledger_month_mark, ledger_month_sum, code_count, invite_count, points_sum, campaign_day, campaign_day_mark, report_sum, report_mark, report_change, risk_day, risk_subject_day, risk_day_mark, partner_count",
    `INSERT INTO code_count (batch_id, entry_id, state, valid_until, codes, uses)
     SELECT batch_id, batch_id, CASE WHEN state = 'LOCKED' THEN 'ACTIVE' ELSE state END,
            CASE WHEN state IN ('ACTIVE', 'LOCKED') THEN valid_until ELSE 'infinity' END, count(*), sum(uses)
     FROM code GROUP BY 1, 3, 4`,
    `INSERT INTO points_sum (member_id, ends_at, points, received)
     SELECT member_id, expires_at, coalesce(sum(remaining) FILTER (WHERE state = 'ACTIVE'), 0),
            coalesce(sum(amount - clawed) FILTER (WHERE state <> 'CANCELLED' AND source_kind <> 'grace'), 0)
     FROM points_lot WHERE state <> 'PENDING' GROUP BY 1, 2`,
    `INSERT INTO invite_count (campaign_id, entry_id, bound, effective)
     SELECT campaign_id, campaign_id, count(*), count(*) FILTER (WHERE state = 'EFFECTIVE') FROM invite_binding
     WHERE campaign_id IS NOT NULL GROUP BY 1`,
    `INSERT INTO invite_count AS n (campaign_id, entry_id, frozen_fen, settled_fen, points, held)
     SELECT campaign_id, campaign_id,
            coalesce(sum(amount) FILTER (WHERE kind = 'cash' AND state IN ('FROZEN', 'HELD')), 0),
            coalesce(sum(amount) FILTER (WHERE kind = 'cash' AND state = 'SETTLED'), 0),
            coalesce(sum(amount) FILTER (WHERE kind = 'points' AND state = 'SETTLED'), 0),
            count(*) FILTER (WHERE state = 'HELD')
     FROM invite_reward GROUP BY 1
     ON CONFLICT (campaign_id, entry_id) DO UPDATE
     SET frozen_fen = excluded.frozen_fen, settled_fen = excluded.settled_fen, points = excluded.points, held = excluded.held`,
    `UPDATE campaign_stock s SET claimed = c.claimed, used = c.used, total = greatest(s.total, c.claimed)
     FROM (SELECT template_id, bucket, count(*) AS claimed, count(*) FILTER (WHERE state = 'USED') AS used
           FROM member_coupon WHERE void_reason IS DISTINCT FROM 'merged' GROUP BY 1, 2) c
     WHERE s.template_id = c.template_id AND s.bucket = c.bucket`,
    `UPDATE campaign_spend s SET held_fen = h.held, spent_fen = h.spent, budget_fen = greatest(s.budget_fen, h.held + h.spent)
     FROM (SELECT template_id, bucket, coalesce(sum(amount_fen) FILTER (WHERE state = 'held'), 0) AS held,
                  coalesce(sum(amount_fen) FILTER (WHERE state = 'spent'), 0) AS spent
           FROM campaign_hold GROUP BY 1, 2) h
     WHERE s.template_id = h.template_id AND s.bucket = h.bucket`,
    `UPDATE invite_budget b SET used_fen = r.fen, total_fen = greatest(b.total_fen, r.fen)
     FROM (SELECT campaign_id, bucket, sum(cost_fen) AS fen FROM invite_reward WHERE bucket IS NOT NULL GROUP BY 1, 2) r
     WHERE b.campaign_id = r.campaign_id AND b.bucket = r.bucket`,
    "COMMIT",
  ])
    await client.query(statement);
}
