-- Ends every coupon of a closed account that is still usable, or was not unlocked after an expired
-- lock. Returns how many.
CREATE OR REPLACE FUNCTION coupons_forfeit(p_member uuid, p_now timestamptz) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_id uuid;
  v_count integer := 0;
BEGIN
  FOR v_id IN
    UPDATE member_coupon SET state = 'VOID', void_reason = 'account_closed', locked_order = NULL, lock_until = NULL
    WHERE member_id = p_member AND valid_until > v_now
      AND (state = 'AVAILABLE' OR (state = 'LOCKED' AND lock_until <= v_now))
    RETURNING id
  LOOP
    PERFORM coupons_record_event(p_member, v_id, NULL, 'voided', 'AVAILABLE', 'VOID', 'system', p_now);
    v_count := v_count + 1;
  END LOOP;
  RETURN v_count;
END $$;
