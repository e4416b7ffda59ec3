-- Replaces a member's phone and frees the old one. Returns {outcome}, one of
-- - `changed`: the member now has the new phone; with `sealed` (base64) and `mask` of the old one
-- - `taken`: another member has it
-- - `same`: it is the member's present phone
-- - `none`: the member has no phone to change
-- - `early`: the last change is less than `p_every_ms` ago; with `untilMs`
CREATE OR REPLACE FUNCTION members_phone_change(
  p_member uuid, p_hash bytea, p_sealed bytea, p_mask text, p_every_ms bigint, p_cool_ms bigint, p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_member member;
  v_until timestamptz;
BEGIN
  SELECT * INTO v_member FROM member WHERE member_id = p_member FOR UPDATE;
  IF v_member.phone_hash IS NULL THEN RETURN jsonb_build_object('outcome', 'none'); END IF;
  IF v_member.phone_hash = p_hash THEN RETURN jsonb_build_object('outcome', 'same'); END IF;
  v_until := v_member.phone_changed_at + p_every_ms * interval '1 ms';
  IF v_until > v_now THEN
    RETURN jsonb_build_object('outcome', 'early', 'untilMs', floor(extract(epoch FROM v_until) * 1000)::bigint);
  END IF;
  INSERT INTO phone_claim (phone_hash, member_id, created_at) VALUES (p_hash, p_member, v_now) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN jsonb_build_object('outcome', 'taken'); END IF;
  DELETE FROM phone_claim WHERE phone_hash = v_member.phone_hash AND member_id = p_member;
  UPDATE member
  SET phone_hash = p_hash, phone_sealed = p_sealed, phone_mask = p_mask, session_version = session_version + 1,
      phone_changed_at = v_now, money_cools_until = v_now + p_cool_ms * interval '1 ms'
  WHERE member_id = p_member;
  RETURN jsonb_build_object('outcome', 'changed', 'sealed', encode(v_member.phone_sealed, 'base64'),
                            'mask', v_member.phone_mask);
END $$;

-- Returns until when no proof is accepted for moving money, because the phone has just been
-- changed; null when there is no such block.
CREATE OR REPLACE FUNCTION members_money_cooldown_until(p_member uuid, p_now timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  RETURN (
    SELECT money_cools_until FROM member WHERE member_id = p_member AND money_cools_until > v_now
  );
END $$;
