-- Points for an order that is done, once for each order: points_issued → pending, frozen until `p_active`.
CREATE OR REPLACE FUNCTION points_earn(
  p_member uuid, p_lot uuid, p_txn uuid, p_order uuid, p_points bigint, p_active timestamptz, p_expires timestamptz,
  p_title text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE v_outcome text := ledger_post(p_member, p_txn, 'points_earn', p_order::text,
  ledger_hash(to_jsonb(p_points)), 'system', p_order, p_title,
  jsonb_build_array(jsonb_build_object('asset', 'PTS', 'debit', 'points_issued', 'credit', 'pending',
                                       'amount', p_points)), NULL, p_now);
BEGIN
  IF v_outcome = 'posted' THEN
    INSERT INTO points_lot (member_id, id, source_kind, source_ref, amount, remaining, state, active_at, expires_at,
                            created_at)
    VALUES (p_member, p_lot, 'points_earn', p_order::text, p_points, p_points, 'PENDING', p_active, p_expires,
            coalesce(p_now, now()));
  END IF;
  RETURN v_outcome;
END $$;

-- Takes back what an order earned beyond `p_keep`, once for each ref (a refund's number): frozen points are cancelled;
-- else active ones are taken, the order's own first; what is not there any more becomes debt. Answers the three figures.
CREATE OR REPLACE FUNCTION points_clawback(
  p_member uuid, p_ref text, p_order uuid, p_keep bigint, p_actor text, p_title text, p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_own points_lot;
  v_lot record;
  v_due bigint;
  v_taken bigint := 0;
  v_n bigint;
  v_is_pending boolean;
  v_transfers jsonb := '[]';
BEGIN
  PERFORM points_settle(p_member, p_now);
  SELECT * INTO v_own FROM points_lot
  WHERE member_id = p_member AND source_kind = 'points_earn' AND source_ref = p_order::text;
  v_due := coalesce(v_own.amount - v_own.clawed - greatest(p_keep, 0), 0);
  IF v_due <= 0 THEN RETURN jsonb_build_object('cancelled', 0, 'taken', 0, 'debt', 0); END IF;
  v_is_pending := v_own.state = 'PENDING';

  FOR v_lot IN
    SELECT id, remaining FROM points_lot WHERE member_id = p_member AND (id = v_own.id
      OR NOT v_is_pending AND state = 'ACTIVE' AND expires_at > coalesce(p_now, now()))
    ORDER BY id <> v_own.id, expires_at, id
  LOOP
    v_n := least(v_due - v_taken, v_lot.remaining);
    CONTINUE WHEN v_n = 0;
    v_taken := v_taken + v_n;
    UPDATE points_lot
    SET remaining = remaining - v_n,
        state = CASE WHEN remaining > v_n THEN state WHEN v_is_pending THEN 'CANCELLED' ELSE 'SPENT' END
    WHERE member_id = p_member AND id = v_lot.id;
  END LOOP;
  UPDATE points_lot SET clawed = clawed + v_due WHERE member_id = p_member AND id = v_own.id;

  IF v_taken > 0 THEN
    v_transfers := v_transfers || jsonb_build_object('asset', 'PTS', 'credit', 'points_issued', 'amount', v_taken,
      'debit', CASE WHEN v_is_pending THEN 'pending' ELSE 'available' END);
  END IF;
  IF v_due > v_taken THEN
    v_transfers := v_transfers || jsonb_build_object('asset', 'PTS', 'debit', 'debt', 'credit', 'points_issued',
                                                     'amount', v_due - v_taken);
  END IF;
  PERFORM ledger_post(p_member, md5('points_clawback:' || p_ref)::uuid, 'points_clawback', p_ref,
                      ledger_hash(jsonb_build_array(p_order, v_due)), p_actor, p_order, p_title, v_transfers, NULL, p_now);
  RETURN jsonb_build_object('cancelled', CASE WHEN v_is_pending THEN v_taken ELSE 0 END,
    'taken', CASE WHEN v_is_pending THEN 0 ELSE v_taken END, 'debt', v_due - v_taken);
END $$;
