-- Returns whether the member has closed the account; false for a member who was merged into
-- another.
CREATE OR REPLACE FUNCTION members_is_closed(p_member uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT EXISTS (SELECT FROM member WHERE member_id = p_member AND status = 'CANCELLED' AND merged_into IS NULL)
  );
END $$;

-- Changes a member between ACTIVE and CANCELLING; false when the member is not in the state
-- `p_from`.
CREATE OR REPLACE FUNCTION members_change_cancelling(p_member uuid, p_from text, p_to text) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE member SET status = p_to
  WHERE member_id = p_member AND status = p_from AND p_from IN ('ACTIVE', 'CANCELLING')
    AND p_to IN ('ACTIVE', 'CANCELLING');
  RETURN FOUND;
END $$;

-- Closes a member's account permanently: frees phone and openids, replaces the name by `p_nickname`
-- and erases the picture. `p_macs` are the keyed hashes of phone and openids, stored until
-- `p_kept_until`. The caller has locked the member (members_lock).
CREATE OR REPLACE FUNCTION members_close(
  p_member uuid, p_macs bytea[], p_kept_until timestamptz, p_nickname text, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_keys text[];
  v_phone bytea;
BEGIN
  INSERT INTO closed_identity (identity_mac, closed_at, kept_until)
  SELECT mac, v_now, p_kept_until FROM unnest(p_macs) AS mac
  ON CONFLICT (identity_mac) DO UPDATE SET closed_at = excluded.closed_at, kept_until = excluded.kept_until;
  v_keys := ARRAY(SELECT appid || ':' || openid FROM member_identity WHERE member_id = p_member);
  DELETE FROM identity_claim WHERE identity_key = ANY (v_keys) AND member_id = p_member;
  DELETE FROM member_identity WHERE member_id = p_member;
  SELECT phone_hash INTO v_phone FROM member WHERE member_id = p_member;
  DELETE FROM phone_claim WHERE phone_hash = v_phone AND member_id = p_member;
  UPDATE member
  SET status = 'CANCELLED', phone_sealed = NULL, phone_hash = NULL, phone_mask = '', roles = '{}', permissions = '{}',
      session_version = session_version + 1
  WHERE member_id = p_member;
  PERFORM FROM members_erase(p_member, p_nickname);
END $$;

-- Replaces the name and erases picture, birthday, choice of advertising and devices, also of a member who was merged into another.
CREATE OR REPLACE FUNCTION members_erase(p_member uuid, p_nickname text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE member SET nickname = p_nickname, avatar_url = NULL, avatar_file = NULL, birthday = NULL,
    offers_off_at = NULL, last_seen_at = NULL
  WHERE member_id = p_member;
  UPDATE member_session SET device = '' WHERE member_id = p_member;
END $$;

-- Marks a member whose phone or openid belonged to a recently closed account.
CREATE OR REPLACE FUNCTION members_mark_returning(p_member uuid, p_mac bytea, p_now timestamptz) RETURNS void
LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  PERFORM FROM closed_identity WHERE identity_mac = p_mac AND kept_until > v_now;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE member SET is_returning = true WHERE member_id = p_member AND NOT is_returning;
END $$;

-- Returns whether a member had an account before, so that offers for new members do not apply.
CREATE OR REPLACE FUNCTION members_is_returning(p_member uuid) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (SELECT EXISTS (SELECT FROM member WHERE member_id = p_member AND is_returning));
END $$;
