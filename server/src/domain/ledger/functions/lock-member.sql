-- Locks a member's ledger for the rest of the transaction, for a step of another module that must
-- read all of it before it changes any of it: limits counted, holds created. Releases expired holds
-- first.
CREATE OR REPLACE FUNCTION ledger_lock_member(p_member uuid, p_now timestamptz)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM ledger_lock(p_member, p_now);
END $$;
REVOKE ALL ON FUNCTION ledger_lock_member FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_lock_member TO yunjing_app;
