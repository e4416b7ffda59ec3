-- Refuses a coupon that cannot be locked: COUPON_LOCKED, or COUPON_UNUSABLE with the code of the
-- reason, `coupon_<state>` (`raisedReasons` of the contract).
CREATE OR REPLACE FUNCTION coupons_refuse_lock(p_member uuid, p_coupon uuid, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_state text;
BEGIN
  SELECT coupons_state(c.state, c.lock_until, t.revoked_at, c.valid_from, c.valid_until, p_now) INTO v_state
  FROM member_coupon c JOIN coupon_template t ON t.template_id = c.template_id
  WHERE c.member_id = p_member AND c.id = p_coupon;
  IF v_state = 'locked' THEN
    PERFORM platform_refuse('COUPON_LOCKED', jsonb_build_object('couponId', p_coupon));
  END IF;
  -- The state names the reason; a coupon that was never there, or is free again by now, is missing.
  PERFORM platform_refuse('COUPON_UNUSABLE', jsonb_build_object(
    'couponId', p_coupon, 'reason', 'coupon_' || coalesce(nullif(v_state, 'available'), 'missing')));
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
