-- The former signature (decision 0200): an update that waits for a lock while the schema changes goes on in
-- the former body of its caller and calls this. A later contract step drops it.
CREATE OR REPLACE FUNCTION payments_close(
  p_member uuid, p_attempt payment_attempt, p_event uuid, p_source text, p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN payments_close(p_member, p_attempt.id, p_attempt.state, p_event, p_source, p_now);
END $$;
