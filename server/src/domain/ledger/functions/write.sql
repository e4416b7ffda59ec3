-- Writes one posting to a locked ledger: inserts (member, kind, ref) first, then applies each
-- transfer in order. Returns posted or replay; YJ001 when the same kind and ref came with other
-- content; 23514 when an account is short. Internal: called by the ledger's own functions only.
CREATE OR REPLACE FUNCTION ledger_write(
  p_member uuid, p_posting ledger_posting, p_transfers jsonb, p_reverses uuid, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_move record;
  v_debit record;
  v_credit record;
BEGIN
  INSERT INTO ledger_txn (member_id, id, kind, ref, request_hash, reverses, actor, order_id, title, created_at)
  VALUES (p_member, p_posting.id, p_posting.kind, p_posting.ref, p_posting.hash, p_reverses, p_posting.actor,
          p_posting.order_id, coalesce(p_posting.title, ''), v_now)
  ON CONFLICT (member_id, kind, ref) DO NOTHING;
  IF NOT FOUND THEN
    PERFORM 1 FROM ledger_txn
    WHERE member_id = p_member AND kind = p_posting.kind AND ref = p_posting.ref
      AND request_hash = p_posting.hash;
    IF FOUND THEN RETURN 'replay'; END IF;
    RAISE EXCEPTION 'ledger: % % was posted with other content', p_posting.kind, p_posting.ref
      USING ERRCODE = 'YJ001';
  END IF;
  IF coalesce(jsonb_array_length(p_transfers), 0) = 0 THEN
    RAISE EXCEPTION 'ledger: a posting needs a transfer' USING ERRCODE = '22023';
  END IF;
  FOR v_move IN
    SELECT seq, t->>'asset' AS asset, t->>'debit' AS debit, t->>'credit' AS credit,
           (t->>'amount')::bigint AS amount, t->>'party' AS party
    FROM jsonb_array_elements(p_transfers) WITH ORDINALITY AS x (t, seq) ORDER BY seq
  LOOP
    v_debit := ledger_move(p_member, v_move.asset, v_move.debit, -v_move.amount);
    v_credit := ledger_move(p_member, v_move.asset, v_move.credit, v_move.amount);
    INSERT INTO ledger_transfer (member_id, txn_id, seq, asset, debit, credit, amount, party, debit_version,
                                 debit_after, credit_version, credit_after, created_at)
    VALUES (p_member, p_posting.id, v_move.seq, v_move.asset, v_move.debit, v_move.credit, v_move.amount, v_move.party,
            v_debit.version, v_debit.after, v_credit.version, v_credit.after, v_now);
  END LOOP;
  IF coalesce(p_posting.kind, '') NOT IN ('merge_out', 'account_close')
     AND EXISTS (SELECT FROM ledger_closed WHERE member_id = p_member) THEN
    PERFORM ledger_report_late(p_member, p_posting.id::text, p_now);
  END IF;
  RETURN 'posted';
END $$;

-- Applies one side of a transfer. `p_change` is credits less debits; a contra account has no
-- balance and returns nulls. The account's CHECK forbids an overdraft; the guard in the statement
-- only reports how much is missing.
CREATE OR REPLACE FUNCTION ledger_move(
  p_member uuid, p_asset text, p_purpose text, p_change bigint, OUT version bigint, OUT after bigint
) LANGUAGE plpgsql AS $$
DECLARE v_change bigint := p_change * ledger_sign(p_asset, p_purpose);
BEGIN
  IF v_change IS NULL THEN RETURN; END IF;
  UPDATE ledger_account a SET balance = a.balance + v_change, version = a.version + 1
  WHERE a.member_id = p_member AND a.purpose = p_purpose AND a.asset = p_asset AND a.balance + v_change >= 0
  RETURNING a.version, a.balance INTO version, after;
  IF FOUND THEN RETURN; END IF;
  IF v_change < 0 THEN
    SELECT a.balance INTO after FROM ledger_account a
    WHERE a.member_id = p_member AND a.purpose = p_purpose AND a.asset = p_asset;
    RAISE EXCEPTION 'ledger: % % is short', p_asset, p_purpose USING ERRCODE = '23514',
      TABLE = 'ledger_account', CONSTRAINT = 'ledger_account_no_overdraft', COLUMN = p_asset,
      DETAIL = -(coalesce(after, 0) + v_change);
  END IF;
  INSERT INTO ledger_account (member_id, purpose, asset, balance, version)
  VALUES (p_member, p_purpose, p_asset, v_change, 1);
  version := 1;
  after := v_change;
END $$;

REVOKE ALL ON FUNCTION ledger_write FROM PUBLIC;
REVOKE ALL ON FUNCTION ledger_move FROM PUBLIC;
