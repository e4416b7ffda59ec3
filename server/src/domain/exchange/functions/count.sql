-- Counts the change of one code in its batch, under the entry of the order that caused it. A change
-- that no count shows, such as a lock, writes nothing. `p_was` and `p_is` are the code's row before
-- and after. See the migration of code_count and decision 0155.
CREATE OR REPLACE FUNCTION exchange_count_change(p_was code, p_is code, p_entry uuid) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_was text := CASE WHEN p_was.state = 'LOCKED' THEN 'ACTIVE' ELSE p_was.state END;
  v_is text := CASE WHEN p_is.state = 'LOCKED' THEN 'ACTIVE' ELSE p_is.state END;
  v_was_end timestamptz := CASE WHEN v_was = 'ACTIVE' THEN p_was.valid_until ELSE 'infinity' END;
  v_is_end timestamptz := CASE WHEN v_is = 'ACTIVE' THEN p_is.valid_until ELSE 'infinity' END;
BEGIN
  IF v_was IS DISTINCT FROM v_is OR v_was_end IS DISTINCT FROM v_is_end THEN
    INSERT INTO code_count AS n (batch_id, entry_id, state, valid_until, codes, uses)
    VALUES (p_is.batch_id, p_entry, v_was, v_was_end, -1, -p_was.uses),
           (p_is.batch_id, p_entry, v_is, v_is_end, 1, p_is.uses)
    ON CONFLICT (batch_id, entry_id, state, valid_until)
    DO UPDATE SET codes = n.codes + excluded.codes, uses = n.uses + excluded.uses;
  ELSIF p_was.uses IS DISTINCT FROM p_is.uses THEN
    INSERT INTO code_count AS n (batch_id, entry_id, state, valid_until, codes, uses)
    VALUES (p_is.batch_id, p_entry, v_is, v_is_end, 0, p_is.uses - p_was.uses)
    ON CONFLICT (batch_id, entry_id, state, valid_until) DO UPDATE SET uses = n.uses + excluded.uses;
  END IF;
END $$;
