-- Takes back the points that an order earned above those for `p_kept_fen` of its cash, once for
-- each ref (a refund's number): frozen points are cancelled; else active ones are debited, the
-- order's own first; points already spent become debt. With less than 1 元 kept, the points of the
-- first-order task are taken back as well. Returns the three figures.
CREATE OR REPLACE FUNCTION points_clawback(
  p_member uuid, p_ref text, p_order uuid, p_kept_fen bigint, p_actor text, p_title text, p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_own points_lot;
  v_due bigint;
  v_all bigint := 0;
  v_cancelled bigint := 0;
  v_taken bigint := 0;
  v_debt bigint := 0;
  v_left bigint;
  v_is_pending boolean;
  v_transfers jsonb := '[]';
BEGIN
  PERFORM points_settle(p_member, p_now);
  PERFORM 1 FROM ledger_txn WHERE member_id = p_member AND kind = 'points_clawback' AND ref = p_ref;
  IF FOUND THEN RETURN jsonb_build_object('cancelled', 0, 'taken', 0, 'debt', 0); END IF;
  FOR v_own IN
    SELECT * FROM points_lot WHERE member_id = p_member
      AND (source_kind = 'points_earn' AND source_ref = p_order::text
        OR p_kept_fen < 100 AND source_kind = 'points_task' AND source_ref = 'first_order:' || p_order)
    ORDER BY source_kind, id
  LOOP
    v_due := v_own.amount - v_own.clawed - CASE v_own.source_kind WHEN 'points_task' THEN 0
      ELSE greatest(p_kept_fen, 0) * coalesce(v_own.per_points, 1) / coalesce(v_own.per_fen, 100) END;
    CONTINUE WHEN v_due <= 0;
    v_is_pending := v_own.state = 'PENDING';
    v_left := points_draw_lots(p_member, ARRAY(
      SELECT ROW(id, remaining)::ledger_lot FROM points_lot WHERE member_id = p_member AND (id = v_own.id
        OR NOT v_is_pending AND state = 'ACTIVE' AND expires_at > v_now)
      ORDER BY id <> v_own.id, expires_at, id), v_due);
    UPDATE points_lot SET clawed = clawed + v_due WHERE member_id = p_member AND id = v_own.id;
    IF v_own.state NOT IN ('PENDING', 'CANCELLED') THEN
      PERFORM points_add_to_sum(p_member, v_own.expires_at, 0, -v_due);
    END IF;
    v_all := v_all + v_due;
    v_debt := v_debt + v_left;
    IF v_is_pending THEN v_cancelled := v_cancelled + v_due - v_left;
    ELSE v_taken := v_taken + v_due - v_left;
    END IF;
  END LOOP;
  IF v_all = 0 THEN RETURN jsonb_build_object('cancelled', 0, 'taken', 0, 'debt', 0); END IF;

  -- The missing points are lent first, so that the statement shows everything taken and the debt
  -- for it.
  SELECT jsonb_agg(jsonb_build_object('asset', 'PTS', 'debit', debit, 'credit', credit, 'amount', amount) ORDER BY step)
  INTO v_transfers
  FROM (VALUES (1, 'debt', 'available', v_debt), (2, 'available', 'points_issued', v_taken + v_debt),
               (3, 'pending', 'points_issued', v_cancelled)) part (step, debit, credit, amount)
  WHERE amount > 0;
  PERFORM ledger_post(
    p_member,
    ROW(
      md5('points_clawback:' || p_ref)::uuid, 'points_clawback', p_ref,
      ledger_hash(jsonb_build_array(p_order, v_all)), p_actor, p_order, p_title)::ledger_posting,
    v_transfers, p_now);
  RETURN jsonb_build_object('cancelled', v_cancelled, 'taken', v_taken, 'debt', v_debt);
END $$;
