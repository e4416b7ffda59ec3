-- Locks the member's ledger, so that its postings wait and do not deadlock, then releases expired
-- holds (a lease ends by time, not by a job). The lock is the ledger's first account in (purpose,
-- asset) order. Internal: called by the ledger's own functions only.
-- A purchase calls this nine times, so the member and the time are kept in a setting of the
-- transaction and the same call again does nothing. PostgreSQL restores the setting exactly when it
-- releases the row: at the end of the transaction and at a rollback to a savepoint. A caller that
-- writes the setting itself loses the order of waiting only: balances, references and states of
-- holds are guarded by their own statements (decision 0141).
CREATE OR REPLACE FUNCTION ledger_lock(p_member uuid, p_now timestamptz) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_locked text := p_member || ' ' || v_now;
  v_hold ledger_hold;
BEGIN
  IF current_setting('yunjing.ledger_locked', true) = v_locked THEN RETURN; END IF;
  LOOP
    PERFORM 1 FROM ledger_account WHERE member_id = p_member AND purpose = 'available' AND asset = 'PTS'
    FOR NO KEY UPDATE;
    EXIT WHEN FOUND;
    -- A new ledger has no row to lock: of two concurrent transactions the second waits here for the
    -- first.
    INSERT INTO ledger_account (member_id, purpose, asset) VALUES (p_member, 'available', 'PTS')
    ON CONFLICT (member_id, purpose, asset) DO NOTHING;
  END LOOP;
  FOR v_hold IN
    SELECT * FROM ledger_hold
    WHERE member_id = p_member AND state = 'open' AND expires_at <= v_now ORDER BY id
  LOOP
    -- This posting has no id from a caller, so its id is derived from the hold's.
    PERFORM ledger_release_hold(p_member, v_hold, md5(v_hold.id || ':lapse')::uuid, 'system', p_now);
  END LOOP;
  PERFORM set_config('yunjing.ledger_locked', v_locked, true);
END $$;

-- Returns the whole amount of an open hold. The ledger must be locked. YJ002 when the hold is over.
CREATE OR REPLACE FUNCTION ledger_release_hold(
  p_member uuid, p_hold ledger_hold, p_txn uuid, p_actor text, p_now timestamptz
) RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  UPDATE ledger_hold SET state = 'voided', resolved_at = v_now
  WHERE member_id = p_member AND id = p_hold.id AND state = 'open';
  IF NOT FOUND THEN
    RAISE EXCEPTION 'ledger: hold % is over', p_hold.id USING ERRCODE = 'YJ002';
  END IF;
  PERFORM ledger_write(
    p_member,
    ARRAY[ROW(
      ROW(
        p_txn, 'hold_void', p_hold.id::text, ledger_hash(to_jsonb(p_hold.id)), p_actor,
        p_hold.order_id, '')::ledger_posting,
      jsonb_build_array(jsonb_build_object(
        'asset', p_hold.asset, 'debit', ledger_held_of(p_hold.asset, p_hold.purpose),
        'credit', p_hold.purpose, 'amount', p_hold.amount)))::ledger_step],
    NULL, p_now);
END $$;

-- Returns the hash of a posting whose content the ledger itself defines.
CREATE OR REPLACE FUNCTION ledger_hash(p_content jsonb) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(convert_to(p_content::text, 'UTF8'))
$$;

REVOKE ALL ON FUNCTION ledger_lock FROM PUBLIC;
REVOKE ALL ON FUNCTION ledger_release_hold FROM PUBLIC;
