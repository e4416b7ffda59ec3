/** 4: a redeemed code has its order and what it was worth; and nothing of a code was credited that is not redeemed. */
import { sql } from "drizzle-orm";
import { before, type Check, noProposal } from "../check.ts";

export const codes: Check = {
  name: "codes",
  isWatched: false,
  classes: {
    code_unposted: { title: "兑换码已用但未入账", freezes: false },
    code_unordered: { title: "兑换码已用但没有订单", freezes: false },
    code_unbacked: { title: "入账没有已用的兑换码", freezes: true },
  },
  // A code and the book of who redeems it may lie on two machines: what is younger than the grace is left alone.
  find: (view) => sql`
    WITH used AS (
      SELECT c.*, b.target, c.code_id || ':' || c.redemption_n AS ref FROM code c JOIN code_batch b USING (batch_id)
      WHERE c.state = 'REDEEMED' AND (c.redeemed_at IS NULL OR c.redeemed_at < ${before(view, view.graceMs)})
    )
    SELECT 'code_unposted' AS class, u.ref AS subject, u.redeemed_by AS "memberId", NULL::text AS asset,
           jsonb_build_object('posting', 'code_redeem ' || u.ref, 'target', u.target->>'target') AS expected,
           jsonb_build_object('posting', t.id, 'last4', u.last4) AS actual,
           CASE WHEN u.redeemed_by IS NOT NULL AND u.target->>'target' IN ('points', 'balance') THEN
             jsonb_build_object('memberId', u.redeemed_by,
               'account', CASE u.target->>'target' WHEN 'points' THEN 'available' ELSE 'principal' END,
               'amount', coalesce(u.target->'points', u.target->'valueFen')) END AS proposal
    FROM used u
    LEFT JOIN ledger_txn t ON t.member_id = u.redeemed_by AND t.kind = 'code_redeem' AND t.ref = u.ref
    LEFT JOIN member_coupon m ON m.member_id = u.redeemed_by AND m.source = 'code' AND m.source_ref = u.ref
    WHERE CASE WHEN u.target->>'target' = 'coupon' THEN m.id IS NULL ELSE t.id IS NULL OR t.id <> u.txn_id END
    UNION ALL
    SELECT 'code_unordered', u.ref, u.redeemed_by, NULL::text, jsonb_build_object('order', u.order_id),
           jsonb_build_object('order', NULL, 'last4', u.last4), NULL::jsonb
    FROM used u LEFT JOIN orders o ON o.member_id = u.redeemed_by AND o.id = u.order_id AND o.code_id = u.code_id
      AND o.redemption_n = u.redemption_n
    WHERE o.id IS NULL
    UNION ALL
    SELECT 'code_unbacked', t.ref, t.member_id, NULL::text,
           jsonb_build_object('code', 'REDEEMED', 'redeemedBy', t.member_id),
           jsonb_build_object('code', c.state, 'redeemedBy', c.redeemed_by), ${noProposal}
    FROM ledger_txn t
    LEFT JOIN code c ON c.code_id::text = split_part(t.ref, ':', 1)
    WHERE t.kind = 'code_redeem' AND t.created_at < ${before(view, view.graceMs)}
      AND NOT EXISTS (SELECT FROM ledger_txn r WHERE r.member_id = t.member_id AND r.reverses = t.id)
      AND (c.state = 'REDEEMED' AND c.redeemed_by = t.member_id
           AND c.redemption_n::text = split_part(t.ref, ':', 2)) IS NOT TRUE`,
};
