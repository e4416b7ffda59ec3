/**
 * Checks 6 and 10: frozen rewards equal reward_frozen, and a campaign's budget equals the cost of
 * its rewards.
 */
import { sql } from "drizzle-orm";
import { before, type Check, noMemberColumns, noProposal } from "../check.ts";

// A reward and its cash are in one member's data. The budget is stored elsewhere: entries younger
// than the grace period are skipped.
export const invitations: Check = {
  name: "invitations",
  isQuick: false,
  classes: {
    reward_frozen: { title: "待结算奖励与账户不符", freezes: true },
    invite_budget: { title: "邀请活动预算与奖励不符", freezes: false },
  },
  find: (view) => sql`
    WITH frozen AS (
      SELECT member_id, sum(amount)::bigint AS fen FROM invite_reward
      WHERE kind = 'cash' AND state IN ('FROZEN', 'HELD') GROUP BY 1
    ), account AS (
      SELECT member_id, balance FROM ledger_account WHERE asset = 'CNY' AND purpose = 'reward_frozen'
    ), cost AS (
      SELECT campaign_id, bucket, sum(cost_fen)::bigint AS fen,
             max(greatest(created_at, settled_at, ended_at)) AS moved_at
      FROM invite_reward WHERE bucket IS NOT NULL GROUP BY 1, 2
    )
    SELECT 'reward_frozen' AS class, concat_ws(' ', member_id, 'reward_frozen') AS subject, member_id AS "memberId",
           'CNY' AS asset, jsonb_build_object('rewards', coalesce(fen, 0)) AS expected,
           jsonb_build_object('account', coalesce(balance, 0), 'difference', coalesce(balance, 0) - coalesce(fen, 0))
             AS actual, ${noProposal}
    FROM account FULL JOIN frozen USING (member_id) WHERE coalesce(balance, 0) <> coalesce(fen, 0)
    UNION ALL
    SELECT 'invite_budget', concat_ws(' ', campaign_id, bucket), ${noMemberColumns},
           jsonb_build_object('rewardsFen', coalesce(c.fen, 0)),
           jsonb_build_object('usedFen', coalesce(b.used_fen, 0)), NULL::jsonb
    FROM invite_budget b FULL JOIN cost c USING (campaign_id, bucket)
    WHERE coalesce(b.used_fen, 0) <> coalesce(c.fen, 0)
      AND (c.moved_at IS NULL OR c.moved_at < ${before(view, view.graceMs)})`,
};

/** The figures of a campaign equal its bindings and rewards. */
export const inviteCounts: Check = {
  name: "invite counts",
  isQuick: false,
  classes: { invite_count: { title: "邀请活动的数量与明细不符", freezes: false } },
  find: () => sql`
    WITH counted AS (
      SELECT campaign_id, 1 AS bound, (state = 'EFFECTIVE')::integer AS effective, 0 AS frozen, 0 AS settled, 0 AS points,
             0 AS held
      FROM invite_binding WHERE campaign_id IS NOT NULL
      UNION ALL
      SELECT campaign_id, 0, 0, CASE WHEN kind = 'cash' AND state IN ('FROZEN', 'HELD') THEN amount ELSE 0 END,
             CASE WHEN kind = 'cash' AND state = 'SETTLED' THEN amount ELSE 0 END,
             CASE WHEN kind = 'points' AND state = 'SETTLED' THEN amount ELSE 0 END, (state = 'HELD')::integer
      FROM invite_reward
    ), summed AS (
      SELECT campaign_id, jsonb_build_object('bound', sum(bound), 'effective', sum(effective), 'frozenFen', sum(frozen),
               'settledFen', sum(settled), 'points', sum(points), 'held', sum(held)) AS figures
      FROM counted GROUP BY 1
    ), stored AS (
      SELECT campaign_id, jsonb_build_object('bound', sum(bound), 'effective', sum(effective), 'frozenFen',
               sum(frozen_fen), 'settledFen', sum(settled_fen), 'points', sum(points), 'held', sum(held)) AS figures
      FROM invite_count GROUP BY 1
    )
    SELECT 'invite_count' AS class, campaign_id::text AS subject, ${noMemberColumns},
           coalesce(s.figures, '{}') AS expected, coalesce(t.figures, '{}') AS actual, ${noProposal}
    FROM summed s FULL JOIN stored t USING (campaign_id) WHERE s.figures IS DISTINCT FROM t.figures`,
};
