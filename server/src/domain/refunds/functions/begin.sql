-- Begins an approved refund: reverses its revenue or clearing, returns balance and points at once,
-- and enqueues the request of the cash from the channel. Without cash it is done. `p_taken` names
-- the holds, as orders_refund_take; `p_ids` is {txnId, messageId, takenBackTitle}. The caller holds the lock on the
-- member's ledger. Postings, kind `refund`: revenue → clearing for what was delivered; clearing →
-- expense for coupon and points discounts; clearing → suspense for the cash, where it stays until
-- the channel has paid it.
CREATE OR REPLACE FUNCTION refunds_begin(
  p_member uuid, p_refund uuid, p_taken jsonb, p_ids jsonb, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_look_at timestamptz := v_now + interval '5 seconds';
  v_refund refund;
  v_transfers jsonb;
BEGIN
  UPDATE refund SET state = 'PROCESSING', next_look_at = CASE WHEN cash_fen > 0 THEN v_look_at END
  WHERE member_id = p_member AND id = p_refund AND state = 'APPROVED' RETURNING * INTO STRICT v_refund;
  PERFORM FROM platform_state_change_insert(p_member, 'refund', p_refund, 'begin', 'APPROVED', 'PROCESSING', 'system', p_now);
  SELECT jsonb_agg(jsonb_build_object('asset', 'CNY', 'debit', debit, 'credit', credit, 'amount', fen, 'party', party)
                   ORDER BY step, party) INTO v_transfers
  FROM (
    SELECT 1 AS step, 'revenue' AS debit, 'clearing' AS credit, 'sku:' || sku_id AS party,
           cash_fen + balance_fen + coupon_off_fen + points_off_fen AS fen
    FROM refund_item WHERE member_id = p_member AND refund_id = p_refund AND is_delivered
    UNION ALL
    SELECT 2, 'clearing', 'expense', 'coupon:' || (p_taken->>'coupon'), sum(coupon_off_fen)
    FROM refund_item WHERE member_id = p_member AND refund_id = p_refund
    UNION ALL
    SELECT 3, 'clearing', 'expense', 'points', sum(points_off_fen)
    FROM refund_item WHERE member_id = p_member AND refund_id = p_refund
    UNION ALL
    SELECT 4, 'clearing', 'suspense', 'wechatpay', v_refund.cash_fen
  ) line WHERE fen > 0;
  IF v_transfers IS NOT NULL THEN
    PERFORM FROM ledger_post(
      p_member,
      ROW(
        (p_ids->>'txnId')::uuid, 'refund', v_refund.refund_no, ledger_hash(v_transfers), 'system',
        v_refund.order_id, p_taken->>'title')::ledger_posting,
      v_transfers, p_now);
  END IF;
  IF v_refund.balance_fen > 0 THEN
    PERFORM FROM wallet_return(p_member, v_refund.refund_no, (p_taken->>'walletHold')::uuid, v_refund.balance_fen, 'system',
                          p_taken->>'title', p_now);
  END IF;
  IF v_refund.points > 0 THEN
    PERFORM FROM points_return(p_member, v_refund.refund_no, (p_taken->>'pointsHold')::uuid, v_refund.points, 'system',
                          p_taken->>'title', p_now);
  END IF;
  IF v_refund.cash_fen = 0 THEN
    PERFORM refunds_done(p_member, p_refund, NULL, p_ids->>'takenBackTitle', p_now);
    RETURN;
  END IF;
  PERFORM FROM platform_outbox_insert(p_member, (p_ids->>'messageId')::uuid, p_refund, 'refund.ask',
                              jsonb_build_object('refundId', p_refund), NULL, NULL, p_now);
  PERFORM FROM refunds_follow(p_member, v_refund.order_id, NULL, p_now);
END $$;
