-- Returns the state of a coupon by time: used, locked, void, expired, pending or available. The only
-- place where revoking a campaign ends all its unused coupons, and where a lapsed lock frees one.
CREATE OR REPLACE FUNCTION coupons_state(
  p_state text, p_lock_until timestamptz, p_revoked_at timestamptz, p_valid_from timestamptz,
  p_valid_until timestamptz, p_now timestamptz
) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT CASE
    WHEN p_state = 'USED' THEN 'used'
    WHEN p_state = 'LOCKED' AND p_lock_until > coalesce(p_now, now()) THEN 'locked'
    WHEN p_state = 'VOID' OR p_revoked_at <= coalesce(p_now, now()) THEN 'void'
    WHEN p_valid_until <= coalesce(p_now, now()) THEN 'expired'
    WHEN p_valid_from > coalesce(p_now, now()) THEN 'pending'
    ELSE 'available' END
$$;
