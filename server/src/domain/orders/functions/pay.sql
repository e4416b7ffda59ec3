-- Pays what is left of an order by balance, or nothing when nothing is left; one statement. Returns
-- `outcome` done, replay `result` is {orderId, orderState} reused the key was used for another
-- body; nothing happened paying WeChat may still bring the money, or a code pays the greater part:
-- close the attempts, redeem the code
--                  in the same transaction, and call again with `p_is_alone`
-- Raises NOT_FOUND, ORDER_STATE (paid already, or something is left and the channel is none),
-- ORDER_CLOSED (cancelled or expired), STEP_UP_NEEDED {freeFen} or PHONE_COOLING (this amount of
-- balance requires a proof, see orders_permit; a refusal undoes the use of the proof too),
-- BALANCE_SHORT. The DROP removes the earlier signature, which required no proof.
DROP FUNCTION IF EXISTS orders_pay(uuid, text, text, bytea, text, text, boolean, integer, uuid, integer, uuid, timestamptz);
CREATE OR REPLACE FUNCTION orders_pay(
  p_member uuid, p_route text, p_key text, p_hash bytea, p_order_no text, p_channel text, p_is_alone boolean,
  p_step_up bytea, p_free_fen integer, p_day_fen integer, p_hold uuid, p_slack_ms integer, p_txn uuid,
  p_now timestamptz, OUT outcome text, OUT result jsonb
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_actor text := 'member:' || p_member;
  v_order orders;
  v_parts jsonb;
BEGIN
  SELECT t.outcome, t.result INTO outcome, result FROM members_idempotency_reserve(p_member, p_route, p_key, p_hash, p_now) t;
  IF outcome <> 'taken' THEN RETURN; END IF;
  PERFORM ledger_lock_member(p_member, p_now);
  SELECT * INTO v_order FROM orders WHERE member_id = p_member AND order_no = p_order_no FOR NO KEY UPDATE;
  IF NOT FOUND THEN PERFORM orders_refuse(p_member, 'NOT_FOUND', NULL); END IF;
  IF v_order.order_state IN ('CANCELLED', 'CLOSED')
     OR (v_order.order_state = 'WAIT_PAY' AND v_order.expires_at <= v_now) THEN
    PERFORM orders_refuse(p_member, 'ORDER_CLOSED', NULL);
  END IF;
  IF v_order.order_state <> 'WAIT_PAY' OR (p_channel = 'none' AND v_order.cash_fen > 0) THEN
    PERFORM orders_refuse(p_member, 'ORDER_STATE', NULL);
  END IF;
  IF (v_order.pay_state = 'PAYING' OR v_order.source = 'code') AND NOT p_is_alone THEN
    DELETE FROM idem WHERE member_id = p_member AND route = p_route AND key = p_key;
    outcome := 'paying';
    RETURN;
  END IF;
  PERFORM orders_permit(p_member, v_order.id, v_order.payable_fen, p_step_up, p_free_fen, p_day_fen, p_now);

  IF v_order.cash_fen > 0 THEN
    IF v_order.wallet_hold IS NOT NULL THEN PERFORM wallet_void(p_member, v_order.wallet_hold, v_actor, p_now); END IF;
    v_parts := wallet_hold(p_member, p_hold, v_order.id, v_order.payable_fen,
                           v_order.expires_at + p_slack_ms * interval '1 ms', v_actor, v_order.title, p_now);
    UPDATE orders SET balance_fen = payable_fen, cash_fen = 0, wallet_hold = p_hold, wallet_parts = v_parts
    WHERE member_id = p_member AND id = v_order.id AND order_state = 'WAIT_PAY';
    UPDATE order_item SET balance_fen = balance_fen + cash_fen, cash_fen = 0
    WHERE member_id = p_member AND order_id = v_order.id;
  END IF;
  outcome := 'done';
  result := jsonb_build_object('orderId', v_order.id, 'orderState',
    orders_settle(p_member, v_order.id, p_txn, NULL, 'member', p_member::text, p_now));
  PERFORM platform_idempotency_store(p_member, p_route, p_key, result);
END $$;
