-- Records one attempt to open a code; `p_session` and `p_guard` are the arguments of exchange_open.
CREATE OR REPLACE FUNCTION exchange_record_attempt(
  p_holder uuid, p_code_mac bytea, p_session jsonb, p_guard jsonb, p_outcome text, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  INSERT INTO code_attempt (code_mac, id, holder_id, outcome, caller, at)
  VALUES (p_code_mac, (p_session->>'id')::uuid, p_holder, p_outcome, p_guard->>'callerLabel', v_now);
END $$;
