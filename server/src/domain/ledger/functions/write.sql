-- Writes the postings of one step to a locked ledger: inserts (member, kind, ref) of each first, then
-- applies the transfers in order. Returns posted or replay, for all of them together; YJ001 when a
-- kind and ref came with other content, or when only some of them were posted before; 23514 when an
-- account is short. Internal: called by the ledger's own functions only.
CREATE OR REPLACE FUNCTION ledger_write(p_member uuid, p_steps ledger_step[], p_reverses uuid, p_now timestamptz)
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_step ledger_step;
  v_posting ledger_posting;
  v_txn uuid;
  v_inserted integer := 0;
  v_move jsonb;
  v_asset text;
  v_amount bigint;
  v_debit record;
  v_credit record;
  v_transfers ledger_transfer[] := '{}';
BEGIN
  -- The rows are counted as they return: a cluster reports those of the SELECT as inserted.
  FOR v_txn IN INSERT INTO ledger_txn (member_id, id, kind, ref, request_hash, reverses, actor, order_id, title, created_at)
  SELECT p_member, (s.posting).id, (s.posting).kind, (s.posting).ref, (s.posting).hash, p_reverses, (s.posting).actor,
         (s.posting).order_id, coalesce((s.posting).title, ''), v_now
  FROM unnest(p_steps) AS s (posting, transfers)
  ON CONFLICT (member_id, kind, ref) DO NOTHING RETURNING id LOOP
    v_inserted := v_inserted + 1;
  END LOOP;
  IF v_inserted < cardinality(p_steps) THEN
    PERFORM 1 FROM unnest(p_steps) AS s (posting, transfers)
    LEFT JOIN ledger_txn t ON t.member_id = p_member AND t.kind = (s.posting).kind AND t.ref = (s.posting).ref
    WHERE t.request_hash IS DISTINCT FROM (s.posting).hash;
    IF NOT FOUND AND v_inserted = 0 THEN RETURN 'replay'; END IF;
    v_posting := (p_steps[1]).posting;
    RAISE EXCEPTION 'ledger: % % was posted with other content', v_posting.kind, v_posting.ref
      USING ERRCODE = 'YJ001';
  END IF;
  FOREACH v_step IN ARRAY p_steps LOOP
    v_posting := v_step.posting;
    IF coalesce(jsonb_array_length(v_step.transfers), 0) = 0 THEN
      RAISE EXCEPTION 'ledger: a posting needs a transfer' USING ERRCODE = '22023';
    END IF;
    FOR v_seq IN 1..jsonb_array_length(v_step.transfers) LOOP
      v_move := v_step.transfers->(v_seq - 1);
      v_asset := v_move->>'asset';
      v_amount := (v_move->>'amount')::bigint;
      v_debit := ledger_move(p_member, v_asset, v_move->>'debit', -v_amount);
      v_credit := ledger_move(p_member, v_asset, v_move->>'credit', v_amount);
      v_transfers := v_transfers || ROW(
        p_member, v_posting.id, v_seq, v_asset, v_move->>'debit', v_move->>'credit', v_amount, v_move->>'party',
        v_debit.version, v_debit.after, v_credit.version, v_credit.after, v_now)::ledger_transfer;
    END LOOP;
  END LOOP;
  INSERT INTO ledger_transfer (member_id, txn_id, seq, asset, debit, credit, amount, party, debit_version,
                               debit_after, credit_version, credit_after, created_at)
  SELECT t.member_id, t.txn_id, t.seq, t.asset, t.debit, t.credit, t.amount, t.party, t.debit_version,
         t.debit_after, t.credit_version, t.credit_after, t.created_at
  FROM unnest(v_transfers) t;
  IF EXISTS (SELECT FROM ledger_closed WHERE member_id = p_member) THEN
    FOREACH v_step IN ARRAY p_steps LOOP
      v_posting := v_step.posting;
      CONTINUE WHEN v_posting.kind IN ('merge_out', 'account_close');
      PERFORM ledger_report_late(p_member, v_posting.id::text, p_now);
    END LOOP;
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

REVOKE ALL ON FUNCTION ledger_write(uuid, ledger_step[], uuid, timestamptz) FROM PUBLIC;
REVOKE ALL ON FUNCTION ledger_move FROM PUBLIC;
