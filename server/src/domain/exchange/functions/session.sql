-- Reads a session by its token's hash, in one round trip. A session that a member has opened or
-- claimed is open to that member only: the token without their login finds it `over`. A session
-- without a member is open to any caller with the token, and the first login that is sent claims it
-- (api.md). With a key, the result of an earlier request comes first. Returns `outcome`: open,
-- over, replay (`result` holds the answer), or reused (another body under the same key).
CREATE OR REPLACE FUNCTION exchange_session(
  p_session_hash bytea, p_holder uuid, p_route text, p_key text, p_hash bytea, p_now timestamptz,
  OUT outcome text, OUT result jsonb, OUT session uuid, OUT owner uuid, OUT is_member boolean, OUT code_mac bytea,
  OUT expires_at timestamptz, OUT target jsonb, OUT batch uuid, OUT last4 text, OUT valid_until timestamptz
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_session code_session;
  v_code code;
  v_hash bytea;
  v_until timestamptz;
  v_valid_until timestamptz;
  v_uses_left integer;
BEGIN
  outcome := 'over';
  SELECT * INTO v_session FROM code_session WHERE session_hash = p_session_hash;
  IF v_session.state = 'open' AND v_session.holder_id IS NOT NULL AND p_holder IS DISTINCT FROM v_session.holder_id THEN
    PERFORM exchange_inherit(p_holder, v_session.code_mac);
    SELECT * INTO v_session FROM code_session WHERE session_hash = p_session_hash;
  END IF;
  IF NOT FOUND OR (v_session.holder_id IS NOT NULL AND v_session.holder_id IS DISTINCT FROM p_holder) THEN RETURN; END IF;
  SELECT * INTO v_code FROM code c WHERE c.code_mac = v_session.code_mac;

  IF v_session.state = 'open' AND v_session.use_n IS NOT NULL THEN
    SELECT u.lock_until, u.valid_until, u.uses_left INTO v_until, v_valid_until, v_uses_left
    FROM exchange_use_session(p_holder, v_code, p_session_hash, v_session.use_n, p_now) u;
  ELSIF v_session.state = 'open' AND v_code.state = 'LOCKED' AND v_code.session_id = v_session.session_id THEN
    v_until := v_code.lock_until;
    v_valid_until := v_code.valid_until;
  END IF;
  IF (v_until > v_now) IS NOT TRUE THEN
    IF p_key IS NOT NULL THEN
      SELECT i.request_hash, i.result INTO v_hash, result FROM idem i
      WHERE i.member_id = coalesce(v_session.holder_id, v_session.owner_id) AND i.route = p_route AND i.key = p_key;
      IF FOUND THEN outcome := CASE WHEN v_hash = p_hash THEN 'replay' ELSE 'reused' END; END IF;
    END IF;
    RETURN;
  END IF;

  IF v_session.holder_id IS NULL AND p_holder IS NOT NULL THEN
    UPDATE code_session SET holder_id = p_holder
    WHERE session_hash = p_session_hash AND state = 'open' AND holder_id IS NULL;
    IF NOT FOUND THEN RETURN; END IF;
    v_session.holder_id := p_holder;
  END IF;
  outcome := 'open';
  session := v_session.session_id;
  owner := coalesce(v_session.holder_id, v_session.owner_id);
  is_member := v_session.holder_id IS NOT NULL;
  code_mac := v_session.code_mac;
  expires_at := v_until;
  batch := v_code.batch_id;
  last4 := v_code.last4;
  valid_until := v_valid_until;
  SELECT CASE WHEN v_uses_left IS NULL THEN b.target
              ELSE b.target || jsonb_build_object('perMember', b.per_member, 'usesLeft', v_uses_left) END INTO target
  FROM code_batch b WHERE b.batch_id = v_code.batch_id;
END $$;
