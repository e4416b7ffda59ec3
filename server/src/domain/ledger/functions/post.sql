-- Posts transfers to one member's ledger, once for each (kind, ref). `p_transfers` is [{asset,
-- debit, credit, amount, party?}], applied in this order. Returns posted or replay; raises YJ001
-- when kind and ref were posted with another hash, 23514 ledger_account_no_overdraft when an
-- account is short. Balances change only through the ledger's functions.
CREATE OR REPLACE FUNCTION ledger_post(
  p_member uuid, p_posting ledger_posting, p_transfers jsonb, p_now timestamptz
) RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM ledger_lock(p_member, p_now);
  RETURN ledger_write(p_member, p_posting, p_transfers, NULL, p_now);
END $$;
REVOKE ALL ON FUNCTION ledger_post FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_post TO yunjing_app;
