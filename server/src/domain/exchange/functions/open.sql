-- Opens a session on a code in one round trip: limits first, then the code's one guarded update,
-- then the session and, for a caller without a login, the guest who owns it. Returns `outcome`:
--
--    locked   too many wrong tries by this caller; nothing was looked up
--    proof    a proof of `bits` is required (exchange_gate); nothing was looked up
--    opened   the lease belongs to the caller
--    resumed  the running session is the caller's own
--    busy     the running session belongs to another caller
--    invalid  unknown, used, expired, frozen, inactive: not distinguished; counted as a wrong try
--    had      this holder has had the maximum number of uses of a multi-use code
--
-- `p_owner` is the member, or the id of the guest to create. `p_session` is the session to open,
-- {id, hash, resumeHash?, leaseMs, eventId}; `resumeHash` belongs to the caller's earlier session,
-- hashes are in base64. `p_guard` is the argument of exchange_gate and exchange_count_wrong. Raises
-- ACCOUNT_MERGED.
CREATE OR REPLACE FUNCTION exchange_open(
  p_owner uuid, p_holder uuid, p_code_mac bytea, p_session jsonb, p_guard jsonb, p_now timestamptz,
  OUT outcome text, OUT is_locked_now boolean, OUT session uuid, OUT expires_at timestamptz, OUT target jsonb,
  OUT last4 text, OUT valid_until timestamptz, OUT bits integer, OUT is_canary boolean
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_id uuid := (p_session->>'id')::uuid;
  v_hash bytea := decode(p_session->>'hash', 'base64');
  v_code code;
  v_batch code_batch;
  v_session code_session;
BEGIN
  IF p_holder IS NOT NULL THEN PERFORM FROM members_refuse_merged(p_holder); END IF;
  SELECT g.outcome, g.bits INTO outcome, bits FROM exchange_gate(p_guard, p_now) g;
  IF outcome <> 'pass' THEN RETURN; END IF;

  SELECT b.* INTO v_batch FROM code c JOIN code_batch b ON b.batch_id = c.batch_id WHERE c.code_mac = p_code_mac;
  IF v_batch.state = 'active' AND v_batch.uses_per_code > 1 THEN
    SELECT u.outcome, u.session, u.expires_at, u.target, u.last4, u.valid_until
    INTO outcome, session, expires_at, target, last4, valid_until
    FROM exchange_open_use(
      p_owner, p_holder, p_code_mac, p_session,
      -- Without a device, callers without a login share the count of their network.
      (SELECT s->>'subject' FROM jsonb_array_elements(p_guard->'countedSubjects') s
       WHERE s->>'subject' LIKE 'device:%' OR (s->>'subject' LIKE 'network:%' AND p_holder IS NULL)
       ORDER BY 1 LIMIT 1),
      p_now) u;
    IF outcome <> 'invalid' THEN
      PERFORM exchange_record_attempt(p_holder, p_code_mac, p_session, p_guard, outcome, p_now);
      RETURN;
    END IF;
  ELSIF v_batch.state = 'active' THEN
    UPDATE code SET state = 'LOCKED', session_id = v_id,
                    lock_until = v_now + (p_session->>'leaseMs')::integer * interval '1 ms'
    WHERE code_mac = p_code_mac AND valid_from <= v_now AND valid_until > v_now
      AND (state = 'ACTIVE' OR (state = 'LOCKED' AND lock_until <= v_now AND order_id IS NULL))
    RETURNING * INTO v_code;
    IF FOUND THEN
      IF p_holder IS NULL THEN
        INSERT INTO member (member_id, member_no, status, created_at) VALUES (p_owner, '', 'GUEST', v_now);
      END IF;
      INSERT INTO code_session (session_hash, session_id, code_mac, owner_id, holder_id, expires_at, created_at)
      VALUES (v_hash, v_id, p_code_mac, p_owner, p_holder, v_code.lock_until, v_now);
      PERFORM FROM platform_event_insert(
        p_owner, (p_session->>'eventId')::uuid, 'code', v_code.code_id,
        ROW('locked', 'ACTIVE', 'LOCKED')::platform_event_change,
        ROW('member', p_owner::text, NULL, NULL)::platform_event_actor, NULL, p_now);
      outcome := 'opened'; session := v_id; expires_at := v_code.lock_until;
      target := v_batch.target; last4 := v_code.last4; valid_until := v_code.valid_until;
      PERFORM exchange_record_attempt(p_holder, p_code_mac, p_session, p_guard, outcome, p_now);
      RETURN;
    END IF;

    SELECT * INTO v_code FROM code WHERE code_mac = p_code_mac;
    IF v_code.state = 'LOCKED' AND v_code.lock_until > v_now THEN
      PERFORM exchange_inherit(p_holder, p_code_mac);
      SELECT * INTO v_session FROM code_session
      WHERE code_mac = p_code_mac AND session_id = v_code.session_id AND state = 'open'
        AND (holder_id = p_holder OR (session_hash = decode(p_session->>'resumeHash', 'base64') AND holder_id IS NULL));
      IF FOUND THEN
        IF v_session.holder_id IS NULL AND p_holder IS NOT NULL THEN
          UPDATE code_session SET holder_id = p_holder WHERE session_hash = v_session.session_hash;
        END IF;
        outcome := 'resumed'; session := v_session.session_id; expires_at := v_code.lock_until;
        target := v_batch.target; last4 := v_code.last4; valid_until := v_code.valid_until;
      ELSE
        outcome := 'busy';
      END IF;
      PERFORM exchange_record_attempt(p_holder, p_code_mac, p_session, p_guard, outcome, p_now);
      RETURN;
    END IF;
    -- The code was released between the two queries: not a wrong code, and free at the next try.
    IF v_code.state = 'ACTIVE' AND v_code.valid_from <= v_now AND v_code.valid_until > v_now THEN
      outcome := 'busy';
      PERFORM exchange_record_attempt(p_holder, p_code_mac, p_session, p_guard, outcome, p_now);
      RETURN;
    END IF;
  ELSE
    -- Runs the same queries whether or not the code was found: timing must not distinguish a code
    -- of no live batch from a used one.
    PERFORM 1 FROM code WHERE code_mac = p_code_mac AND valid_from <= v_now AND valid_until > v_now AND state = 'ACTIVE';
    PERFORM 1 FROM code WHERE code_mac = p_code_mac;
  END IF;

  outcome := 'invalid';
  PERFORM exchange_record_attempt(p_holder, p_code_mac, p_session, p_guard, outcome, p_now);
  SELECT w.is_locked_now, w.is_canary INTO is_locked_now, is_canary
  FROM exchange_count_wrong(p_code_mac, p_guard, p_now) w;
END $$;
