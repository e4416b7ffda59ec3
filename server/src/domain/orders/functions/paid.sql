-- Applies a successful payment by the channel to its order, in the transaction that credits the
-- money. Returns
--
--    paid    the order is paid by this attempt
--    repeat  it was paid by this attempt before; nothing changed
--    late    the order cannot accept the money (any more), so it is refunded: the order was paid
--            otherwise or cancelled; or it expired and cannot be reopened because something it held
--            is gone or its contract forbids it; or the amount is wrong; or the member has closed
--            the account
--
-- An order closed because it was not paid in time is reopened when everything it held is available
-- again.
CREATE OR REPLACE FUNCTION orders_paid(
  p_member uuid, p_order uuid, p_txn uuid, p_attempt uuid, p_channel_fen integer, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE v_outcome text;
BEGIN
  PERFORM FROM ledger_lock_member(p_member, p_now);
  SELECT * INTO v_outcome FROM orders_paid_before(p_member, p_order, p_attempt, p_channel_fen, p_now);
  IF v_outcome IS NOT NULL THEN RETURN v_outcome; END IF;
  BEGIN
    PERFORM orders_settle(p_member, p_order, p_txn, p_attempt, 'channel', 'wechat', p_now);
    RETURN 'paid';
  EXCEPTION WHEN SQLSTATE 'YJ010' THEN
    RETURN 'late';
  END;
END $$;

-- Returns `repeat` or `late` when the money changes nothing, or null when the order waits for it.
-- Locks the order's row; the caller holds the lock on the member's ledger.
CREATE OR REPLACE FUNCTION orders_paid_before(
  p_member uuid, p_order uuid, p_attempt uuid, p_channel_fen integer, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_order orders;
BEGIN
  SELECT * INTO v_order FROM orders WHERE member_id = p_member AND id = p_order FOR NO KEY UPDATE;
  IF v_order.attempt_id = p_attempt THEN RETURN 'repeat'; END IF;
  IF v_order.id IS NULL OR members_is_closed(p_member) OR v_order.pay_state NOT IN ('UNPAID', 'PAYING')
     OR v_order.cash_fen IS DISTINCT FROM p_channel_fen
     OR NOT (v_order.order_state = 'WAIT_PAY'
             OR (v_order.order_state = 'CLOSED' AND v_order.closed_reason = 'expired')) THEN
    RETURN 'late';
  END IF;
  IF v_order.expires_at <= v_now THEN
    PERFORM 1 FROM order_item
    WHERE member_id = p_member AND order_id = p_order AND snapshot->>'lateMoney' = 'refund' LIMIT 1;
    IF FOUND THEN RETURN 'late'; END IF;
  END IF;
  RETURN NULL;
END $$;
