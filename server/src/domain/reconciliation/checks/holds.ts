/**
 * Check 6: held balances equal the sum of open holds, in the ledger and in the tenders, and no hold
 * is open long past its lease.
 */
import { sql } from "drizzle-orm";
import { before, type Check, noProposal, slicedByMember } from "../check.ts";

// The ledger ends a hold by the clock of the process that reads it: one about to expire may already
// have ended there.

/**
 * A wallet hold is stored in the ledger as up to three holds, whose ids are derived from its own.
 */
const parts = sql.raw(`
  SELECT h.member_id, h.id AS owner, md5(h.id || ':' || x.part)::uuid AS id, x.fen AS amount, h.state, h.expires_at
  FROM wallet_hold h,
    LATERAL (VALUES ('bonus', h.bonus), ('principal', h.principal), ('reward', h.reward)) AS x (part, fen)
  WHERE x.fen > 0 AND h.state = 'open'
  UNION ALL
  SELECT member_id, id, id, points, state, expires_at FROM points_hold WHERE state = 'open'`);

export const holds: Check = {
  name: "holds",
  isQuick: true,
  sliced: slicedByMember("ledger_hold", "wallet_hold", "points_hold", "ledger_account"),
  classes: {
    hold_sum: { title: "冻结余额与冻结单合计不符", freezes: true },
    hold_twin: { title: "业务冻结没有账务冻结", freezes: true },
    hold_orphan: { title: "账务冻结没有业务冻结", freezes: true },
    hold_overdue: { title: "冻结已过期未释放", freezes: false },
  },
  find: (view) => sql`
    WITH open AS (SELECT * FROM ledger_hold WHERE state = 'open'), part AS (${parts}), side AS (
      SELECT member_id, purpose, asset, coalesce(balance, 0) AS held, coalesce(amount, 0) AS amount
      FROM (SELECT member_id, asset, purpose, balance FROM ledger_account
            WHERE purpose IN ('held_principal', 'held_bonus', 'held_reward', 'held')) a
      FULL JOIN (SELECT member_id, asset, ledger_held_of(asset, purpose) AS purpose, sum(amount)::bigint AS amount
                 FROM open GROUP BY 1, 2, 3) h USING (member_id, asset, purpose)
    )
    SELECT 'hold_sum' AS class, concat_ws(' ', member_id, asset, purpose) AS subject, member_id AS "memberId", asset,
           jsonb_build_object('holds', amount) AS expected,
           jsonb_build_object('balance', held, 'difference', held - amount) AS actual, ${noProposal}
    FROM side WHERE held <> amount
    UNION ALL
    SELECT 'hold_twin', concat_ws(' ', p.member_id, p.id), p.member_id, NULL::text,
           jsonb_build_object('state', 'open', 'amount', p.amount, 'of', p.owner),
           jsonb_build_object('state', l.state, 'amount', l.amount), NULL::jsonb
    FROM part p LEFT JOIN ledger_hold l ON l.member_id = p.member_id AND l.id = p.id
    WHERE p.expires_at > ${before(view, -view.graceMs)} AND (l.state = 'open' AND l.amount = p.amount) IS NOT TRUE
    UNION ALL
    SELECT 'hold_orphan', concat_ws(' ', l.member_id, l.id), l.member_id, l.asset,
           jsonb_build_object('heldFor', 'points or balance of an order'),
           jsonb_build_object('purpose', l.purpose, 'amount', l.amount, 'order', l.order_id), NULL::jsonb
    FROM open l LEFT JOIN part p ON p.member_id = l.member_id AND p.id = l.id
    WHERE p.id IS NULL AND NOT (l.purpose = 'reward_cash' AND l.order_id IS NULL)
    UNION ALL
    SELECT 'hold_overdue', concat_ws(' ', l.member_id, l.id), l.member_id, l.asset,
           jsonb_build_object('state', 'over'), jsonb_build_object('expiresAt', l.expires_at, 'amount', l.amount),
           NULL::jsonb
    FROM open l WHERE l.expires_at < ${before(view, view.holdOverdueMs)}`,
};
