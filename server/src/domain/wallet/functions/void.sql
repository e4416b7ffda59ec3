-- Gives a hold back whole, each part to its account. Answers voided, or replay when it was over before; YJ002 when it
-- was spent.
CREATE OR REPLACE FUNCTION wallet_void(p_member uuid, p_hold uuid, p_actor text, p_now timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_hold wallet_hold;
  v_outcome text := 'replay';
  v_part text;
BEGIN
  PERFORM ledger_book(p_member, p_now);
  SELECT * INTO STRICT v_hold FROM wallet_hold WHERE member_id = p_member AND id = p_hold;
  IF v_hold.state = 'confirmed' THEN
    RAISE EXCEPTION 'wallet: hold % is spent', p_hold USING ERRCODE = 'YJ002';
  END IF;
  FOR v_part IN
    SELECT part FROM (VALUES ('bonus', v_hold.bonus), ('principal', v_hold.principal), ('reward', v_hold.reward))
      AS x (part, fen) WHERE fen > 0
  LOOP
    IF ledger_void(p_member, md5(p_hold || ':void:' || v_part)::uuid, md5(p_hold || ':' || v_part)::uuid, p_actor,
                   p_now) = 'voided' THEN
      v_outcome := 'voided';
    END IF;
  END LOOP;
  UPDATE wallet_hold SET state = 'voided' WHERE member_id = p_member AND id = p_hold AND state = 'open';
  RETURN v_outcome;
END $$;
