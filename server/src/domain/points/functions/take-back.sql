-- Takes back points that were granted for one reason, once for each ref: from their own lot first,
-- then from other spendable ones; points already spent become debt, which the next points repay.
-- Returns the debt.
CREATE OR REPLACE FUNCTION points_revoke(
  p_member uuid, p_ref text, p_source_kind text, p_source_ref text, p_points bigint, p_actor text, p_title text,
  p_now timestamptz
) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_left bigint;
  v_ends timestamptz;
  v_state text;
  v_transfers jsonb;
BEGIN
  PERFORM points_settle(p_member, p_now);
  PERFORM 1 FROM ledger_txn WHERE member_id = p_member AND kind = 'points_back' AND ref = p_ref;
  IF FOUND OR p_points <= 0 THEN RETURN 0; END IF;
  PERFORM points_settle_for(p_member, p_points, p_now);
  v_left := points_draw_lots(p_member, ARRAY(
    SELECT ROW(id, remaining)::ledger_lot FROM points_lot
    WHERE member_id = p_member AND state = 'ACTIVE' AND expires_at > v_now
    ORDER BY source_kind IS DISTINCT FROM p_source_kind OR source_ref IS DISTINCT FROM p_source_ref, expires_at, id),
    p_points);
  UPDATE points_lot SET clawed = clawed + p_points
  WHERE member_id = p_member AND source_kind = p_source_kind AND source_ref = p_source_ref
  RETURNING expires_at, state INTO v_ends, v_state;
  IF v_state NOT IN ('PENDING', 'CANCELLED') THEN PERFORM points_add_to_sum(p_member, v_ends, 0, -p_points); END IF;
  -- The missing points are lent first, so that the statement shows everything taken and the debt
  -- for it.
  v_transfers := CASE WHEN v_left > 0 THEN jsonb_build_array(jsonb_build_object('asset', 'PTS', 'debit', 'debt',
                   'credit', 'available', 'amount', v_left)) ELSE '[]' END
    || jsonb_build_object('asset', 'PTS', 'debit', 'available', 'credit', 'points_issued', 'amount', p_points);
  PERFORM ledger_post(
    p_member,
    ROW(
      md5('points_back:' || p_ref)::uuid, 'points_back', p_ref, ledger_hash(to_jsonb(p_points)),
      p_actor, NULL, p_title)::ledger_posting,
    v_transfers, p_now);
  RETURN v_left;
END $$;
