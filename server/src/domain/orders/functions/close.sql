-- Ends an unpaid order, cancelled by its member (CANCELLED) or expired (CLOSED), and releases
-- everything it held. Returns closed, or kept when it is not unpaid (any more), not expired yet, or
-- too late to be cancelled. The caller has made sure that no payment of it is under way; a payment
-- that still arrives finds the order closed.
CREATE OR REPLACE FUNCTION orders_close(
  p_member uuid, p_order uuid, p_to text, p_reason text, p_actor_kind text, p_actor text, p_event uuid,
  p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_by text := coalesce(p_actor_kind || ':' || p_actor, p_actor_kind);
  v_order orders;
  v_was text;
BEGIN
  PERFORM FROM ledger_lock_member(p_member, p_now);
  SELECT pay_state INTO v_was FROM orders WHERE member_id = p_member AND id = p_order FOR NO KEY UPDATE;
  UPDATE orders SET order_state = p_to, pay_state = 'UNPAID', closed_reason = p_reason, finished_at = v_now
  WHERE member_id = p_member AND id = p_order AND order_state = 'WAIT_PAY' AND pay_state IN ('UNPAID', 'PAYING')
    AND (p_to = 'CANCELLED') = (expires_at > v_now)
  RETURNING * INTO v_order;
  IF NOT FOUND THEN RETURN 'kept'; END IF;

  PERFORM coupons_unlock(p_member, p_order, p_now);
  IF v_order.points_hold IS NOT NULL THEN
    PERFORM FROM points_void(p_member, md5(p_order || ':points-void')::uuid, v_order.points_hold, v_by, p_now);
  END IF;
  IF v_order.wallet_hold IS NOT NULL THEN PERFORM FROM wallet_void(p_member, v_order.wallet_hold, v_by, p_now); END IF;
  PERFORM FROM catalog_limit_void(p_member, p_order, p_now);
  PERFORM FROM platform_event_insert(
    p_member, p_event, 'order', p_order, ROW(lower(p_to), 'WAIT_PAY//' || v_was, p_to || '//UNPAID')::platform_event_change,
    ROW(p_actor_kind, p_actor, p_reason, NULL)::platform_event_actor, NULL, p_now);
  -- Last, because concurrent transactions wait for this lock.
  PERFORM catalog_stock_void(p_order, p_now);
  RETURN 'closed';
END $$;
