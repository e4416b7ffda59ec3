-- Locks coupons for an order that waits for its payment, and holds their discounts in their
-- campaigns' budgets. The guarded update decides: of several orders only one finds the coupon free.
-- `p_offs` contains fen, one entry a coupon. Raises COUPON_LOCKED or COUPON_UNUSABLE {couponId,
-- reason}; the whole statement is rolled back.
CREATE OR REPLACE FUNCTION coupons_lock(
  p_member uuid, p_order uuid, p_coupons uuid[], p_offs integer[], p_expires timestamptz, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_id uuid;
  v_off integer;
  v_template text;
  v_rules jsonb;
  v_barred text;
BEGIN
  -- Sorted by template, so that two orders lock the buckets of two campaigns in the same order.
  IF cardinality(p_coupons) > 1 THEN
    SELECT array_agg(x.id ORDER BY c.template_id, x.id), array_agg(x.off ORDER BY c.template_id, x.id)
    INTO p_coupons, p_offs FROM unnest(p_coupons, p_offs) AS x (id, off)
    LEFT JOIN member_coupon c ON c.member_id = p_member AND c.id = x.id;
  END IF;
  FOR v_place IN 1..cardinality(p_coupons) LOOP
    v_id := p_coupons[v_place];
    v_off := p_offs[v_place];
    UPDATE member_coupon c SET state = 'LOCKED', locked_order = p_order, lock_until = p_expires
    WHERE c.member_id = p_member AND c.id = v_id
      AND (c.state = 'AVAILABLE' OR (c.state = 'LOCKED' AND c.lock_until <= v_now))
      AND c.valid_from <= v_now AND c.valid_until > v_now
      AND NOT EXISTS (SELECT FROM coupon_template t WHERE t.template_id = c.template_id AND t.revoked_at <= v_now)
    RETURNING c.template_id, c.snapshot->'rules' INTO v_template, v_rules;
    IF NOT FOUND THEN PERFORM FROM coupons_refuse_lock(p_member, v_id, p_now); END IF;
    v_barred := NULL;
    IF v_rules ?| ARRAY['firstOrder', 'channels', 'oncePerPerson'] THEN
      SELECT * INTO v_barred FROM coupons_barred(p_member, v_template, v_rules, p_order, p_now);
    END IF;
    IF v_barred IS NOT NULL THEN
      PERFORM platform_refuse('COUPON_UNUSABLE', jsonb_build_object('couponId', v_id, 'reason', v_barred));
    END IF;
    IF coupons_hold_budget(p_member, v_template, p_order, v_id, v_off, p_expires, p_now) IS NULL THEN
      PERFORM platform_refuse('COUPON_UNUSABLE',
                              jsonb_build_object('couponId', v_id, 'reason', 'coupon_budget_spent'));
    END IF;
    INSERT INTO coupon_use (member_id, order_id, coupon_id, off_fen, state, expires_at, created_at)
    VALUES (p_member, p_order, v_id, v_off, 'held', p_expires, v_now);
    PERFORM FROM coupons_record_event(p_member, v_id, p_order, 'locked', 'AVAILABLE', 'LOCKED', 'member', p_now);
  END LOOP;
END $$;
