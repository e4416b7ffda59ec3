-- Reverses a whole posting: the same transfers in the opposite order and direction, for the same
-- order. Once for each posting (23505 ledger_txn_reversed_once under another ref). A hold is voided,
-- never reversed. Returns as ledger_post.
CREATE OR REPLACE FUNCTION ledger_reverse(
  p_member uuid, p_reversed uuid, p_posting ledger_posting, p_now timestamptz
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  v_old ledger_txn;
  v_transfers jsonb;
BEGIN
  SELECT * INTO v_old FROM ledger_txn WHERE member_id = p_member AND id = p_reversed;
  IF NOT FOUND OR v_old.kind IN ('hold', 'hold_confirm', 'hold_void') THEN
    RAISE EXCEPTION 'ledger: there is no posting % that could be reversed', p_reversed USING ERRCODE = 'P0002';
  END IF;
  SELECT jsonb_agg(jsonb_build_object('asset', asset, 'debit', credit, 'credit', debit, 'amount', amount,
                                      'party', party) ORDER BY seq DESC)
  INTO v_transfers FROM ledger_transfer WHERE member_id = p_member AND txn_id = p_reversed;
  PERFORM ledger_lock(p_member, p_now);
  p_posting.order_id := v_old.order_id;
  RETURN ledger_write(p_member, ARRAY[ROW(p_posting, v_transfers)::ledger_step], p_reversed, p_now);
END $$;
REVOKE ALL ON FUNCTION ledger_reverse FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_reverse TO yunjing_app;
