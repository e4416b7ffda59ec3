-- Returns spent points, once for each ref (a refund's number): points_spent → available, to the
-- lots they came from. Returns posted or replay; 23514 when it would exceed the points that the
-- hold spent, YJ001 when the ref came with other content.
CREATE OR REPLACE FUNCTION points_return(
  p_member uuid, p_ref text, p_hold uuid, p_points bigint, p_actor text, p_title text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_order uuid;
BEGIN
  PERFORM points_settle(p_member, p_now);
  SELECT order_id INTO STRICT v_order FROM points_hold WHERE member_id = p_member AND id = p_hold;
  IF ledger_post(
    p_member,
    ROW(
      md5('points_return:' || p_ref)::uuid, 'points_return', p_ref,
      ledger_hash(jsonb_build_array(p_hold, p_points)), p_actor, v_order, p_title)::ledger_posting,
    jsonb_build_array(
      jsonb_build_object(
        'asset', 'PTS', 'debit', 'points_spent', 'credit', 'available', 'amount', p_points)),
    p_now) = 'replay' THEN
    RETURN 'replay';
  END IF;
  UPDATE points_hold SET returned = returned + p_points
  WHERE member_id = p_member AND id = p_hold AND state = 'confirmed' AND returned + p_points <= points;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'points: more would go back than % spent', p_hold USING ERRCODE = '23514';
  END IF;
  PERFORM points_return_to_lots(p_member, p_hold, p_points, v_now, p_now);
  RETURN 'posted';
END $$;
