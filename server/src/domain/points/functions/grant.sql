-- Gives points once for each (kind, ref): a lot that says where they came from and when they end, and its posting
-- points_issued → available. Answers posted or replay, and raises, as ledger_post.
CREATE OR REPLACE FUNCTION points_grant(
  p_member uuid, p_lot uuid, p_txn uuid, p_kind text, p_ref text, p_hash bytea, p_points bigint, p_actor text,
  p_order uuid, p_title text, p_expires timestamptz, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE v_outcome text := ledger_post(p_member, p_txn, p_kind, p_ref, p_hash, p_actor, p_order, p_title,
  jsonb_build_array(jsonb_build_object('asset', 'PTS', 'debit', 'points_issued', 'credit', 'available',
                                       'amount', p_points)), NULL, p_now);
BEGIN
  IF v_outcome = 'posted' THEN
    INSERT INTO points_lot (member_id, id, source_kind, source_ref, amount, remaining, state, active_at, expires_at,
                            created_at)
    VALUES (p_member, p_lot, p_kind, p_ref, p_points, p_points, 'ACTIVE', coalesce(p_now, now()), p_expires,
            coalesce(p_now, now()));
  END IF;
  RETURN v_outcome;
END $$;
