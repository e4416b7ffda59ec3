/**
 * Check 10: a campaign's counts and budgets equal the sums of its coupons and of what orders used.
 */
import { sql } from "drizzle-orm";
import { type Check, noMemberColumns, noProposal } from "../check.ts";

export const campaigns: Check = {
  name: "campaigns",
  isQuick: false,
  classes: {
    campaign_stock: { title: "活动发放数与优惠券不符", freezes: false },
    campaign_spend: { title: "活动预算与占用记录不符", freezes: false },
  },
  find: () => sql`
    WITH coupon AS (
      SELECT template_id, bucket, count(*) AS claimed, count(*) FILTER (WHERE state = 'USED') AS used
      -- One that was merged stands in its new owner's row.
      FROM member_coupon WHERE void_reason IS DISTINCT FROM 'merged' GROUP BY 1, 2
    ), hold AS (
      SELECT template_id, bucket, coalesce(sum(amount_fen) FILTER (WHERE state = 'held'), 0) AS held,
             coalesce(sum(amount_fen) FILTER (WHERE state = 'spent'), 0) AS spent
      FROM campaign_hold GROUP BY 1, 2
    )
    SELECT 'campaign_stock' AS class, concat_ws(' ', template_id, bucket) AS subject, ${noMemberColumns},
           jsonb_build_object('claimed', coalesce(c.claimed, 0), 'used', coalesce(c.used, 0)) AS expected,
           jsonb_build_object('claimed', coalesce(s.claimed, 0), 'used', coalesce(s.used, 0)) AS actual, ${noProposal}
    FROM campaign_stock s FULL JOIN coupon c USING (template_id, bucket)
    WHERE coalesce(s.claimed, 0) <> coalesce(c.claimed, 0) OR coalesce(s.used, 0) <> coalesce(c.used, 0)
    UNION ALL
    SELECT 'campaign_spend', concat_ws(' ', template_id, bucket), ${noMemberColumns},
           jsonb_build_object('heldFen', coalesce(h.held, 0), 'spentFen', coalesce(h.spent, 0)),
           jsonb_build_object('heldFen', coalesce(s.held_fen, 0), 'spentFen', coalesce(s.spent_fen, 0)), NULL::jsonb
    FROM campaign_spend s FULL JOIN hold h USING (template_id, bucket)
    WHERE coalesce(s.held_fen, 0) <> coalesce(h.held, 0) OR coalesce(s.spent_fen, 0) <> coalesce(h.spent, 0)`,
};
