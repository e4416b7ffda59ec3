-- Refuses a coupon that cannot be locked: COUPON_LOCKED, or COUPON_UNUSABLE with the code of the
-- reason (`raisedReasons` of the contract).
CREATE OR REPLACE FUNCTION coupons_refuse_lock(p_member uuid, p_coupon uuid, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_reason text;
  v_code text;
BEGIN
  SELECT CASE
    WHEN c.state = 'USED' THEN 'coupon_used'
    WHEN c.state = 'VOID' OR t.revoked_at <= v_now THEN 'coupon_void'
    WHEN c.state = 'LOCKED' AND c.lock_until > v_now THEN NULL
    WHEN c.valid_until <= v_now THEN 'coupon_expired'
    WHEN c.valid_from > v_now THEN 'coupon_not_begun'
  END, CASE WHEN c.state = 'LOCKED' AND c.lock_until > v_now THEN 'COUPON_LOCKED' END
  INTO v_reason, v_code
  FROM member_coupon c JOIN coupon_template t ON t.template_id = c.template_id
  WHERE c.member_id = p_member AND c.id = p_coupon;
  PERFORM platform_refuse(coalesce(v_code, 'COUPON_UNUSABLE'), jsonb_build_object(
    'couponId', p_coupon, 'reason', CASE WHEN v_code IS NULL THEN coalesce(v_reason, 'coupon_missing') END));
END $$;

-- Writes one line of a coupon's history. The line's id is derived from its content, so that it is
-- written once.
CREATE OR REPLACE FUNCTION coupons_record_event(
  p_member uuid, p_coupon uuid, p_order uuid, p_name text, p_from text, p_to text, p_actor text,
  p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM platform_event_insert(
    p_member, md5(concat_ws(':', 'coupon', p_coupon, p_order, p_name))::uuid, 'coupon', p_coupon,
    ROW(p_name, p_from, p_to)::platform_event_change,
    ROW(
      p_actor, CASE WHEN p_actor = 'member' THEN p_member::text END, NULL,
      NULL)::platform_event_actor,
    jsonb_strip_nulls(jsonb_build_object('orderId', p_order)), p_now);
END $$;
