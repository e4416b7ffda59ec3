-- Removes the oldest lines of an operator's chain, which a file holds, and records where the chain
-- continues. Keeps three years and the last line, whatever the caller says. Returns how many lines
-- it removed; 0 when nothing may be removed.
CREATE OR REPLACE FUNCTION audit_archive_lines(p_member uuid, p_last_seq bigint, p_archive uuid, p_now timestamptz)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_kept_from timestamptz := least(coalesce(p_now, now()), now()) - interval '3 years';
  v_first bigint;
  v_hash bytea;
  v_removed bigint;
BEGIN
  PERFORM FROM audit_head WHERE member_id = p_member AND seq > p_last_seq FOR NO KEY UPDATE;
  IF NOT FOUND THEN RETURN 0; END IF;
  SELECT min(seq) INTO v_first FROM audit_line WHERE member_id = p_member;
  SELECT hash INTO v_hash FROM audit_line WHERE member_id = p_member AND seq = p_last_seq
     AND at <= v_kept_from;
  IF v_hash IS NULL THEN RETURN 0; END IF;
  INSERT INTO audit_archive (member_id, first_seq, last_seq, hash, archive_id)
  VALUES (p_member, v_first, p_last_seq, v_hash, p_archive);
  DELETE FROM audit_line WHERE member_id = p_member AND seq <= p_last_seq;
  GET DIAGNOSTICS v_removed = ROW_COUNT;
  RETURN v_removed;
END $$;
REVOKE ALL ON FUNCTION audit_archive_lines FROM PUBLIC;
GRANT EXECUTE ON FUNCTION audit_archive_lines TO yunjing_app;
