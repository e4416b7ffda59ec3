-- Grants points once for each (kind, ref): a lot with their source and end, and its posting
-- points_issued → available. The member's debt is paid from it first. Returns posted or replay, and
-- raises errors, as ledger_post.
CREATE OR REPLACE FUNCTION points_grant(
  p_member uuid, p_lot uuid, p_points bigint, p_expires timestamptz, p_posting ledger_posting, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_repaid bigint;
  v_transfers jsonb := jsonb_build_array(jsonb_build_object('asset', 'PTS', 'debit', 'points_issued',
                                                            'credit', 'available', 'amount', p_points));
BEGIN
  PERFORM points_settle(p_member, p_now);
  SELECT least(p_points, balance) INTO v_repaid FROM ledger_account
  WHERE member_id = p_member AND purpose = 'debt' AND asset = 'PTS';
  v_repaid := coalesce(v_repaid, 0);
  IF v_repaid > 0 THEN
    v_transfers := v_transfers || jsonb_build_object('asset', 'PTS', 'debit', 'available', 'credit', 'debt',
                                                     'amount', v_repaid);
  END IF;
  IF ledger_post(p_member, p_posting, v_transfers, p_now) = 'replay' THEN RETURN 'replay'; END IF;
  INSERT INTO points_lot (member_id, id, source_kind, source_ref, amount, remaining, state, active_at, expires_at,
                          created_at)
  VALUES (p_member, p_lot, p_posting.kind, p_posting.ref, p_points, p_points - v_repaid,
          CASE WHEN v_repaid = p_points THEN 'SPENT' ELSE 'ACTIVE' END, v_now, p_expires, v_now);
  PERFORM points_add_to_sum(p_member, p_expires, p_points - v_repaid, p_points);
  RETURN 'posted';
END $$;
