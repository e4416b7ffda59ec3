-- Counts the change of one code in its batch, under the entry of the order that caused it. A change
-- that no count shows, such as a lock, writes nothing. `p_was` and `p_is` are the code's row before
-- and after. See the migration of code_count.
CREATE OR REPLACE FUNCTION exchange_count_change(p_was code, p_is code, p_entry uuid) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO code_count AS n (batch_id, entry_id, state, valid_until, codes, uses)
  SELECT p_is.batch_id, p_entry, side.state, side.valid_until, sum(side.codes), sum(side.uses)
  FROM (SELECT CASE WHEN p_was.state = 'LOCKED' THEN 'ACTIVE' ELSE p_was.state END AS state,
               CASE WHEN p_was.state IN ('ACTIVE', 'LOCKED') THEN p_was.valid_until ELSE 'infinity' END AS valid_until,
               -1 AS codes, -p_was.uses AS uses
        UNION ALL
        SELECT CASE WHEN p_is.state = 'LOCKED' THEN 'ACTIVE' ELSE p_is.state END,
               CASE WHEN p_is.state IN ('ACTIVE', 'LOCKED') THEN p_is.valid_until ELSE 'infinity' END, 1, p_is.uses) side
  GROUP BY side.state, side.valid_until HAVING sum(side.codes) <> 0 OR sum(side.uses) <> 0
  ORDER BY side.state, side.valid_until
  ON CONFLICT (batch_id, entry_id, state, valid_until)
  DO UPDATE SET codes = n.codes + excluded.codes, uses = n.uses + excluded.uses;
END $$;
