-- Deducts points for an operator, once for each (kind, ref): from active lots that have not
-- expired, the earliest end first; available → points_issued. Returns posted or replay; raises
-- POINTS_SHORT {missing}, and errors as ledger_post.
CREATE OR REPLACE FUNCTION points_deduct(
  p_member uuid, p_txn uuid, p_kind text, p_ref text, p_points bigint, p_actor text, p_title text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_lots ledger_lot[];
  v_missing bigint;
BEGIN
  PERFORM points_settle(p_member, p_now);
  PERFORM 1 FROM ledger_txn WHERE member_id = p_member AND kind = p_kind AND ref = p_ref;
  IF NOT FOUND THEN
    PERFORM points_settle_for(p_member, p_points, p_now);
    v_lots := points_lots_for(p_member, p_points, p_now);
    v_missing := points_draw_lots(p_member, v_lots, p_points);
    IF v_missing > 0 THEN
      PERFORM platform_refuse('POINTS_SHORT', jsonb_build_object('missing', v_missing));
    END IF;
  END IF;
  RETURN ledger_post(
    p_member,
    ROW(
      p_txn, p_kind, p_ref, ledger_hash(to_jsonb(p_points)), p_actor, NULL,
      p_title)::ledger_posting,
    jsonb_build_array(
      jsonb_build_object(
        'asset', 'PTS', 'debit', 'available', 'credit', 'points_issued', 'amount', p_points)),
    p_now);
END $$;
