/**
 * Check 5: every paid order was paid once by each tender, and every successful payment paid its
 * order.
 */
import { sql } from "drizzle-orm";
import { type Check, noProposal, slicedByMember } from "../check.ts";

// The points of a code's order are its credit, not a payment. Order, attempt, holds and postings of
// a member are on one machine, and are written by one statement.
export const paidOrders: Check = {
  name: "paid orders",
  isQuick: false,
  comparesRows: true,
  sliced: slicedByMember(
    "ledger_txn",
    "ledger_transfer",
    "orders",
    "payment_attempt",
    "wallet_hold",
    "points_hold",
  ),
  classes: {
    order_unpaid: { title: "订单已付但资金未到", freezes: true },
    payment_unposted: { title: "支付成功但未入账", freezes: true },
    payment_unclaimed: { title: "支付成功但订单未付", freezes: false },
    credit_unbacked: { title: "入账没有对应的支付", freezes: true },
  },
  find: () => sql`
    WITH brought AS (
      SELECT t.member_id, t.order_id, sum(f.amount)::bigint AS fen
      FROM ledger_txn t JOIN ledger_transfer f ON f.member_id = t.member_id AND f.txn_id = t.id
      WHERE t.kind IN ('wxpay_accept', 'hold_confirm', 'order_paid') AND t.order_id IS NOT NULL
        AND f.asset = 'CNY' AND f.credit = 'clearing'
      GROUP BY 1, 2
    ), credit AS (
      SELECT t.member_id, t.ref, sum(f.amount)::bigint AS fen
      FROM ledger_txn t JOIN ledger_transfer f ON f.member_id = t.member_id AND f.txn_id = t.id
      WHERE t.kind = 'wxpay_credit' GROUP BY 1, 2
    )
    SELECT 'order_unpaid' AS class, o.order_no AS subject, o.member_id AS "memberId", 'CNY' AS asset,
           jsonb_build_object('fen', o.payable_fen + o.coupon_off_fen + o.points_off_fen, 'cashFen', o.cash_fen,
                              'balanceFen', o.balance_fen, 'points', coalesce(o.points, 0)) AS expected,
           jsonb_build_object('fen', coalesce(b.fen, 0), 'cashFen', coalesce(a.amount_fen, 0),
             'balanceFen', coalesce(w.bonus + w.principal + w.reward, 0), 'points', coalesce(p.points, 0)) AS actual,
           ${noProposal}
    FROM orders o
    LEFT JOIN brought b ON b.member_id = o.member_id AND b.order_id = o.id
    LEFT JOIN payment_attempt a ON a.member_id = o.member_id AND a.id = o.attempt_id AND a.outcome = 'won'
      AND a.biz_id = o.id
    LEFT JOIN wallet_hold w ON w.member_id = o.member_id AND w.id = o.wallet_hold AND w.state = 'confirmed'
    LEFT JOIN points_hold p ON p.member_id = o.member_id AND p.id = o.points_hold AND p.state = 'confirmed'
    WHERE o.pay_state IN ('PAID', 'PART_REFUNDED', 'REFUNDED')
      AND (coalesce(b.fen, 0) <> o.payable_fen + o.coupon_off_fen + o.points_off_fen
           OR coalesce(a.amount_fen, 0) <> o.cash_fen
           OR coalesce(w.bonus + w.principal + w.reward, 0) <> o.balance_fen
           OR coalesce(p.points, 0) <> CASE o.source WHEN 'shop' THEN coalesce(o.points, 0) ELSE 0 END)
    UNION ALL
    SELECT 'payment_unposted', a.out_trade_no, a.member_id, 'CNY', jsonb_build_object('fen', a.amount_fen),
           jsonb_build_object('fen', coalesce(c.fen, 0), 'outcome', a.outcome), NULL::jsonb
    FROM payment_attempt a LEFT JOIN credit c ON c.member_id = a.member_id AND c.ref = a.transaction_id
    WHERE a.state = 'SUCCESS' AND coalesce(c.fen, 0) <> a.amount_fen
    UNION ALL
    SELECT 'payment_unclaimed', a.out_trade_no, a.member_id, 'CNY',
           jsonb_build_object('payState', 'PAID', 'attempt', a.id),
           jsonb_build_object('payState', o.pay_state, 'attempt', o.attempt_id), NULL::jsonb
    FROM payment_attempt a LEFT JOIN orders o ON o.member_id = a.member_id AND o.id = a.biz_id
    WHERE a.outcome = 'won' AND a.biz_type = 'order'
      AND (o.attempt_id = a.id AND o.pay_state IN ('PAID', 'PART_REFUNDED', 'REFUNDED')) IS NOT TRUE
    UNION ALL
    SELECT 'credit_unbacked', c.ref, c.member_id, 'CNY', jsonb_build_object('attempt', 'SUCCESS'),
           jsonb_build_object('attempt', NULL, 'fen', c.fen), NULL::jsonb
    FROM credit c LEFT JOIN payment_attempt a
      ON a.member_id = c.member_id AND a.transaction_id = c.ref AND a.state = 'SUCCESS'
    WHERE a.id IS NULL`,
};
