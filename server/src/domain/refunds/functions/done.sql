-- Completes a refund: suspense → channel, once. Updates the order and its items, returns coupons
-- (when all of it is refunded), claws back its points and growth, and restocks what was never
-- delivered. `p_taken_back_title` is the title of the points and growth taken back. False when it
-- was done before.
CREATE OR REPLACE FUNCTION refunds_done(
  p_member uuid, p_refund uuid, p_channel_no text, p_taken_back_title text, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_refund refund;
  v_was text;
  v_kept bigint;
  v_title text;
  v_items jsonb;
  v_sku text;
  v_quantity integer;
BEGIN
  PERFORM FROM ledger_lock_member(p_member, p_now);
  SELECT * INTO STRICT v_refund FROM refund WHERE member_id = p_member AND id = p_refund FOR NO KEY UPDATE;
  v_was := v_refund.state;
  UPDATE refund SET state = 'SUCCESS', next_look_at = NULL, ended_at = v_now,
                    channel_refund_no = p_channel_no, word = CASE WHEN cash_fen > 0 THEN 'success' END
  WHERE member_id = p_member AND id = p_refund AND state IN ('PROCESSING', 'ABNORMAL');
  IF NOT FOUND THEN RETURN false; END IF;
  IF v_refund.cash_fen > 0 THEN
    PERFORM FROM ledger_post(
      p_member,
      ROW(
        md5(p_refund || ':paid')::uuid, 'refund_paid', v_refund.refund_no,
        ledger_hash(to_jsonb(v_refund.cash_fen)), 'system', v_refund.order_id,
        v_refund.reason)::ledger_posting,
      jsonb_build_array(
        jsonb_build_object(
          'asset', 'CNY', 'debit', 'suspense', 'credit', 'channel', 'amount', v_refund.cash_fen,
          'party', 'wechatpay')),
      p_now);
  END IF;
  IF whole FROM refunds_follow(p_member, v_refund.order_id, v_refund.cash_fen + v_refund.balance_fen, p_now) AS whole THEN
    PERFORM coupons_return(p_member, v_refund.order_id, p_now);
    v_kept := 0;
  ELSE
    SELECT o.cash_fen - (SELECT sum(r.cash_fen) FROM refund r
                         WHERE r.member_id = p_member AND r.order_id = o.id AND r.state = 'SUCCESS')
    INTO v_kept FROM orders o WHERE o.member_id = p_member AND o.id = v_refund.order_id;
  END IF;
  PERFORM FROM points_clawback(p_member, v_refund.refund_no, v_refund.order_id, v_kept, 'system', p_taken_back_title,
                          p_now);
  SELECT title INTO v_title FROM orders WHERE member_id = p_member AND id = v_refund.order_id;
  PERFORM FROM levels_take_back(p_member, 'refund:' || v_refund.refund_no, levels_order_ref(v_refund.order_id),
                           levels_growth_for_cash(v_kept), p_taken_back_title || ' · ' || v_title, p_now);
  PERFORM FROM platform_event_insert(
    p_member, md5(p_refund || ':success')::uuid, 'refund', p_refund,
    ROW('success', v_was, 'SUCCESS')::platform_event_change,
    ROW(
      CASE WHEN v_refund.cash_fen > 0 THEN 'channel' ELSE 'system' END, NULL, NULL,
      NULL)::platform_event_actor,
    NULL, p_now);
  PERFORM FROM platform_outbox_insert(p_member, md5(p_refund || ':news')::uuid, v_refund.order_id, 'news',
    jsonb_build_object('kind', 'order.refunded', 'ref', v_refund.order_id,
                       'data', jsonb_build_object('refundId', p_refund, 'cashFen', v_refund.cash_fen,
                                                  'amountFen', v_refund.cash_fen + v_refund.balance_fen)),
    NULL, NULL, p_now);
  SELECT jsonb_agg(jsonb_build_object('itemId', item_id, 'quantity', quantity)) INTO v_items
  FROM refund_item WHERE member_id = p_member AND refund_id = p_refund;
  PERFORM FROM orders_refund_limits(p_member, v_refund.order_id, v_items, p_now);
  -- Last, because concurrent transactions wait for this lock.
  FOR v_sku, v_quantity IN
    SELECT sku_id, quantity FROM refund_item
    WHERE member_id = p_member AND refund_id = p_refund AND NOT is_delivered ORDER BY sku_id
  LOOP
    PERFORM catalog_stock_return(v_sku, v_quantity, p_now);
  END LOOP;
  RETURN true;
END $$;
