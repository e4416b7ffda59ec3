-- What dealers owe for their codes.

-- The codes of a batch that its dealer owes for: every code that became live and is not void
-- (docs/code-dealers.md).
CREATE OR REPLACE FUNCTION exchange_owed_codes(p_state text, p_made integer, p_asleep integer, p_void integer)
RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN p_state IN ('active', 'paused', 'ended', 'void') THEN p_made - p_asleep - p_void ELSE 0 END
$$;

-- What a dealer owes by now for the batches of a month, in fen. `p_month` is the month's first day.
CREATE OR REPLACE FUNCTION exchange_statement_fen(p_member uuid, p_month date) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT coalesce(sum(b.dealer_fen * exchange_owed_codes(b.state, n.made, n.asleep, n.void)), 0)::bigint
    FROM code_batch b CROSS JOIN LATERAL (
      SELECT count(*)::int AS made, (count(*) FILTER (WHERE c.state = 'INACTIVE'))::int AS asleep,
             (count(*) FILTER (WHERE c.state = 'VOID'))::int AS void
      FROM code c WHERE c.batch_id = b.batch_id) n
    WHERE b.dealer_id = p_member AND b.quota_month = p_month
  );
END $$;
