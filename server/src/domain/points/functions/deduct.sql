-- Deducts points for an operator, once for each (kind, ref): from active lots that have not
-- expired, the earliest end first; available → points_issued. Returns posted or replay; raises
-- POINTS_SHORT {missing}, and errors as ledger_post.
CREATE OR REPLACE FUNCTION points_deduct(
  p_member uuid, p_txn uuid, p_kind text, p_ref text, p_points bigint, p_actor text, p_title text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_left bigint := p_points;
  v_lot record;
  v_n bigint;
BEGIN
  PERFORM points_settle(p_member, p_now);
  PERFORM 1 FROM ledger_txn WHERE member_id = p_member AND kind = p_kind AND ref = p_ref;
  IF NOT FOUND THEN
    SELECT p_points - coalesce(sum(remaining), 0) INTO v_left FROM points_lot
    WHERE member_id = p_member AND state = 'ACTIVE' AND expires_at > v_now;
    IF v_left > 0 THEN
      PERFORM platform_refuse('POINTS_SHORT', jsonb_build_object('missing', v_left));
    END IF;
    v_left := p_points;
    FOR v_lot IN
      SELECT id, remaining FROM points_lot WHERE member_id = p_member AND state = 'ACTIVE' AND expires_at > v_now
      ORDER BY expires_at, id
    LOOP
      EXIT WHEN v_left = 0;
      v_n := least(v_left, v_lot.remaining);
      v_left := v_left - v_n;
      UPDATE points_lot SET remaining = remaining - v_n, state = CASE WHEN remaining = v_n THEN 'SPENT' ELSE state END
      WHERE member_id = p_member AND id = v_lot.id;
    END LOOP;
  END IF;
  RETURN ledger_post(
    p_member,
    ROW(
      p_txn, p_kind, p_ref, ledger_hash(to_jsonb(p_points)), p_actor, NULL,
      p_title)::ledger_posting,
    jsonb_build_array(
      jsonb_build_object(
        'asset', 'PTS', 'debit', 'available', 'credit', 'points_issued', 'amount', p_points)),
    p_now);
END $$;
