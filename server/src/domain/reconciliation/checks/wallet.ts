/**
 * Checks 5 and 6: top-ups are credited as they were paid, bonus lots do not exceed the bonus,
 * withdrawals hold what they owe.
 */
import { sql } from "drizzle-orm";
import { type Check, noProposal, slicedByMember } from "../check.ts";

// All of a member's data is on one machine: one statement sees one snapshot of it.
export const wallet: Check = {
  name: "wallet",
  isQuick: false,
  comparesRows: true,
  sliced: slicedByMember(
    "topup",
    "topup_refund",
    "ledger_txn",
    "ledger_transfer",
    "bonus_lot",
    "ledger_account",
    "ledger_hold",
    "payment_attempt",
    "withdrawal",
  ),
  classes: {
    topup_posting: { title: "充值单与账务不符", freezes: true },
    topup_unclaimed: { title: "充值已付但未到账", freezes: false },
    bonus_lots: { title: "赠送批次超过赠送余额", freezes: true },
    withdrawal_held: { title: "提现单与冻结不符", freezes: true },
    withdrawal_posting: { title: "提现已付但账务不符", freezes: true },
  },
  find: () => sql`
    WITH due AS (
      SELECT t.member_id, t.id::text AS ref, t.amount_fen AS amount, t.bonus_fen AS bonus,
             t.taken_fen AS principal_back, t.bonus_revoked_fen AS bonus_back
      FROM topup t WHERE t.credited_at IS NOT NULL
    ), posted AS (
      SELECT t.member_id, coalesce(r.topup_id::text, t.ref) AS ref,
             coalesce(sum(f.amount) FILTER (WHERE t.kind = 'topup'), 0)::bigint AS amount,
             coalesce(sum(f.amount) FILTER (WHERE t.kind = 'topup_bonus'), 0)::bigint AS bonus,
             coalesce(sum(f.amount) FILTER (WHERE t.kind = 'topup_refund' AND f.debit = 'principal'), 0)::bigint
               AS principal_back,
             coalesce(sum(f.amount) FILTER (WHERE t.kind = 'bonus_revoke'), 0)::bigint AS bonus_back
      FROM ledger_txn t JOIN ledger_transfer f ON f.member_id = t.member_id AND f.txn_id = t.id
      LEFT JOIN topup_refund r ON r.member_id = t.member_id AND r.refund_no = t.ref
      WHERE t.kind IN ('topup', 'topup_bonus', 'topup_refund', 'bonus_revoke') GROUP BY 1, 2
    ), lot AS (
      SELECT member_id, sum(remaining)::bigint AS fen FROM bonus_lot WHERE remaining > 0 GROUP BY 1
    ), paid AS (
      SELECT t.member_id, t.ref, coalesce(sum(f.amount) FILTER (WHERE f.credit = 'channel'), 0)::bigint AS net,
             coalesce(sum(f.amount) FILTER (WHERE f.credit = 'fee'), 0)::bigint AS fee
      FROM ledger_txn t JOIN ledger_transfer f ON f.member_id = t.member_id AND f.txn_id = t.id
      WHERE t.kind = 'hold_confirm' AND f.debit = 'held_reward' GROUP BY 1, 2
    )
    SELECT 'topup_posting' AS class, ref AS subject, member_id AS "memberId", 'CNY' AS asset,
           to_jsonb(d) - 'member_id' - 'ref' AS expected, to_jsonb(p) - 'member_id' - 'ref' AS actual, ${noProposal}
    FROM due d FULL JOIN posted p USING (member_id, ref)
    WHERE (d.amount, d.bonus, d.principal_back, d.bonus_back)
          IS DISTINCT FROM (p.amount, p.bonus, p.principal_back, p.bonus_back)
    UNION ALL
    SELECT 'topup_unclaimed', a.out_trade_no, a.member_id, 'CNY', jsonb_build_object('attempt', a.id),
           jsonb_build_object('attempt', t.attempt_id, 'state', t.state), NULL::jsonb
    FROM payment_attempt a LEFT JOIN topup t ON t.member_id = a.member_id AND t.id = a.biz_id
    WHERE a.outcome = 'won' AND a.biz_type = 'topup'
      AND (t.attempt_id = a.id AND t.credited_at IS NOT NULL) IS NOT TRUE
    UNION ALL
    SELECT 'bonus_lots', concat_ws(' ', member_id, 'bonus'), member_id, 'CNY',
           jsonb_build_object('account', coalesce(balance, 0)),
           jsonb_build_object('lots', fen, 'difference', fen - coalesce(balance, 0)), NULL::jsonb
    FROM lot LEFT JOIN ledger_account a USING (member_id)
    WHERE a.purpose = 'bonus' AND a.asset = 'CNY' AND fen > balance
    UNION ALL
    SELECT 'withdrawal_held', concat_ws(' ', member_id, id), member_id, 'CNY',
           jsonb_build_object('open', open), jsonb_build_object('held', held), NULL::jsonb
    FROM (SELECT member_id, id, amount_fen AS open FROM withdrawal WHERE ended_at IS NULL) w
    FULL JOIN (SELECT member_id, id, amount AS held FROM ledger_hold
               WHERE state = 'open' AND purpose = 'reward_cash' AND order_id IS NULL) h USING (member_id, id)
    WHERE open IS DISTINCT FROM held
    UNION ALL
    SELECT 'withdrawal_posting', w.withdrawal_no, w.member_id, 'CNY',
           jsonb_build_object('netFen', w.net_fen, 'feeFen', w.fee_fen),
           jsonb_build_object('netFen', p.net, 'feeFen', p.fee), NULL::jsonb
    FROM withdrawal w LEFT JOIN paid p ON p.member_id = w.member_id AND p.ref = w.id::text
    WHERE w.state = 'SUCCESS' AND (w.net_fen, w.fee_fen) IS DISTINCT FROM (p.net, p.fee)`,
};
