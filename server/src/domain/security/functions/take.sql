-- Uses a proof up: once, in time, for the purpose it was made for. False when it proves nothing (any more). It is used
-- together with what it is used for: when the caller's statement is undone, so is this.
CREATE OR REPLACE FUNCTION security_take(p_member uuid, p_proof bytea, p_purpose text, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE step_up_proof SET used_at = coalesce(p_now, now())
  WHERE member_id = p_member AND proof_hash = p_proof AND purpose = p_purpose AND used_at IS NULL
    AND expires_at > coalesce(p_now, now());
  RETURN FOUND;
END $$;
