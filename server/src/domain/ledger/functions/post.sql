-- Posts transfers to one member's ledger, once for each (kind, ref). `p_transfers` is [{asset,
-- debit, credit, amount, party?}], applied in this order. Returns posted or replay; raises YJ001
-- when kind and ref were posted with another hash, 23514 ledger_account_no_overdraft when an
-- account is short. Balances change only through the ledger's functions.
CREATE OR REPLACE FUNCTION ledger_post(
  p_member uuid, p_posting ledger_posting, p_transfers jsonb, p_now timestamptz
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM ledger_lock(p_member, p_now);
  RETURN ledger_write(p_member, ARRAY[ROW(p_posting, p_transfers)::ledger_step], NULL, p_now);
END $$;
REVOKE ALL ON FUNCTION ledger_post FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_post TO yunjing_app;

-- Posts several postings of one step, each as ledger_post does, all of them or none. Returns posted or
-- replay.
CREATE OR REPLACE FUNCTION ledger_post_all(p_member uuid, p_steps ledger_step[], p_now timestamptz)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM ledger_lock(p_member, p_now);
  RETURN ledger_write(p_member, p_steps, NULL, p_now);
END $$;
REVOKE ALL ON FUNCTION ledger_post_all FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_post_all TO yunjing_app;
