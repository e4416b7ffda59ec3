-- Uses the coupons that an order locked, when it is paid. Returns true when each coupon is locked
-- by this order, or when its lock expired or was undone but the coupon is still free and valid and
-- nothing bars the member (`coupons_barred`); then it must be covered by its campaign's budget again.
-- Otherwise returns false, and nothing has changed. A repeat returns true and changes nothing; an
-- order without coupons returns true.
CREATE OR REPLACE FUNCTION coupons_use(p_member uuid, p_order uuid, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_use record;
  v_barred text;
BEGIN
  PERFORM FROM coupons_lock_rows(p_member, p_order);
  BEGIN
    FOR v_use IN
      SELECT u.coupon_id, u.off_fen, u.expires_at, c.template_id, c.bucket, c.snapshot->'rules' AS rules,
             u.state = 'held' AND c.state = 'LOCKED' AND c.locked_order = p_order AND c.lock_until > v_now AS is_locked,
             u.state IN ('held', 'void') AND c.valid_until > v_now AND coalesce(t.revoked_at > v_now, true)
             AND (c.state = 'AVAILABLE' OR (c.state = 'LOCKED' AND c.lock_until <= v_now)) AS is_free
      FROM coupon_use u
      JOIN member_coupon c ON c.member_id = p_member AND c.id = u.coupon_id
      JOIN coupon_template t ON t.template_id = c.template_id
      WHERE u.member_id = p_member AND u.order_id = p_order AND u.state <> 'used'
      ORDER BY c.template_id, u.coupon_id
    LOOP
      IF NOT v_use.is_locked THEN
        SELECT * INTO v_barred FROM coupons_barred(p_member, v_use.template_id, v_use.rules, p_order, p_now);
        IF NOT v_use.is_free OR v_barred IS NOT NULL THEN RAISE EXCEPTION USING ERRCODE = 'YJ011'; END IF;
      END IF;
      IF NOT coupons_spend_budget(p_member, v_use.template_id, p_order, v_use.coupon_id) THEN
        IF coupons_hold_budget(p_member, v_use.template_id, p_order, v_use.coupon_id, v_use.off_fen,
                               v_use.expires_at, p_now) IS NULL
        THEN RAISE EXCEPTION USING ERRCODE = 'YJ011'; END IF;
        PERFORM coupons_spend_budget(p_member, v_use.template_id, p_order, v_use.coupon_id);
      END IF;
      UPDATE member_coupon SET state = 'USED', used_order = p_order, used_at = v_now, locked_order = NULL,
                               lock_until = NULL
      WHERE member_id = p_member AND id = v_use.coupon_id AND state IN ('AVAILABLE', 'LOCKED');
      IF NOT FOUND THEN RAISE EXCEPTION 'coupons: % changed under its lock', v_use.coupon_id; END IF;
      UPDATE campaign_stock SET used = used + 1 WHERE template_id = v_use.template_id AND bucket = v_use.bucket;
      UPDATE coupon_use SET state = 'used'
      WHERE member_id = p_member AND order_id = p_order AND coupon_id = v_use.coupon_id;
      PERFORM FROM coupons_record_event(p_member, v_use.coupon_id, p_order, 'used', 'LOCKED', 'USED', 'member', p_now);
    END LOOP;
  EXCEPTION WHEN SQLSTATE 'YJ011' THEN RETURN false;
  END;
  RETURN true;
END $$;

-- Locks the rows of an order's coupons, always in the same order: concurrent use, unlock and return
-- wait here.
CREATE OR REPLACE FUNCTION coupons_lock_rows(p_member uuid, p_order uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM member_coupon c
  WHERE c.member_id = p_member
    AND c.id IN (SELECT u.coupon_id FROM coupon_use u WHERE u.member_id = p_member AND u.order_id = p_order)
  ORDER BY c.template_id, c.id FOR NO KEY UPDATE;
END $$;

-- Changes a coupon's held campaign budget to spent; returns false when nothing is held any more.
CREATE OR REPLACE FUNCTION coupons_spend_budget(p_member uuid, p_template text, p_order uuid, p_coupon uuid)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_bucket smallint;
  v_fen integer;
BEGIN
  UPDATE campaign_hold SET state = 'spent'
  WHERE template_id = p_template AND order_id = p_order AND coupon_id = p_coupon AND owner_id = p_member
    AND state = 'held'
  RETURNING bucket, amount_fen INTO v_bucket, v_fen;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE campaign_spend SET held_fen = held_fen - v_fen, spent_fen = spent_fen + v_fen
  WHERE template_id = p_template AND bucket = v_bucket;
  RETURN true;
END $$;
