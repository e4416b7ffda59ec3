-- Unlocks an order's coupons when it was cancelled or has expired. A coupon that another order has
-- locked meanwhile stays with that order.
CREATE OR REPLACE FUNCTION coupons_unlock(p_member uuid, p_order uuid, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_id uuid;
  v_template text;
BEGIN
  PERFORM FROM coupons_lock_rows(p_member, p_order);
  FOR v_id IN
    UPDATE coupon_use SET state = 'void'
    WHERE member_id = p_member AND order_id = p_order AND state = 'held'
    RETURNING coupon_id
  LOOP
    UPDATE member_coupon SET state = 'AVAILABLE', locked_order = NULL, lock_until = NULL
    WHERE member_id = p_member AND id = v_id AND state = 'LOCKED' AND locked_order = p_order;
    IF FOUND THEN
      PERFORM FROM coupons_record_event(p_member, v_id, p_order, 'unlocked', 'LOCKED', 'AVAILABLE', 'system', p_now);
    END IF;
    SELECT c.template_id INTO v_template FROM member_coupon c WHERE c.member_id = p_member AND c.id = v_id;
    PERFORM coupons_release_budget(p_member, v_template, p_order, v_id, 'held');
    PERFORM FROM ledger_report_late(p_member, v_id || ':unlocked:' || p_order, p_now);
  END LOOP;
END $$;

-- Returns the budget that an order's coupon held (`held`) or spent (`spent`) to its campaign; does
-- nothing when the hold was already released by a cleanup.
CREATE OR REPLACE FUNCTION coupons_release_budget(
  p_member uuid, p_template text, p_order uuid, p_coupon uuid, p_state text
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_bucket smallint;
  v_fen integer;
BEGIN
  UPDATE campaign_hold SET state = 'void'
  WHERE template_id = p_template AND order_id = p_order AND coupon_id = p_coupon AND owner_id = p_member
    AND state = p_state
  RETURNING bucket, amount_fen INTO v_bucket, v_fen;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE campaign_spend
  SET held_fen = held_fen - CASE WHEN p_state = 'held' THEN v_fen ELSE 0 END,
      spent_fen = spent_fen - CASE WHEN p_state = 'spent' THEN v_fen ELSE 0 END
  WHERE template_id = p_template AND bucket = v_bucket;
END $$;
