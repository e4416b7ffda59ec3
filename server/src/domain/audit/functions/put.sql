-- Appends one line to an operator's chain. The application has no write permission on the tables:
-- this function is the only way to add a line, and no function changes or removes one.
CREATE OR REPLACE FUNCTION audit_append(p_member uuid, p_entry audit_entry, p_now timestamptz)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_head audit_head;
  v_hash bytea;
BEGIN
  INSERT INTO audit_head (member_id, seq, hash) VALUES (p_member, 0, sha256(convert_to(p_member::text, 'UTF8')))
  ON CONFLICT (member_id) DO NOTHING;
  SELECT * INTO v_head FROM audit_head WHERE member_id = p_member FOR NO KEY UPDATE;
  v_hash := audit_hash(v_head.hash, v_head.seq + 1, p_entry, v_now);
  INSERT INTO audit_line (member_id, seq, call_id, operation, outcome, input, reason, request_id, address, at, previous,
                          hash)
  VALUES (p_member, v_head.seq + 1, p_entry.call_id, p_entry.operation, p_entry.outcome, p_entry.input, p_entry.reason,
          p_entry.request_id, p_entry.address, v_now, v_head.hash, v_hash);
  UPDATE audit_head SET seq = seq + 1, hash = v_hash WHERE member_id = p_member;
  RETURN v_head.seq + 1;
END $$;

-- Returns the hash of a line, computed over its fields in this order.
CREATE OR REPLACE FUNCTION audit_hash(p_previous bytea, p_seq bigint, p_entry audit_entry, p_at timestamptz)
RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(p_previous || convert_to(jsonb_build_array(p_seq, p_entry.call_id, p_entry.operation,
    p_entry.outcome, p_entry.input, p_entry.reason, p_entry.request_id, p_entry.address,
    date_part('epoch', p_at))::text, 'UTF8'))
$$;

REVOKE ALL ON FUNCTION audit_append FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_append TO yunjing_app;
