-- Holds points for an order until `p_expires`: from active lots that have not expired, the earliest
-- end first. Once for each hold id; returns held or replay. Raises POINTS_SHORT {missing}, also
-- when `available` still includes expired lots; YJ001 when the id was used for another hold.
CREATE OR REPLACE FUNCTION points_hold(
  p_member uuid, p_hold uuid, p_order uuid, p_points bigint, p_expires timestamptz, p_actor text, p_title text,
  p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE v_missing bigint;
BEGIN
  PERFORM points_settle(p_member, p_now);
  INSERT INTO points_hold (member_id, id, order_id, points, expires_at, created_at)
  VALUES (p_member, p_hold, p_order, p_points, p_expires, coalesce(p_now, now()))
  ON CONFLICT (member_id, id) DO NOTHING;
  IF NOT FOUND THEN
    PERFORM 1 FROM points_hold WHERE member_id = p_member AND id = p_hold AND points = p_points
      AND order_id IS NOT DISTINCT FROM p_order;
    IF FOUND THEN RETURN 'replay'; END IF;
    RAISE EXCEPTION 'points: hold % was made otherwise', p_hold USING ERRCODE = 'YJ001';
  END IF;
  v_missing := points_take_from_lots(p_member, p_hold, p_points, p_now);
  IF v_missing > 0 THEN
    PERFORM platform_refuse('POINTS_SHORT', jsonb_build_object('missing', v_missing));
  END IF;
  RETURN ledger_hold(
    p_member,
    ROW(
      p_hold, 'PTS', 'available', p_points, p_expires, p_actor, p_order,
      p_title)::ledger_hold_request,
    p_now);
END $$;

-- Takes points from lots for a hold, all or none: returns how many are missing. The ledger must be
-- locked and settled.
CREATE OR REPLACE FUNCTION points_take_from_lots(p_member uuid, p_hold uuid, p_points bigint, p_now timestamptz)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_left bigint := p_points;
  v_lot record;
  v_n bigint;
BEGIN
  SELECT v_left - coalesce(sum(remaining), 0) INTO v_left FROM points_lot
  WHERE member_id = p_member AND state = 'ACTIVE' AND expires_at > v_now;
  IF v_left > 0 THEN RETURN v_left; END IF;
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
    INSERT INTO points_hold_lot AS t (member_id, hold_id, lot_id, taken) VALUES (p_member, p_hold, v_lot.id, v_n)
    ON CONFLICT (member_id, hold_id, lot_id) DO UPDATE SET taken = t.taken + excluded.taken;
  END LOOP;
  RETURN 0;
END $$;
