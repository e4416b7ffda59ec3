-- Claims an openid for this member unless it is already claimed; returns its owner. `p_key` is
-- `appid:openid`. A claim that is unlinked meanwhile is free, and the function tries again. Locks
-- the owner as members_refuse_merged does; after a concurrent merge the owner is the remaining
-- member.
CREATE OR REPLACE FUNCTION members_identity_claim(p_member uuid, p_key text, p_now timestamptz)
RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_owner uuid;
  v_into uuid;
BEGIN
  LOOP
    INSERT INTO identity_claim (identity_key, member_id, created_at)
    VALUES (p_key, p_member, v_now) ON CONFLICT DO NOTHING;
    IF FOUND THEN RETURN p_member; END IF;
    SELECT member_id INTO v_owner FROM identity_claim WHERE identity_key = p_key;
    IF FOUND THEN
      SELECT merged_into INTO v_into FROM member WHERE member_id = v_owner FOR KEY SHARE;
      RETURN coalesce(v_into, v_owner);
    END IF;
  END LOOP;
END $$;

-- Stores a claimed openid of its member, and updates the unionid; false when the member has another
-- openid of this appid.
CREATE OR REPLACE FUNCTION members_identity_store(
  p_member uuid, p_appid text, p_openid text, p_unionid text, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  INSERT INTO member_identity AS kept (member_id, appid, openid, unionid, created_at)
  VALUES (p_member, p_appid, p_openid, p_unionid, v_now)
  ON CONFLICT (member_id, appid) DO UPDATE SET unionid = coalesce(excluded.unionid, kept.unionid)
  WHERE kept.openid = excluded.openid;
  RETURN FOUND;
END $$;

-- Removes the openid of an appid from its member; false when there was none.
CREATE OR REPLACE FUNCTION members_identity_unlink(p_member uuid, p_appid text, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_openid text;
BEGIN
  DELETE FROM member_identity WHERE member_id = p_member AND appid = p_appid RETURNING openid INTO v_openid;
  IF NOT FOUND THEN RETURN false; END IF;
  DELETE FROM identity_claim WHERE identity_key = p_appid || ':' || v_openid AND member_id = p_member;
  RETURN true;
END $$;

-- Consumes a state; false for the second of two requests.
CREATE OR REPLACE FUNCTION members_state_consume(p_state bytea, p_expires_at timestamptz, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  INSERT INTO wechat_state (state_hash, used_at, expires_at)
  VALUES (p_state, v_now, p_expires_at) ON CONFLICT DO NOTHING;
  RETURN FOUND;
END $$;

-- Binds a first phone to a member. Returns
-- - `bound`: the member now has the phone
-- - `taken`: another member has it
-- - `another`: the member already has a phone
--
-- Raises ACCOUNT_MERGED.
CREATE OR REPLACE FUNCTION members_phone_bind(
  p_member uuid, p_hash bytea, p_sealed bytea, p_mask text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  -- The stronger lock comes first: two requests that both begin with the weaker one would deadlock.
  PERFORM 1 FROM member WHERE member_id = p_member AND phone_hash IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN 'another'; END IF;
  PERFORM FROM members_refuse_merged(p_member);
  INSERT INTO phone_claim (phone_hash, member_id, created_at)
  VALUES (p_hash, p_member, v_now) ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN RETURN 'taken'; END IF;
  UPDATE member SET phone_hash = p_hash, phone_sealed = p_sealed, phone_mask = p_mask WHERE member_id = p_member;
  RETURN 'bound';
END $$;
