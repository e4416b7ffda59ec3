-- Marks that the channel may bring the rest of an order, once its share of the balance may be spent
-- (security_permit). Returns {orderId, cashFen, title, expiresAt}, or null when it waits for no
-- money or is expired. Raises STEP_UP_NEEDED {freeFen}, the amount that may be spent now without a
-- proof, and PHONE_COOLING {until, untilMs} while no proof is accepted.
CREATE OR REPLACE FUNCTION orders_paying(
  p_member uuid, p_order_no text, p_step_up bytea, p_free_fen integer, p_day_fen integer, p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_order orders;
  v_paying orders;
BEGIN
  SELECT * INTO v_order FROM orders WHERE member_id = p_member AND order_no = p_order_no;
  IF v_order.order_state IS DISTINCT FROM 'WAIT_PAY' OR v_order.cash_fen = 0 THEN RETURN NULL; END IF;
  IF v_order.balance_fen > 0 THEN
    PERFORM orders_permit(p_member, v_order.id, v_order.balance_fen, p_step_up, p_free_fen, p_day_fen, p_now);
  END IF;
  UPDATE orders SET pay_state = 'PAYING'
  WHERE member_id = p_member AND id = v_order.id AND order_state = 'WAIT_PAY' AND cash_fen > 0
    AND pay_state IN ('UNPAID', 'PAYING') AND expires_at > v_now
    AND balance_fen = v_order.balance_fen
  RETURNING * INTO v_paying;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM platform_state_change_insert(p_member, 'order', v_order.id, 'paying', '//' || v_order.pay_state, '//PAYING',
                                       'member:' || p_member, p_now);
  RETURN jsonb_build_object('orderId', v_paying.id, 'cashFen', v_paying.cash_fen, 'title', v_paying.title,
                            'expiresAt', orders_ms(v_paying.expires_at));
END $$;

-- Raises STEP_UP_NEEDED {freeFen} unless this much of the balance may be spent on this order, and
-- PHONE_COOLING {until, untilMs} where it requires a proof that is not accepted so soon after a
-- change of the phone.
CREATE OR REPLACE FUNCTION orders_permit(
  p_member uuid, p_order uuid, p_fen bigint, p_step_up bytea, p_free_fen integer, p_day_fen integer, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_cooling jsonb;
BEGIN
  IF security_permit(p_member, p_order::text, p_fen, p_step_up, p_free_fen, p_day_fen, p_now) = 'needed' THEN
    v_cooling := security_cooldown(p_member, p_now);
    IF v_cooling IS NOT NULL THEN PERFORM platform_refuse('PHONE_COOLING', v_cooling); END IF;
    PERFORM platform_refuse('STEP_UP_NEEDED', jsonb_build_object('freeFen',
      security_free_allowance(p_member, p_order::text, p_free_fen, p_day_fen, p_now)));
  END IF;
END $$;
