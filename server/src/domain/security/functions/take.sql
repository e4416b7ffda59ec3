-- Consumes a proof: once, before it expires, for the purpose it was created for. Returns false when
-- it is not valid (any more); no proof is accepted for money soon after the phone was changed.
-- Consumption belongs to the caller's statement: when that is rolled back, so is this.
CREATE OR REPLACE FUNCTION security_consume_proof(p_member uuid, p_proof bytea, p_purpose text, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  IF p_purpose IN ('pay', 'withdraw') AND members_money_cooldown_until(p_member, p_now) IS NOT NULL THEN
    RETURN false;
  END IF;
  UPDATE step_up_proof SET used_at = v_now
  WHERE member_id = p_member AND proof_hash = p_proof AND purpose = p_purpose AND used_at IS NULL
    AND expires_at > v_now;
  RETURN FOUND;
END $$;

-- Returns the data of the refusal PHONE_COOLING, {untilMs}; null when there is no block.
CREATE OR REPLACE FUNCTION security_cooldown(p_member uuid, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT jsonb_build_object('untilMs', floor(extract(epoch FROM cools) * 1000)::bigint)
    FROM members_money_cooldown_until(p_member, p_now) AS cools WHERE cools IS NOT NULL
  );
END $$;
