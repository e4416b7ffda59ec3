-- Pays what is left of an order by balance, or nothing when nothing is left; one statement.
-- `p_intent` is the key as {route, key, hash}; `p_payment` is {channel, isChannelClosed, holdId,
-- slackMs, txnId}; `p_spend` is {proof?, freeFen, dayFen}. Bytes are in base64. Returns `outcome`:
--
--    done, replay  `result` is {orderId, orderState}
--    reused        the key was used for another body; nothing happened
--    paying        WeChat may still bring the money, or a code pays the greater part: close the
--                  attempts, redeem the code in the same transaction, and call again with
--                  `isChannelClosed`
--
-- Raises NOT_FOUND, ORDER_STATE (paid already, or something is left and the channel is none),
-- ORDER_CLOSED (cancelled or expired), STEP_UP_NEEDED {freeFen} or PHONE_COOLING (this amount of
-- balance requires a proof, see orders_permit; a refusal undoes the use of the proof too),
-- BALANCE_SHORT.
CREATE OR REPLACE FUNCTION orders_pay(
  p_member uuid, p_intent jsonb, p_order_no text, p_payment jsonb, p_spend jsonb, p_now timestamptz,
  OUT outcome text, OUT result jsonb
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_actor text := 'member:' || p_member;
  v_route text := p_intent->>'route';
  v_key text := p_intent->>'key';
  v_hold uuid := (p_payment->>'holdId')::uuid;
  v_reserved record;
  v_order orders;
  v_parts jsonb;
BEGIN
  SELECT * INTO v_reserved FROM members_idempotency_reserve(p_member, v_route, v_key, decode(p_intent->>'hash', 'base64'), p_now);
  outcome := v_reserved.outcome;
  result := v_reserved.result;
  IF outcome <> 'taken' THEN RETURN; END IF;
  PERFORM FROM ledger_lock_member(p_member, p_now);
  SELECT * INTO v_order FROM orders WHERE member_id = p_member AND order_no = p_order_no FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM platform_refuse('NOT_FOUND'); END IF;
  IF v_order.order_state IN ('CANCELLED', 'CLOSED')
     OR (v_order.order_state = 'WAIT_PAY' AND v_order.expires_at <= v_now) THEN
    PERFORM platform_refuse('ORDER_CLOSED');
  END IF;
  IF v_order.order_state <> 'WAIT_PAY' OR (p_payment->>'channel' = 'none' AND v_order.cash_fen > 0) THEN
    PERFORM platform_refuse('ORDER_STATE');
  END IF;
  IF (v_order.pay_state = 'PAYING' OR v_order.source = 'code') 
     AND NOT (p_payment->>'isChannelClosed')::boolean THEN
    DELETE FROM idem WHERE member_id = p_member AND route = v_route AND key = v_key;
    outcome := 'paying';
    RETURN;
  END IF;
  PERFORM FROM orders_permit(p_member, v_order.id, v_order.payable_fen, decode(p_spend->>'proof', 'base64'),
                        (p_spend->>'freeFen')::integer, (p_spend->>'dayFen')::integer, p_now);

  IF v_order.cash_fen > 0 THEN
    IF v_order.wallet_hold IS NOT NULL THEN PERFORM FROM wallet_void(p_member, v_order.wallet_hold, v_actor, p_now); END IF;
    SELECT * INTO v_parts FROM wallet_hold(p_member, v_hold, v_order.id, v_order.payable_fen,
                           v_order.expires_at + (p_payment->>'slackMs')::integer * interval '1 ms', v_actor, v_order.title, p_now);
    UPDATE orders SET balance_fen = payable_fen, cash_fen = 0, wallet_hold = v_hold, wallet_parts = v_parts
    WHERE member_id = p_member AND id = v_order.id AND order_state = 'WAIT_PAY';
    UPDATE order_item SET balance_fen = balance_fen + cash_fen, cash_fen = 0
    WHERE member_id = p_member AND order_id = v_order.id;
  END IF;
  outcome := 'done';
  result := jsonb_build_object('orderId', v_order.id, 'orderState',
    orders_settle(p_member, v_order.id, (p_payment->>'txnId')::uuid, NULL, 'member', p_member::text, p_now));
  PERFORM FROM platform_idempotency_store(p_member, v_route, v_key, result);
END $$;
