-- The former signature (decision 0200): a posting that waits for a lock while the schema changes goes on in
-- the former body of its caller and calls this. A later contract step drops it.
CREATE OR REPLACE FUNCTION ledger_write(
  p_member uuid, p_posting ledger_posting, p_transfers jsonb, p_reverses uuid, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  RETURN ledger_write(p_member, ARRAY[ROW(p_posting, p_transfers)::ledger_step], p_reverses, p_now);
END $$;
REVOKE ALL ON FUNCTION ledger_write(uuid, ledger_posting, jsonb, uuid, timestamptz) FROM PUBLIC;
