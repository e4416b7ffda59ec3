-- Voids a hold and returns its points to their lots. Returns voided, or replay when it was over
-- before; YJ002 when it was spent.
CREATE OR REPLACE FUNCTION points_void(p_member uuid, p_txn uuid, p_hold uuid, p_actor text, p_now timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_state text;
BEGIN
  PERFORM points_settle(p_member, p_now);
  SELECT state INTO STRICT v_state FROM points_hold WHERE member_id = p_member AND id = p_hold;
  IF v_state IN ('voided', 'lapsed') THEN RETURN 'replay'; END IF;
  IF v_state = 'confirmed' THEN
    RAISE EXCEPTION 'points: hold % is spent', p_hold USING ERRCODE = 'YJ002';
  END IF;
  PERFORM ledger_void(p_member, p_txn, p_hold, p_actor, p_now);
  UPDATE points_hold SET state = 'voided' WHERE member_id = p_member AND id = p_hold AND state = 'open';
  PERFORM points_return_to_lots(p_member, p_hold, NULL, v_now, p_now);
  RETURN 'voided';
END $$;
