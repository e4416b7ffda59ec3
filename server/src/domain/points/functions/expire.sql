-- Settles one step of a member's lots: begins those whose freeze is over, and posts the expiry of
-- those that have ended, once for each lot: available → points_expired. Each call settles at least
-- one lot while any is due. Returns the number of points that expired; `p_title` is the postings'
-- title. This is cleanup only: an ended lot cannot be spent before it either.
CREATE OR REPLACE FUNCTION points_expire(p_member uuid, p_title text, p_now timestamptz)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_lot record;
  v_total bigint := 0;
BEGIN
  PERFORM points_settle(p_member, p_now);
  FOR v_lot IN
    SELECT id, remaining, expires_at FROM points_lot
    WHERE member_id = p_member AND state = 'ACTIVE' AND expires_at <= v_now
    ORDER BY expires_at, id LIMIT points_lots_per_step()
  LOOP
    PERFORM ledger_post(
      p_member,
      ROW(
        md5(v_lot.id || ':expire')::uuid, 'points_expire', v_lot.id::text,
        ledger_hash(to_jsonb(v_lot.id)), 'system', NULL, p_title)::ledger_posting,
      jsonb_build_array(
        jsonb_build_object(
          'asset', 'PTS', 'debit', 'available', 'credit', 'points_expired', 'amount',
          v_lot.remaining)),
      p_now);
    UPDATE points_lot SET remaining = 0, state = 'EXPIRED' WHERE member_id = p_member AND id = v_lot.id;
    PERFORM points_add_to_sum(p_member, v_lot.expires_at, -v_lot.remaining, 0);
    v_total := v_total + v_lot.remaining;
  END LOOP;
  RETURN v_total;
END $$;
