-- Returns the coupons that an order used, after its full refund: usable again, and for seven more
-- days when the coupon has ended meanwhile (domain.md 8). The campaign gets its budget back. A
-- repeat changes nothing.
CREATE OR REPLACE FUNCTION coupons_return(p_member uuid, p_order uuid, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_grace timestamptz := v_now + interval '7 days';
  v_id uuid;
  v_template text;
  v_bucket smallint;
BEGIN
  PERFORM FROM coupons_lock_rows(p_member, p_order);
  FOR v_id IN
    UPDATE coupon_use SET state = 'returned'
    WHERE member_id = p_member AND order_id = p_order AND state = 'used'
    RETURNING coupon_id
  LOOP
    UPDATE member_coupon
    SET state = 'AVAILABLE', used_order = NULL, used_at = NULL, returned_count = returned_count + 1,
        valid_until = CASE WHEN valid_until > v_now THEN valid_until ELSE v_grace END
    WHERE member_id = p_member AND id = v_id AND state = 'USED' AND used_order = p_order
    RETURNING template_id, bucket INTO v_template, v_bucket;
    CONTINUE WHEN NOT FOUND;
    UPDATE campaign_stock SET used = used - 1 WHERE template_id = v_template AND bucket = v_bucket;
    PERFORM coupons_release_budget(p_member, v_template, p_order, v_id, 'spent');
    PERFORM FROM coupons_record_event(p_member, v_id, p_order, 'returned', 'USED', 'AVAILABLE', 'system', p_now);
    PERFORM FROM ledger_report_late(p_member, v_id || ':returned:' || p_order, p_now);
  END LOOP;
END $$;
