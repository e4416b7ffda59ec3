-- Moves bonus lots from one member's ledger to another's; the caller posts the amounts within the
-- same transaction.

-- Empties the lots and returns them: [{id, fen, expiresAt}].
CREATE OR REPLACE FUNCTION wallet_merge_out(p_member uuid, p_now timestamptz) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE v_lots jsonb;
BEGIN
  PERFORM wallet_settle(p_member, p_now);
  SELECT coalesce(jsonb_agg(jsonb_build_object('id', id, 'fen', remaining, 'expiresAt', expires_at)
                            ORDER BY expires_at, id), '[]') INTO v_lots
  FROM bonus_lot WHERE member_id = p_member AND remaining > 0;
  UPDATE bonus_lot SET remaining = 0 WHERE member_id = p_member AND remaining > 0;
  RETURN v_lots;
END $$;

CREATE OR REPLACE FUNCTION wallet_merge_in(p_member uuid, p_ref text, p_lots jsonb, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE v_now timestamptz := coalesce(p_now, now());
BEGIN
  PERFORM wallet_settle(p_member, p_now);
  INSERT INTO bonus_lot (member_id, id, source, source_ref, amount, remaining, expires_at, created_at)
  SELECT p_member, md5(p_ref || ':' || (l->>'id'))::uuid, 'merge', p_ref || ':' || (l->>'id'), (l->>'fen')::bigint,
         (l->>'fen')::bigint, (l->>'expiresAt')::timestamptz, v_now
  FROM jsonb_array_elements(p_lots) AS l;
END $$;
