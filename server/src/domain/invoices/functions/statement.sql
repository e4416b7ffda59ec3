-- The invoice of a dealer's statement of a month.

-- Inserts a request for all that is owed for a month that is over. Returns `requested`; `month_open`, `nothing_owed`,
-- and `exists` while the statement has an invoice. `p_month` is the month's first day.
CREATE OR REPLACE FUNCTION invoices_request_statement(
  p_member uuid, p_id uuid, p_month date, p_title_type text, p_buyer bytea, p_email bytea, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_fen bigint;
BEGIN
  IF p_month >= (date_trunc('month', v_now, 'Asia/Shanghai') AT TIME ZONE 'Asia/Shanghai')::date THEN
    RETURN 'month_open';
  END IF;
  PERFORM 1 FROM code_dealer_month WHERE member_id = p_member AND month = p_month FOR NO KEY UPDATE;
  v_fen := exchange_statement_fen(p_member, p_month);
  IF v_fen <= 0 THEN RETURN 'nothing_owed'; END IF;
  INSERT INTO invoice (member_id, id, statement_month, requester_id, title_type, buyer_sealed, email_sealed,
                       amount_fen, payable_fen, state, requested_at)
  VALUES (p_member, p_id, p_month, p_member, p_title_type, p_buyer, p_email, v_fen, v_fen, 'REQUESTED', v_now)
  ON CONFLICT (member_id, statement_month) WHERE state IN ('REQUESTED', 'ISSUING', 'ISSUED', 'REVERSING') DO NOTHING;
  IF NOT FOUND THEN RETURN 'exists'; END IF;
  PERFORM FROM platform_state_change_insert(p_member, 'invoice', p_id, 'request', NULL, 'REQUESTED',
                                       'member:' || p_member, p_now);
  RETURN 'requested';
END $$;
