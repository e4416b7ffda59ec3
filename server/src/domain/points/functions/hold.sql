-- Holds points for an order until `p_expires`: from active lots that have not expired, the earliest
-- end first. Once for each hold id; returns held or replay. Raises POINTS_SHORT {missing}, also
-- when `available` still includes expired lots; YJ001 when the id was used for another hold.
CREATE OR REPLACE FUNCTION points_hold(
  p_member uuid, p_hold uuid, p_order uuid, p_points bigint, p_expires timestamptz, p_actor text, p_title text,
  p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_missing bigint;
BEGIN
  PERFORM points_settle(p_member, p_now);
  INSERT INTO points_hold (member_id, id, order_id, points, expires_at, created_at)
  VALUES (p_member, p_hold, p_order, p_points, p_expires, v_now)
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
  v_lots ledger_lot[];
  v_missing bigint;
BEGIN
  PERFORM points_settle_for(p_member, p_points, p_now);
  v_lots := points_lots_for(p_member, p_points, p_now);
  v_missing := p_points - points_in_lots(p_member, v_lots);
  IF v_missing > 0 THEN RETURN v_missing; END IF;
  PERFORM points_draw_lots(p_member, v_lots, p_points);
  INSERT INTO points_hold_lot AS t (member_id, hold_id, lot_id, taken)
  SELECT p_member, p_hold, lot_id, taken FROM ledger_draw_lots(v_lots, p_points)
  ON CONFLICT (member_id, hold_id, lot_id) DO UPDATE SET taken = t.taken + excluded.taken;
  RETURN 0;
END $$;

-- Returns as many of the lots that may be spent now, the earliest end first, as have these points together; all when
-- they do not suffice.
CREATE OR REPLACE FUNCTION points_lots_for(p_member uuid, p_points bigint, p_now timestamptz)
RETURNS ledger_lot[] LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_lot record;
  v_lots ledger_lot[] := '{}';
  v_sum bigint := 0;
BEGIN
  FOR v_lot IN
    SELECT id, remaining FROM points_lot
    WHERE member_id = p_member AND state = 'ACTIVE' AND expires_at > v_now ORDER BY expires_at, id
  LOOP
    EXIT WHEN v_sum >= p_points;
    v_lots := v_lots || ROW(v_lot.id, v_lot.remaining)::ledger_lot;
    v_sum := v_sum + v_lot.remaining;
  END LOOP;
  RETURN v_lots;
END $$;

-- Returns the lots that may be spent now, the earliest end first.
CREATE OR REPLACE FUNCTION points_spendable_lots(p_member uuid, p_now timestamptz)
RETURNS ledger_lot[] LANGUAGE plpgsql STABLE AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  RETURN ARRAY(SELECT ROW(id, remaining)::ledger_lot FROM points_lot
               WHERE member_id = p_member AND state = 'ACTIVE' AND expires_at > v_now
               ORDER BY expires_at, id);
END $$;

-- Returns the points that lots have together.
CREATE OR REPLACE FUNCTION points_in_lots(p_member uuid, p_lots ledger_lot[])
RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT coalesce(sum(remaining), 0)::bigint FROM unnest(p_lots)
$$;

-- Takes points from lots in their order, and ends the lots that have none left. Returns how many
-- points the lots do not have.
CREATE OR REPLACE FUNCTION points_draw_lots(p_member uuid, p_lots ledger_lot[], p_points bigint)
RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
  WITH drawn AS (
    UPDATE points_lot l
    SET remaining = l.remaining - d.taken,
        state = CASE WHEN l.remaining > d.taken THEN l.state
                     WHEN l.state = 'PENDING' THEN 'CANCELLED' ELSE 'SPENT' END
    FROM ledger_draw_lots(p_lots, p_points) d
    WHERE l.member_id = p_member AND l.id = d.lot_id
    RETURNING l.expires_at, l.state, d.taken
  )
  INSERT INTO points_sum AS s (member_id, ends_at, points)
  SELECT p_member, expires_at, -sum(taken) FROM drawn WHERE state IN ('ACTIVE', 'SPENT')
  GROUP BY expires_at ORDER BY expires_at
  ON CONFLICT (member_id, ends_at) DO UPDATE SET points = s.points + excluded.points;
  RETURN greatest(0, p_points - points_in_lots(p_member, p_lots));
END $$;
