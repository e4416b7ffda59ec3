-- Uses of a multi-use code. The code's row is locked first (FOR NO KEY UPDATE), so that the counts
-- stay valid. Where a member's ledger lock is needed too, it is acquired before the code's.

-- Writes the history row of one change of a use, under the owner of its order or session.
CREATE OR REPLACE FUNCTION exchange_use_moved(
  p_member uuid, p_code_mac bytea, p_n integer, p_name text, p_from text, p_to text, p_by text, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM platform_state_change_insert(
    p_member, 'code_use', md5(encode(p_code_mac, 'hex') || ':' || p_n)::uuid, p_name, p_from, p_to, p_by, p_now);
END $$;

-- Returns how many uses of a code a holder has: redeemed, or held by an order that waits for
-- payment, and with `p_with_held` also those held by sessions; `p_but` is not counted. A member's
-- uses are their own and those made on their device before the login. For a caller without a login
-- all uses of the device count.
CREATE OR REPLACE FUNCTION exchange_uses_of(
  p_code_mac bytea, p_holder uuid, p_place text, p_but integer, p_with_held boolean, p_now timestamptz
) RETURNS integer LANGUAGE plpgsql STABLE AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  RETURN (
    SELECT count(*) FROM (
      SELECT n, state, lock_until, session_hash FROM code_use WHERE code_mac = p_code_mac AND holder_id = p_holder
      UNION
      SELECT n, state, lock_until, session_hash FROM code_use
      WHERE code_mac = p_code_mac AND place = p_place AND (p_holder IS NULL OR holder_id IS NULL)
    ) had
    WHERE had.n IS DISTINCT FROM p_but
      AND (had.state = 'used' OR (had.state = 'held' AND had.lock_until > v_now
                                  AND (p_with_held OR had.session_hash IS NULL))));
END $$;

-- Returns a use that can be held now, or null: first one returned to this holder, then any that is
-- free or whose lease is over, the least often returned first, or a new one while any are left. A
-- returned use is reserved for its holder for a while, also past the code's own end.
CREATE OR REPLACE FUNCTION exchange_use_free(
  p_code_mac bytea, p_holder uuid, p_place text, p_most integer, p_is_over boolean, p_now timestamptz
) RETURNS integer LANGUAGE plpgsql STABLE AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_n integer;
BEGIN
  SELECT n INTO v_n FROM code_use
  WHERE code_mac = p_code_mac
    AND (state = 'free' OR (state = 'held' AND lock_until <= v_now))
    AND CASE WHEN kept_until > v_now THEN holder_id = p_holder OR place = p_place ELSE NOT p_is_over END
  ORDER BY coalesce(kept_until > v_now, false) DESC, given_back, n LIMIT 1;
  IF FOUND OR p_is_over THEN RETURN v_n; END IF;
  SELECT coalesce(max(n), 0) + 1 INTO v_n FROM code_use WHERE code_mac = p_code_mac;
  RETURN CASE WHEN v_n <= p_most THEN v_n END;
END $$;

-- Returns how many uses a holder may still redeem: the rest of the code, limited by the maximum per
-- member.
CREATE OR REPLACE FUNCTION exchange_uses_left(
  p_code_mac bytea, p_holder uuid, p_place text, p_uses integer, p_most integer, p_each integer, p_now timestamptz
) RETURNS integer LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN greatest(0, least(
    p_most - p_uses, p_each - exchange_uses_of(p_code_mac, p_holder, p_place, NULL, false, p_now)));
END $$;

-- Opens a session on one use, in parallel with other sessions. `p_session` as in exchange_open.
-- Returns as exchange_open does, and:
--
--    had   this holder has had the maximum number of this code's uses
--
-- In `target`, `perMember` is the maximum number of uses per member, and `usesLeft` how many this
-- holder may still redeem.
CREATE OR REPLACE FUNCTION exchange_open_use(
  p_owner uuid, p_holder uuid, p_code_mac bytea, p_session jsonb, p_place text, p_now timestamptz,
  OUT outcome text, OUT session uuid, OUT expires_at timestamptz, OUT target jsonb, OUT last4 text,
  OUT valid_until timestamptz
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_until timestamptz := v_now + (p_session->>'leaseMs')::integer * interval '1 ms';
  v_id uuid := (p_session->>'id')::uuid;
  v_hash bytea := decode(p_session->>'hash', 'base64');
  v_code code;
  v_batch code_batch;
  v_use code_use;
  v_n integer;
  v_was text;
BEGIN
  SELECT * INTO STRICT v_code FROM code WHERE code_mac = p_code_mac FOR NO KEY UPDATE;
  SELECT * INTO STRICT v_batch FROM code_batch WHERE batch_id = v_code.batch_id;
  outcome := 'invalid';
  IF v_code.state <> 'ACTIVE' OR v_code.valid_from > v_now THEN RETURN; END IF;
  last4 := v_code.last4;
  valid_until := v_code.valid_until;

  SELECT * INTO v_use FROM code_use
  WHERE code_mac = p_code_mac AND state = 'held' AND lock_until > v_now AND session_hash IS NOT NULL
    AND (holder_id = p_holder OR (session_hash = decode(p_session->>'resumeHash', 'base64') AND holder_id IS NULL))
  ORDER BY lock_until DESC LIMIT 1;
  IF FOUND THEN
    IF v_use.holder_id IS NULL AND p_holder IS NOT NULL THEN
      UPDATE code_use SET holder_id = p_holder WHERE code_mac = p_code_mac AND n = v_use.n;
      UPDATE code_session SET holder_id = p_holder WHERE session_hash = v_use.session_hash;
    END IF;
    outcome := 'resumed'; session := v_use.session_id; expires_at := v_use.lock_until;
    valid_until := greatest(v_code.valid_until, v_use.kept_until);
  ELSE
    v_n := exchange_use_free(p_code_mac, p_holder, p_place, v_batch.uses_per_code, v_code.valid_until <= v_now, p_now);
    IF v_n IS NULL AND v_code.valid_until <= v_now THEN RETURN; END IF;
    IF exchange_uses_of(p_code_mac, p_holder, p_place, NULL, false, p_now) >= v_batch.per_member THEN
      outcome := 'had';
      RETURN;
    END IF;
    IF v_n IS NULL OR exchange_uses_of(p_code_mac, p_holder, p_place, NULL, true, p_now) >= v_batch.per_member THEN
      outcome := 'busy';
      RETURN;
    END IF;
    IF p_holder IS NULL THEN
      INSERT INTO member (member_id, member_no, status, created_at) VALUES (p_owner, '', 'GUEST', v_now);
    END IF;
    SELECT state INTO v_was FROM code_use WHERE code_mac = p_code_mac AND n = v_n;
    INSERT INTO code_use (code_mac, n, state, session_id, session_hash, lock_until, owner_id, holder_id, place)
    VALUES (p_code_mac, v_n, 'held', v_id, v_hash, v_until, p_owner, p_holder, p_place)
    ON CONFLICT (code_mac, n) DO UPDATE
    SET state = 'held', session_id = v_id, session_hash = v_hash, lock_until = v_until,
        owner_id = p_owner, holder_id = p_holder, place = p_place, redemption_n = NULL, order_id = NULL
    WHERE code_use.state IN ('free', 'held')
    RETURNING greatest(v_code.valid_until, kept_until) INTO valid_until;
    PERFORM FROM exchange_use_moved(p_owner, p_code_mac, v_n, 'hold', v_was, 'held', 'member:' || p_owner, p_now);
    INSERT INTO code_session (session_hash, session_id, code_mac, owner_id, holder_id, expires_at, created_at, use_n)
    VALUES (v_hash, v_id, p_code_mac, p_owner, p_holder, v_until, v_now, v_n);
    PERFORM FROM platform_event_insert(
      p_owner, (p_session->>'eventId')::uuid, 'code', v_code.code_id,
      ROW('held', 'ACTIVE', 'ACTIVE')::platform_event_change,
      ROW('member', p_owner::text, NULL, NULL)::platform_event_actor,
      jsonb_build_object('use', v_n), p_now);
    outcome := 'opened'; session := v_id; expires_at := v_until;
  END IF;
  target := v_batch.target || jsonb_build_object('perMember', v_batch.per_member, 'usesLeft',
    exchange_uses_left(p_code_mac, p_holder, p_place, v_code.uses, v_batch.uses_per_code, v_batch.per_member,
                       p_now));
END $$;

-- Returns the running session of a use: its end, and the uses left; `lock_until` is null when it no
-- longer runs.
CREATE OR REPLACE FUNCTION exchange_use_session(
  p_holder uuid, p_code code, p_session_hash bytea, p_n integer, p_now timestamptz,
  OUT lock_until timestamptz, OUT valid_until timestamptz, OUT uses_left integer
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_use code_use;
  v_batch code_batch;
BEGIN
  SELECT * INTO v_use FROM code_use
  WHERE code_mac = p_code.code_mac AND n = p_n AND state = 'held' AND session_hash = p_session_hash
    AND lock_until > v_now;
  IF NOT FOUND OR p_code.state IS DISTINCT FROM 'ACTIVE' THEN RETURN; END IF;
  IF v_use.holder_id IS NULL AND p_holder IS NOT NULL THEN
    UPDATE code_use SET holder_id = p_holder
    WHERE code_mac = p_code.code_mac AND n = p_n AND session_hash = p_session_hash AND holder_id IS NULL;
  END IF;
  SELECT * INTO STRICT v_batch FROM code_batch WHERE batch_id = p_code.batch_id;
  lock_until := v_use.lock_until;
  valid_until := greatest(p_code.valid_until, v_use.kept_until);
  uses_left := exchange_uses_left(p_code.code_mac, coalesce(v_use.holder_id, p_holder), v_use.place, p_code.uses,
                                  v_batch.uses_per_code, v_batch.per_member, p_now);
END $$;

-- Redeems the use that a session holds, or with `p_wait_ms` leaves it to the order that waits for
-- payment. Returns `outcome`:
--
--    done           `n` numbers the redemption, `uses_left` is what this holder may still redeem
--    had            the member who has logged in since has had the maximum; nothing happened
--    session_over   the session holds no use; nothing happened
CREATE OR REPLACE FUNCTION exchange_use_spend(
  p_member uuid, p_session uuid, p_session_hash bytea, p_code_mac bytea, p_order uuid, p_txn uuid, p_wait_ms bigint,
  p_now timestamptz, OUT outcome text, OUT code_id uuid, OUT n integer, OUT uses_left integer
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_code code;
  v_batch code_batch;
  v_use code_use;
  v_n integer;
BEGIN
  outcome := 'session_over';
  SELECT s.use_n INTO v_n FROM code_session s WHERE s.session_hash = p_session_hash AND s.state = 'open';
  IF v_n IS NULL THEN RETURN; END IF;
  PERFORM FROM ledger_lock_member(p_member, p_now);
  SELECT * INTO v_code FROM code WHERE code_mac = p_code_mac FOR NO KEY UPDATE;
  IF v_code.state <> 'ACTIVE' THEN RETURN; END IF;
  SELECT * INTO STRICT v_batch FROM code_batch WHERE batch_id = v_code.batch_id;
  SELECT * INTO v_use FROM code_use WHERE code_mac = p_code_mac AND n = v_n;
  IF exchange_uses_of(p_code_mac, v_use.holder_id, v_use.place, v_n, false, p_now) >= v_batch.per_member THEN
    outcome := 'had';
    RETURN;
  END IF;

  UPDATE code_use
  SET state = CASE WHEN p_wait_ms IS NULL THEN 'used' ELSE 'held' END, redemption_n = v_code.redemption_n + 1,
      session_id = p_order, session_hash = NULL, order_id = CASE WHEN p_wait_ms IS NULL THEN p_order END,
      txn_id = p_txn, lock_until = v_now + p_wait_ms * interval '1 ms',
      used_at = CASE WHEN p_wait_ms IS NULL THEN v_now END
  WHERE code_mac = p_code_mac AND n = v_n
    AND state = 'held' AND session_id = p_session AND lock_until > v_now;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM FROM exchange_use_moved(p_member, p_code_mac, v_n, 'spend', 'held', CASE WHEN p_wait_ms IS NULL THEN 'used' ELSE 'held' END,
                             'member:' || p_member, p_now);
  PERFORM exchange_use_count(p_code_mac, CASE WHEN p_wait_ms IS NULL THEN 1 ELSE 0 END, true, p_order);
  outcome := 'done';
  n := v_code.redemption_n + 1;
  code_id := v_code.code_id;
  uses_left := exchange_uses_left(p_code_mac, v_use.holder_id, v_use.place,
    v_code.uses + CASE WHEN p_wait_ms IS NULL THEN 1 ELSE 0 END, v_batch.uses_per_code, v_batch.per_member, p_now);
END $$;

-- Counts uses redeemed or returned by an order: the code is used up with its last use, and becomes
-- active again when one is returned. The caller has locked the code.
CREATE OR REPLACE FUNCTION exchange_use_count(
  p_code_mac bytea, p_by integer, p_is_redemption boolean, p_order uuid
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_was code;
  v_code code;
BEGIN
  SELECT * INTO STRICT v_was FROM code WHERE code_mac = p_code_mac;
  UPDATE code c
  SET uses = c.uses + p_by, redemption_n = c.redemption_n + p_is_redemption::integer,
      state = CASE WHEN c.state NOT IN ('ACTIVE', 'REDEEMED') THEN c.state
                   WHEN c.uses + p_by >= b.uses_per_code THEN 'REDEEMED' ELSE 'ACTIVE' END
  FROM code_batch b WHERE b.batch_id = c.batch_id AND c.code_mac = p_code_mac
  RETURNING c.* INTO v_code;
  PERFORM exchange_count_change(v_was, v_code, p_order);
END $$;

-- Redeems the use that an order waited with, because the order is being paid. When the payment
-- period was over, redeems the same use if it is still free, or another free use, and only while
-- the member has not had the maximum. Returns the code's id, or null. The caller holds the lock on
-- the ledger.
CREATE OR REPLACE FUNCTION exchange_use_take(
  p_member uuid, p_order uuid, p_code_mac bytea, p_n integer, p_txn uuid, p_now timestamptz
) RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_code code;
  v_batch code_batch;
  v_slot integer;
  v_was text;
BEGIN
  SELECT * INTO STRICT v_code FROM code WHERE code_mac = p_code_mac FOR NO KEY UPDATE;
  SELECT * INTO STRICT v_batch FROM code_batch WHERE batch_id = v_code.batch_id;
  IF v_code.state <> 'ACTIVE' OR v_batch.uses_per_code = 1 THEN RETURN NULL; END IF;
  SELECT u.n INTO v_slot FROM code_use u
  WHERE u.code_mac = p_code_mac AND u.redemption_n = p_n AND u.state = 'held' AND u.session_id = p_order;
  IF NOT FOUND THEN
    v_slot := exchange_use_free(p_code_mac, p_member, NULL, v_batch.uses_per_code, v_code.valid_until <= v_now, p_now);
    IF v_slot IS NULL THEN RETURN NULL; END IF;
  END IF;
  -- This use counted while the order waited. After the period was over, the member may have reached
  -- the maximum by another order.
  IF exchange_uses_of(p_code_mac, p_member, NULL, v_slot, false, p_now) >= v_batch.per_member THEN RETURN NULL; END IF;
  SELECT state INTO v_was FROM code_use WHERE code_mac = p_code_mac AND n = v_slot;
  INSERT INTO code_use (code_mac, n, state, session_id, owner_id, holder_id, redemption_n, order_id, txn_id, used_at)
  VALUES (p_code_mac, v_slot, 'used', p_order, p_member, p_member, p_n, p_order, p_txn, v_now)
  ON CONFLICT (code_mac, n) DO UPDATE
  SET state = 'used', session_id = p_order, session_hash = NULL, lock_until = NULL, owner_id = p_member,
      holder_id = p_member, place = CASE WHEN code_use.session_id = p_order THEN code_use.place END,
      redemption_n = p_n, order_id = p_order, txn_id = p_txn, used_at = v_now
  WHERE code_use.state IN ('free', 'held');
  IF NOT FOUND THEN RAISE EXCEPTION 'exchange: use % changed under its lock', v_slot; END IF;
  PERFORM FROM exchange_use_moved(p_member, p_code_mac, v_slot, 'spend', v_was, 'used', 'member:' || p_member, p_now);
  PERFORM exchange_use_count(p_code_mac, 1, false, p_order);
  RETURN v_code.code_id;
END $$;

-- Frees a use that was held and not redeemed: its session was released, or its order cancelled.
-- Returns the code's id, or null when it was no longer held.
CREATE OR REPLACE FUNCTION exchange_use_leave(p_code_mac bytea, p_session uuid, p_now timestamptz)
RETURNS uuid LANGUAGE plpgsql AS $$
DECLARE
  v_code_id uuid;
  v_use code_use;
BEGIN
  SELECT code_id INTO v_code_id FROM code WHERE code_mac = p_code_mac FOR NO KEY UPDATE;
  UPDATE code_use SET state = 'free', session_id = NULL, session_hash = NULL, lock_until = NULL
  WHERE code_mac = p_code_mac AND state = 'held' AND session_id = p_session
    AND (p_now IS NULL OR lock_until > p_now)
  RETURNING * INTO v_use;
  IF NOT FOUND THEN RETURN NULL; END IF;
  PERFORM FROM exchange_use_moved(v_use.owner_id, p_code_mac, v_use.n, 'leave', 'held', 'free',
                             CASE WHEN p_now IS NULL THEN 'system' ELSE 'member:' || v_use.owner_id END, p_now);
  RETURN v_code_id;
END $$;

-- Reverts a redemption of an order that definitely failed; each use at most `p_most` times. A
-- returned use or code may be used again for a while, even past the code's own end. Returns
-- `outcome`:
--
--    taken      `txn_id` is the posting to reverse, null where none was written
--    returned   this redemption was returned before; nothing changed
--    refused    it was returned too often, or the code is void: an operator must look at it
CREATE OR REPLACE FUNCTION exchange_give_back(
  p_member uuid, p_order uuid, p_code_mac bytea, p_n integer, p_most integer, p_grace_ms bigint, p_now timestamptz,
  OUT outcome text, OUT txn_id uuid
) LANGUAGE plpgsql AS $$
#variable_conflict use_column
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_until timestamptz := v_now + p_grace_ms * interval '1 ms';
  v_code code;
  v_back code;
  v_use code_use;
BEGIN
  PERFORM FROM ledger_lock_member(p_member, p_now);
  SELECT * INTO STRICT v_code FROM code WHERE code_mac = p_code_mac FOR NO KEY UPDATE;
  outcome := 'returned';
  IF v_code.state = 'REDEEMED' AND v_code.order_id = p_order AND v_code.redemption_n = p_n THEN
    outcome := 'refused';
    UPDATE code
    SET state = 'ACTIVE', session_id = NULL, lock_until = NULL, redeemed_by = NULL, redeemed_at = NULL, order_id = NULL,
        given_back = given_back + 1, valid_until = greatest(valid_until, v_until)
    WHERE code_mac = p_code_mac AND state = 'REDEEMED' AND given_back < p_most
    RETURNING * INTO v_back;
    IF FOUND THEN
      outcome := 'taken';
      txn_id := v_code.txn_id;
      PERFORM exchange_count_change(v_code, v_back, p_order);
    END IF;
    RETURN;
  END IF;
  SELECT * INTO v_use FROM code_use
  WHERE code_mac = p_code_mac AND redemption_n = p_n AND state = 'used' AND order_id = p_order;
  IF NOT FOUND THEN RETURN; END IF;
  outcome := 'refused';
  IF v_code.state = 'VOID' THEN RETURN; END IF;
  UPDATE code_use
  SET state = 'free', session_id = NULL, lock_until = NULL, order_id = NULL, txn_id = NULL, used_at = NULL,
      redemption_n = NULL, given_back = given_back + 1, kept_until = v_until
  WHERE code_mac = p_code_mac AND n = v_use.n AND state = 'used' AND given_back < p_most;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM FROM exchange_use_moved(p_member, p_code_mac, v_use.n, 'return', 'used', 'free', 'system', p_now);
  PERFORM exchange_use_count(p_code_mac, -1, false, p_order);
  outcome := 'taken';
  txn_id := v_use.txn_id;
END $$;
