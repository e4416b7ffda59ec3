/**
 * Check 5: no more is refunded than was paid, tender by tender, and every refund is in the ledger.
 */
import { sql } from "drizzle-orm";
import { type Check, noProposal, slicedByMember } from "../check.ts";

// An amount held without an order may be returned without a refund; its hold limits that to what it
// spent.
export const refunds: Check = {
  name: "refunds",
  isQuick: false,
  sliced: slicedByMember(
    "refund",
    "payment_return",
    "ledger_txn",
    "ledger_transfer",
    "orders",
    "payment_attempt",
  ),
  classes: {
    refund_over: { title: "退款超过实付", freezes: true },
    refund_reserved: { title: "支付单的已退金额与退款单不符", freezes: true },
    refund_unposted: { title: "退款与账务不符", freezes: true },
  },
  find: () => sql`
    WITH live AS (
      SELECT * FROM refund WHERE state NOT IN ('REJECTED', 'WITHDRAWN')
    ), asked AS (
      SELECT member_id, order_id, sum(cash_fen)::bigint AS cash, sum(balance_fen)::bigint AS balance,
             sum(points)::bigint AS points,
             coalesce(sum(cash_fen + balance_fen) FILTER (WHERE state = 'SUCCESS'), 0)::bigint AS back
      FROM live GROUP BY 1, 2
    ), reserved AS (
      SELECT member_id, attempt_id, sum(fen)::bigint AS fen FROM (
        SELECT member_id, attempt_id, cash_fen AS fen FROM live WHERE attempt_id IS NOT NULL
        UNION ALL SELECT member_id, attempt_id, amount_fen FROM payment_return
      ) one GROUP BY 1, 2
    ), posted AS (
      SELECT t.member_id, t.ref,
             coalesce(sum(f.amount) FILTER (WHERE t.kind = 'refund_paid' AND f.credit = 'channel'), 0)::bigint AS cash,
             coalesce(sum(f.amount) FILTER (WHERE t.kind = 'wallet_return'), 0)::bigint AS balance,
             coalesce(sum(f.amount) FILTER (WHERE t.kind = 'points_return'), 0)::bigint AS points
      FROM ledger_txn t JOIN ledger_transfer f ON f.member_id = t.member_id AND f.txn_id = t.id
      WHERE t.kind = 'refund_paid' OR (t.kind IN ('wallet_return', 'points_return') AND t.order_id IS NOT NULL)
      GROUP BY 1, 2
    ), due AS (
      SELECT member_id, refund_no AS ref, CASE WHEN state = 'SUCCESS' THEN cash_fen ELSE 0 END AS cash,
             CASE WHEN state IN ('PROCESSING', 'ABNORMAL', 'SUCCESS') THEN balance_fen ELSE 0 END AS balance,
             CASE WHEN state IN ('PROCESSING', 'ABNORMAL', 'SUCCESS') THEN points ELSE 0 END AS points
      FROM refund
    )
    SELECT 'refund_over' AS class, o.order_no AS subject, o.member_id AS "memberId", NULL::text AS asset,
           jsonb_build_object('cashFen', o.cash_fen, 'balanceFen', o.balance_fen, 'points', coalesce(o.points, 0),
                              'backFen', r.back) AS expected,
           jsonb_build_object('cashFen', r.cash, 'balanceFen', r.balance, 'points', r.points,
                              'backFen', o.refunded_fen) AS actual, ${noProposal}
    FROM asked r JOIN orders o ON o.member_id = r.member_id AND o.id = r.order_id
    WHERE r.cash > o.cash_fen OR r.balance > o.balance_fen OR r.points > coalesce(o.points, 0)
       OR r.back <> o.refunded_fen
    UNION ALL
    SELECT 'refund_reserved', a.out_trade_no, a.member_id, 'CNY', jsonb_build_object('fen', coalesce(r.fen, 0)),
           jsonb_build_object('fen', a.returned_fen, 'paidFen', a.amount_fen), NULL::jsonb
    FROM payment_attempt a LEFT JOIN reserved r ON r.member_id = a.member_id AND r.attempt_id = a.id
    WHERE a.returned_fen <> coalesce(r.fen, 0) OR coalesce(r.fen, 0) > a.amount_fen
    UNION ALL
    SELECT 'refund_unposted', ref, member_id, NULL::text,
           jsonb_build_object('cashFen', coalesce(d.cash, 0), 'balanceFen', coalesce(d.balance, 0),
                              'points', coalesce(d.points, 0)),
           jsonb_build_object('cashFen', coalesce(p.cash, 0), 'balanceFen', coalesce(p.balance, 0),
                              'points', coalesce(p.points, 0)), NULL::jsonb
    FROM due d FULL JOIN posted p USING (member_id, ref)
    WHERE (coalesce(d.cash, 0), coalesce(d.balance, 0), coalesce(d.points, 0))
       <> (coalesce(p.cash, 0), coalesce(p.balance, 0), coalesce(p.points, 0))`,
};
