-- Spends the points of a hold: held → each of `p_to` [{credit, amount, party?}], all of it. Returns
-- true when they are spent, also when they were before. When the hold is over (expired or voided),
-- takes the points again from the present lots; returns false when those do not suffice, and then
-- nothing has changed. Held points are spent even when their lots have expired since.
CREATE OR REPLACE FUNCTION points_confirm(
  p_member uuid, p_txn uuid, p_hold uuid, p_to jsonb, p_actor text, p_title text, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_hold points_hold;
  v_transfers jsonb;
BEGIN
  PERFORM points_settle(p_member, p_now);
  SELECT * INTO STRICT v_hold FROM points_hold WHERE member_id = p_member AND id = p_hold;
  IF v_hold.state = 'confirmed' THEN RETURN true; END IF;
  IF (SELECT sum((t->>'amount')::bigint) FROM jsonb_array_elements(p_to) t) IS DISTINCT FROM v_hold.points THEN
    RAISE EXCEPTION 'points: a hold is spent whole' USING ERRCODE = '22023';
  END IF;
  IF v_hold.state = 'open' THEN
    PERFORM ledger_confirm(p_member, p_txn, p_hold, p_to, p_actor, p_title, p_now);
  ELSE
    IF ledger_is_frozen(p_member, 'PTS') OR points_take_from_lots(p_member, p_hold, v_hold.points, p_now) > 0 THEN
      RETURN false;
    END IF;
    SELECT jsonb_agg(t || jsonb_build_object('asset', 'PTS', 'debit', 'available') ORDER BY seq) INTO v_transfers
    FROM jsonb_array_elements(p_to) WITH ORDINALITY AS x (t, seq);
    PERFORM ledger_post(
      p_member,
      ROW(
        p_txn, 'hold_confirm', p_hold::text, ledger_hash(p_to), p_actor, v_hold.order_id,
        p_title)::ledger_posting,
      v_transfers, p_now);
  END IF;
  UPDATE points_hold SET state = 'confirmed' WHERE member_id = p_member AND id = p_hold;
  RETURN true;
END $$;
