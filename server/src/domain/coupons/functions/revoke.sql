-- Revokes coupons granted from one source under a reference or its parts (`ref` itself, or
-- `ref:…`), unless they are used or locked by an order that waits for its payment: after a refunded
-- purchase or a mistaken grant. Returns how many.
CREATE OR REPLACE FUNCTION coupons_revoke(
  p_member uuid, p_source text, p_ref text, p_reason text, p_now timestamptz
) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_id uuid;
  v_count integer := 0;
BEGIN
  FOR v_id IN
    UPDATE member_coupon
    SET state = 'VOID', void_reason = p_reason, locked_order = NULL, lock_until = NULL
    WHERE member_id = p_member AND source = p_source AND (source_ref = p_ref OR starts_with(source_ref, p_ref || ':'))
      AND (state = 'AVAILABLE' OR (state = 'LOCKED' AND lock_until <= v_now))
    RETURNING id
  LOOP
    v_count := v_count + 1;
    PERFORM coupons_record_event(p_member, v_id, NULL, 'voided', 'AVAILABLE', 'VOID', 'system', p_now);
  END LOOP;
  RETURN v_count;
END $$;
