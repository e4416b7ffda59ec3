-- Whether the member has closed the account. A member that ended in a merge has not.
CREATE OR REPLACE FUNCTION members_is_closed(p_member uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM member WHERE member_id = p_member AND status = 'CANCELLED' AND merged_into IS NULL)
$$;

-- Moves a member between ACTIVE and CANCELLING; false when it is in neither or in another state.
CREATE OR REPLACE FUNCTION members_cancelling(p_member uuid, p_from text, p_to text) RETURNS boolean
LANGUAGE plpgsql AS $$
BEGIN
  UPDATE member SET status = p_to
  WHERE member_id = p_member AND status = p_from AND p_from IN ('ACTIVE', 'CANCELLING')
    AND p_to IN ('ACTIVE', 'CANCELLING');
  RETURN FOUND;
END $$;

-- Ends a member for good: phone and openids are free for anybody, name and picture are gone. `p_macs` are the keyed hashes
-- of phone and openids, kept until `p_kept_until`. The caller holds the member (members_merge_hold).
CREATE OR REPLACE FUNCTION members_close(p_member uuid, p_macs bytea[], p_kept_until timestamptz, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO closed_identity (identity_mac, closed_at, kept_until)
  SELECT mac, coalesce(p_now, now()), p_kept_until FROM unnest(p_macs) AS mac
  ON CONFLICT (identity_mac) DO UPDATE SET closed_at = excluded.closed_at, kept_until = excluded.kept_until;
  DELETE FROM identity_claim c USING member_identity i
  WHERE i.member_id = p_member AND c.identity_key = i.appid || ':' || i.openid AND c.member_id = p_member;
  DELETE FROM member_identity WHERE member_id = p_member;
  DELETE FROM phone_claim c USING member m
  WHERE m.member_id = p_member AND c.phone_hash = m.phone_hash AND c.member_id = p_member;
  UPDATE member
  SET status = 'CANCELLED', phone_sealed = NULL, phone_hash = NULL, phone_mask = '', roles = '{}', permissions = '{}',
      session_version = session_version + 1
  WHERE member_id = p_member;
  PERFORM members_erase(p_member);
END $$;

-- Takes name, picture and devices away, also of a member that ended in a merge.
CREATE OR REPLACE FUNCTION members_erase(p_member uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE member SET nickname = '已注销会员', avatar_url = NULL, avatar_file = NULL, last_seen_at = NULL
  WHERE member_id = p_member;
  UPDATE member_session SET device = '' WHERE member_id = p_member;
END $$;

-- Marks a member whose phone or openid is that of an account closed not long ago.
CREATE OR REPLACE FUNCTION members_note_return(p_member uuid, p_mac bytea, p_now timestamptz) RETURNS void
LANGUAGE sql AS $$
  UPDATE member SET is_returning = true
  WHERE member_id = p_member AND NOT is_returning
    AND EXISTS (SELECT FROM closed_identity WHERE identity_mac = p_mac AND kept_until > coalesce(p_now, now()))
$$;

-- Whether a member had an account before, so that nothing meant for newcomers is theirs.
CREATE OR REPLACE FUNCTION members_is_returning(p_member uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM member WHERE member_id = p_member AND is_returning)
$$;
