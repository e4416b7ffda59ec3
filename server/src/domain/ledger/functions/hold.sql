-- Holds an amount until `p_expires`: account X → held X. Once for each hold id, which is also its
-- posting's id. Returns held or replay; YJ001 when the id was used for another hold, 23514 like
-- ledger_post, refuses with ACCOUNT_FROZEN when the asset is frozen. A lease that is already over
-- violates ledger_hold_leased.
CREATE OR REPLACE FUNCTION ledger_hold(
  p_member uuid, p_hold ledger_hold_request, p_now timestamptz
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_transfers jsonb := jsonb_build_array(jsonb_build_object(
  'asset', p_hold.asset, 'debit', p_hold.purpose,
  'credit', ledger_held_of(p_hold.asset, p_hold.purpose), 'amount', p_hold.amount));
BEGIN
  PERFORM ledger_lock(p_member, p_now);
  INSERT INTO ledger_hold (member_id, id, order_id, asset, purpose, amount, expires_at, created_at)
  VALUES (p_member, p_hold.id, p_hold.order_id, p_hold.asset, p_hold.purpose, p_hold.amount, p_hold.expires_at,
          v_now)
  ON CONFLICT (member_id, id) DO NOTHING;
  IF FOUND AND ledger_is_frozen(p_member, p_hold.asset) THEN
    PERFORM platform_refuse('ACCOUNT_FROZEN', jsonb_build_object('asset', p_hold.asset));
  END IF;
  -- The lease is not part of the hashed content: a retry computes it from a later time, and the
  -- first lease stays.
  RETURN replace(ledger_write(
    p_member,
    ARRAY[ROW(
      ROW(
        p_hold.id, 'hold', p_hold.id::text,
        ledger_hash(v_transfers || coalesce(to_jsonb(p_hold.order_id), 'null')), p_hold.actor,
        p_hold.order_id, p_hold.title)::ledger_posting,
      v_transfers)::ledger_step],
    NULL, p_now), 'posted', 'held');
END $$;
REVOKE ALL ON FUNCTION ledger_hold FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_hold TO yunjing_app;
