-- Moves points from one member to another. The caller posts the outgoing and incoming amounts in
-- the same transaction.

-- Empties every lot with remaining points: returns [{id, points, state, activeAt, expiresAt}].
CREATE OR REPLACE FUNCTION points_merge_out(p_member uuid, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE v_lots jsonb;
BEGIN
  PERFORM points_settle(p_member, p_now);
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'points', remaining, 'state', state, 'activeAt', active_at,
           'expiresAt', expires_at) ORDER BY expires_at, id), '[]') INTO v_lots
  FROM points_lot WHERE member_id = p_member AND state IN ('PENDING', 'ACTIVE') AND remaining > 0;
  UPDATE points_lot SET remaining = 0, state = CASE state WHEN 'PENDING' THEN 'CANCELLED' ELSE 'SPENT' END
  WHERE member_id = p_member AND state IN ('PENDING', 'ACTIVE') AND remaining > 0;
  -- No active lot is left.
  UPDATE points_sum SET points = 0 WHERE member_id = p_member AND points <> 0;
  RETURN v_lots;
END $$;

-- Inserts the lots, each with its own begin and end.
CREATE OR REPLACE FUNCTION points_merge_in(p_member uuid, p_ref text, p_lots jsonb, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  PERFORM points_settle(p_member, p_now);
  INSERT INTO points_lot (member_id, id, source_kind, source_ref, amount, remaining, state, active_at, expires_at,
                          created_at)
  SELECT p_member, md5(p_ref || ':' || (l->>'id'))::uuid, 'merge_in', p_ref || ':' || (l->>'id'),
         (l->>'points')::bigint, (l->>'points')::bigint, l->>'state', (l->>'activeAt')::timestamptz,
         (l->>'expiresAt')::timestamptz, v_now
  FROM jsonb_array_elements(p_lots) AS l;
  PERFORM points_add_to_sum(p_member, ends_at, points::bigint, points::bigint)
  FROM (SELECT (l->>'expiresAt')::timestamptz AS ends_at, sum((l->>'points')::bigint) AS points
        FROM jsonb_array_elements(p_lots) AS l WHERE l->>'state' = 'ACTIVE' GROUP BY 1 ORDER BY 1) ended;
END $$;

-- Pays the member's debt from the incoming points, once for each ref: the earliest end first.
-- Returns how many.
CREATE OR REPLACE FUNCTION points_merge_repay(p_member uuid, p_ref text, p_now timestamptz)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_debt bigint;
  v_n bigint;
BEGIN
  PERFORM points_settle(p_member, p_now);
  SELECT balance INTO v_debt FROM ledger_account WHERE member_id = p_member AND purpose = 'debt' AND asset = 'PTS';
  v_debt := coalesce(v_debt, 0);
  v_n := v_debt - points_draw_lots(p_member, points_spendable_lots(p_member, p_now), v_debt);
  IF v_n > 0 THEN
    PERFORM ledger_post(
      p_member,
      ROW(
        md5('merge_repay:' || p_ref)::uuid, 'merge_repay', p_ref, ledger_hash(to_jsonb(v_n)),
        'system', NULL, '')::ledger_posting,
      jsonb_build_array(
        jsonb_build_object('asset', 'PTS', 'debit', 'available', 'credit', 'debt', 'amount', v_n)),
      p_now);
  END IF;
  RETURN v_n;
END $$;
