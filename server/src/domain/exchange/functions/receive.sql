-- Applies the channel's payment of the difference to the code and the order, both or neither.
-- `p_receipt` as in exchange_receive. Returns as orders_paid; `late` also when another caller holds
-- the code by now.
CREATE OR REPLACE FUNCTION exchange_paid(
  p_member uuid, p_order uuid, p_attempt uuid, p_receipt jsonb, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_channel_fen integer := (p_receipt->'update'->>'amountFen')::integer;
  v_code record;
  v_outcome text;
BEGIN
  PERFORM FROM ledger_lock_member(p_member, p_now);
  -- The payment is not accepted, or already known: the code stays unchanged.
  SELECT * INTO v_outcome FROM orders_paid_before(p_member, p_order, p_attempt, v_channel_fen, p_now);
  IF v_outcome IS NOT NULL THEN RETURN v_outcome; END IF;
  SELECT * INTO STRICT v_code FROM orders_waiting_code(p_member, p_order);
  BEGIN
    IF NOT exchange_take(p_member, p_order, v_code.code_mac, v_code.redemption_n, (p_receipt->>'codeTxnId')::uuid,
                         (p_receipt->>'codeEventId')::uuid, v_code.title, p_now) THEN
      RETURN 'late';
    END IF;
    v_outcome := orders_paid(p_member, p_order, (p_receipt->>'paidId')::uuid, p_attempt, v_channel_fen, p_now);
    IF v_outcome = 'late' THEN PERFORM platform_refuse('ORDER_CLOSED'); END IF;
    RETURN v_outcome;
  EXCEPTION WHEN SQLSTATE 'YJ010' THEN
    RETURN 'late';
  END;
END $$;

-- Receives the channel's payment of the difference in one statement, as orders_receive. `p_receipt`
-- is that of orders_receive with {codeTxnId, codeEventId}. Returns as payments_receive_end.
CREATE OR REPLACE FUNCTION exchange_receive(
  p_member uuid, p_order uuid, p_attempt uuid, p_receipt jsonb, p_now timestamptz
) RETURNS jsonb LANGUAGE plpgsql AS $$
DECLARE
  v_applied jsonb;
  v_outcome text;
BEGIN
  v_applied := payments_apply(p_member, p_attempt, p_receipt->'update', p_now);
  IF v_applied->>'change' = 'won' THEN
    v_outcome := exchange_paid(p_member, p_order, p_attempt, p_receipt, p_now);
  END IF;
  RETURN orders_receive_end(p_member, p_order, p_attempt, v_applied, v_outcome, p_receipt, p_now);
END $$;
