-- The former signature (decision 0200): a redemption that waits for a lock while the schema changes goes on
-- in the former body of its caller and calls this. The use counts in the batch's own entry. A later
-- contract step drops it.
CREATE OR REPLACE FUNCTION exchange_use_count(p_code_mac bytea, p_by integer, p_is_redemption boolean)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM exchange_use_count(p_code_mac, p_by, p_is_redemption, batch_id) FROM code WHERE code_mac = p_code_mac;
END $$;
