-- Confirms a hold, whole or in part: held X → each of `p_to` [{credit, amount, party?}], the rest →
-- X. Returns confirmed or replay; YJ001 when it was confirmed with other content; YJ002 when it is
-- over (voided, or its lease ended, whether or not it was already released) or does not exist;
-- 23514 when `p_to` exceeds the held amount.
CREATE OR REPLACE FUNCTION ledger_confirm(
  p_member uuid, p_txn uuid, p_hold uuid, p_to jsonb, p_actor text, p_title text, p_now timestamptz
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_hold ledger_hold;
  v_held text;
  v_taken bigint;
  v_transfers jsonb;
BEGIN
  PERFORM ledger_lock(p_member, p_now);
  SELECT * INTO v_hold FROM ledger_hold WHERE member_id = p_member AND id = p_hold;
  IF v_hold.state IS NULL OR v_hold.state = 'voided' THEN
    RAISE EXCEPTION 'ledger: hold % is over', p_hold USING ERRCODE = 'YJ002';
  END IF;
  v_held := ledger_held_of(v_hold.asset, v_hold.purpose);
  SELECT sum((t->>'amount')::bigint),
         jsonb_agg(t || jsonb_build_object('asset', v_hold.asset, 'debit', v_held) ORDER BY seq)
  INTO v_taken, v_transfers FROM jsonb_array_elements(p_to) WITH ORDINALITY AS x (t, seq);
  UPDATE ledger_hold SET state = 'confirmed', confirmed = v_taken, resolved_at = v_now
  WHERE member_id = p_member AND id = p_hold AND state = 'open';
  IF NOT FOUND AND v_hold.state = 'open' THEN
    RAISE EXCEPTION 'ledger: hold % is over', p_hold USING ERRCODE = 'YJ002';
  END IF;
  IF v_taken < v_hold.amount THEN
    v_transfers := v_transfers || jsonb_build_object('asset', v_hold.asset, 'debit', v_held,
      'credit', v_hold.purpose, 'amount', v_hold.amount - v_taken);
  END IF;
  RETURN replace(ledger_write(
    p_member,
    ARRAY[ROW(
      ROW(
        p_txn, 'hold_confirm', p_hold::text, ledger_hash(p_to), p_actor, v_hold.order_id,
        p_title)::ledger_posting,
      v_transfers)::ledger_step],
    NULL, p_now), 'posted', 'confirmed');
END $$;
REVOKE ALL ON FUNCTION ledger_confirm FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_confirm TO yunjing_app;

-- Confirms several holds whole, each to account `p_credit`, and writes further postings with them: one
-- statement for each table. `p_txns` are the ids of the confirmations, in the order of `p_holds`.
-- Raises YJ002 unless each hold is open, and as ledger_post_all; then nothing has happened.
CREATE OR REPLACE FUNCTION ledger_confirm_all(
  p_member uuid, p_txns uuid[], p_holds uuid[], p_credit text, p_with ledger_step[], p_actor text, p_title text,
  p_now timestamptz
) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_hold ledger_hold;
  v_to jsonb;
  v_steps ledger_step[] := '{}';
BEGIN
  PERFORM ledger_lock(p_member, p_now);
  FOR v_place IN 1..cardinality(p_holds) LOOP
    UPDATE ledger_hold SET state = 'confirmed', confirmed = amount, resolved_at = v_now
    WHERE member_id = p_member AND id = p_holds[v_place] AND state = 'open'
    RETURNING * INTO v_hold;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'ledger: hold % is over', p_holds[v_place] USING ERRCODE = 'YJ002';
    END IF;
    v_to := jsonb_build_array(jsonb_build_object('credit', p_credit, 'amount', v_hold.amount));
    v_steps := v_steps || ROW(
      ROW(
        p_txns[v_place], 'hold_confirm', v_hold.id::text, ledger_hash(v_to), p_actor, v_hold.order_id,
        p_title)::ledger_posting,
      jsonb_build_array(jsonb_build_object(
        'asset', v_hold.asset, 'debit', ledger_held_of(v_hold.asset, v_hold.purpose),
        'credit', p_credit, 'amount', v_hold.amount)))::ledger_step;
  END LOOP;
  PERFORM ledger_write(p_member, v_steps || p_with, NULL, p_now);
END $$;
REVOKE ALL ON FUNCTION ledger_confirm_all FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_confirm_all TO yunjing_app;
