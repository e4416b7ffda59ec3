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
