-- Uses a proof up: once, in time, for the purpose it was made for. False when it proves nothing (any more); none moves
-- money soon after the phone was changed. It is used together with what it is used for: when the caller's statement is
-- undone, so is this.
CREATE OR REPLACE FUNCTION security_take(p_member uuid, p_proof bytea, p_purpose text, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  UPDATE step_up_proof SET used_at = coalesce(p_now, now())
  WHERE member_id = p_member AND proof_hash = p_proof AND purpose = p_purpose AND used_at IS NULL
    AND expires_at > coalesce(p_now, now())
    AND (p_purpose NOT IN ('pay', 'withdraw') OR members_money_cools(p_member, p_now) IS NULL);
  RETURN FOUND;
END $$;

-- What the refusal PHONE_COOLING says: {until} in words of Shanghai, {untilMs}; null when nothing cools.
CREATE OR REPLACE FUNCTION security_cooling(p_member uuid, p_now timestamptz) RETURNS jsonb LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object(
    'until', to_char(cools AT TIME ZONE 'Asia/Shanghai', 'FMMM"月"FMDD"日" HH24:MI'),
    'untilMs', floor(extract(epoch FROM cools) * 1000)::bigint)
  FROM members_money_cools(p_member, p_now) AS cools WHERE cools IS NOT NULL
$$;
