-- Voids a hold completely: each part returns to its account and bonus to its lots. Returns voided,
-- or replay when it was voided before; YJ002 when it was spent.
CREATE OR REPLACE FUNCTION wallet_void(p_member uuid, p_hold uuid, p_actor text, p_now timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_hold wallet_hold;
BEGIN
  PERFORM wallet_settle(p_member, p_now);
  SELECT * INTO STRICT v_hold FROM wallet_hold WHERE member_id = p_member AND id = p_hold;
  IF v_hold.state = 'confirmed' THEN
    RAISE EXCEPTION 'wallet: hold % is spent', p_hold USING ERRCODE = 'YJ002';
  END IF;
  IF v_hold.state <> 'open' THEN RETURN 'replay'; END IF;
  PERFORM ledger_void(p_member, md5(p_hold || ':void:' || part)::uuid, md5(p_hold || ':' || part)::uuid, p_actor, p_now)
  FROM (VALUES ('bonus', v_hold.bonus), ('principal', v_hold.principal), ('reward', v_hold.reward)) AS x (part, fen)
  WHERE fen > 0;
  UPDATE wallet_hold SET state = 'voided' WHERE member_id = p_member AND id = p_hold;
  PERFORM wallet_give_back(p_member, p_hold, NULL, v_now, p_now);
  RETURN 'voided';
END $$;
