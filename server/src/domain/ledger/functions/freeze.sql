-- Freezes a member's asset: it cannot be held or spent until it is thawed. Locks the ledger first,
-- so that running transactions end before the freeze and no new one starts before it. Returns
-- whether that changed anything.
CREATE OR REPLACE FUNCTION ledger_freeze(p_member uuid, p_asset text, p_reason text, p_actor text, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  PERFORM ledger_lock(p_member, p_now);
  INSERT INTO ledger_freeze AS f (member_id, asset, is_frozen, reason, actor, changed_at)
  VALUES (p_member, p_asset, true, p_reason, p_actor, v_now)
  ON CONFLICT (member_id, asset) DO UPDATE
    SET is_frozen = true, reason = excluded.reason, actor = excluded.actor, changed_at = excluded.changed_at
    WHERE NOT f.is_frozen OR (f.actor = 'system' AND excluded.actor <> 'system');
  RETURN FOUND;
END $$;

-- Thaws a member's asset. `p_actor` system thaws only what the system froze. Returns whether that
-- changed anything.
CREATE OR REPLACE FUNCTION ledger_thaw(p_member uuid, p_asset text, p_reason text, p_actor text, p_now timestamptz)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  PERFORM ledger_lock(p_member, p_now);
  UPDATE ledger_freeze SET is_frozen = false, reason = p_reason, actor = p_actor, changed_at = v_now
  WHERE member_id = p_member AND asset = p_asset AND is_frozen AND (p_actor <> 'system' OR actor = 'system');
  RETURN FOUND;
END $$;

CREATE OR REPLACE FUNCTION ledger_is_frozen(p_member uuid, p_asset text) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT coalesce((SELECT is_frozen FROM ledger_freeze WHERE member_id = p_member AND asset = p_asset), false)
  );
END $$;

REVOKE ALL ON FUNCTION ledger_freeze FROM PUBLIC;
REVOKE ALL ON FUNCTION ledger_thaw FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_freeze, ledger_thaw TO yunjing_app;
