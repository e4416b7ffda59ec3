-- Voids a hold and returns its whole amount: held X → X. Returns voided, or replay when it was
-- returned before (by a void, or because its lease ended); YJ002 when it was confirmed or does not
-- exist.
CREATE OR REPLACE FUNCTION ledger_void(
  p_member uuid, p_txn uuid, p_hold uuid, p_actor text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_hold ledger_hold;
BEGIN
  PERFORM ledger_lock(p_member, p_now);
  SELECT * INTO v_hold FROM ledger_hold WHERE member_id = p_member AND id = p_hold;
  IF v_hold.state = 'voided' THEN RETURN 'replay'; END IF;
  IF v_hold.state IS DISTINCT FROM 'open' THEN
    RAISE EXCEPTION 'ledger: hold % is over', p_hold USING ERRCODE = 'YJ002';
  END IF;
  PERFORM ledger_release_hold(p_member, v_hold, p_txn, p_actor, p_now);
  RETURN 'voided';
END $$;
REVOKE ALL ON FUNCTION ledger_void FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_void TO yunjing_app;
