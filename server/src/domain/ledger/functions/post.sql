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

-- Posts several postings of one step (see ledger_steps), each as ledger_post does, all of them or none. Returns
-- posted or replay.
CREATE OR REPLACE FUNCTION ledger_post_all(p_member uuid, p_steps jsonb, p_now timestamptz)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM ledger_lock(p_member, p_now);
  RETURN ledger_write(p_member, ledger_steps(p_steps), NULL, p_now);
END $$;
REVOKE ALL ON FUNCTION ledger_post_all FROM PUBLIC;
GRANT EXECUTE ON FUNCTION ledger_post_all TO yunjing_app;

-- Reads postings that came from another node as to_jsonb(ledger_step[]): a cluster cannot send a value of an own
-- type.
CREATE OR REPLACE FUNCTION ledger_steps(p_steps jsonb) RETURNS ledger_step[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE v_steps ledger_step[] := '{}';
BEGIN
  FOR v_n IN 1..jsonb_array_length(p_steps) LOOP
    v_steps := v_steps || jsonb_populate_record(NULL::ledger_step, p_steps->(v_n - 1));
  END LOOP;
  RETURN v_steps;
END $$;
