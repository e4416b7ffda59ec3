-- The steps of an invoice. Each locks the order first, so that a refund comes before or after it;
-- or the dealer's month.

-- Locks what an invoice is of: an order, or the dealer's statement of a month.
CREATE OR REPLACE FUNCTION invoices_lock(p_member uuid, p_order uuid, p_month date)
RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF p_month IS NULL THEN
    PERFORM 1 FROM orders WHERE member_id = p_member AND id = p_order FOR NO KEY UPDATE;
  ELSE
    PERFORM 1 FROM code_dealer_month WHERE member_id = p_member AND month = p_month FOR NO KEY UPDATE;
  END IF;
END $$;

-- Inserts a request for all that was paid in money. Returns `requested`; `order_open` for an order
-- that is not delivered, `nothing_paid`, and `exists` while the order has an invoice.
CREATE OR REPLACE FUNCTION invoices_request(
  p_member uuid, p_id uuid, p_order uuid, p_requester uuid, p_title_type text, p_buyer bytea, p_email bytea,
  p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_order orders;
  v_fen bigint;
BEGIN
  SELECT * INTO v_order FROM orders WHERE member_id = p_member AND id = p_order FOR NO KEY UPDATE;
  IF coalesce(v_order.fulfil_state <> 'DONE' OR v_order.order_state NOT IN ('ACTIVE', 'DONE'), true) THEN
    RETURN 'order_open';
  END IF;
  v_fen := invoices_payable(p_member, p_order);
  IF v_fen <= 0 THEN RETURN 'nothing_paid'; END IF;
  INSERT INTO invoice (member_id, id, order_id, requester_id, title_type, buyer_sealed, email_sealed, amount_fen,
                       payable_fen, state, requested_at)
  VALUES (p_member, p_id, p_order, p_requester, p_title_type, p_buyer, p_email, v_fen, v_fen, 'REQUESTED',
          v_now)
  ON CONFLICT (member_id, order_id) WHERE state IN ('REQUESTED', 'ISSUING', 'ISSUED', 'REVERSING') DO NOTHING;
  IF NOT FOUND THEN RETURN 'exists'; END IF;
  PERFORM platform_state_change_insert(p_member, 'invoice', p_id, 'request', NULL, 'REQUESTED',
                                       'member:' || p_requester, p_now);
  RETURN 'requested';
END $$;

-- Adapts the invoice of an order to what is left after a refund, or that of a month (`p_order` is
-- NULL) to what is left after codes became void: a request gets the lower amount or is cancelled,
-- and an issued invoice is reversed. One at the issuer is adapted when its end is known. Does
-- nothing where the amounts agree.
CREATE OR REPLACE FUNCTION invoices_follow(p_member uuid, p_order uuid, p_month date, p_now timestamptz)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  v_invoice invoice;
  v_now timestamptz := coalesce(p_now, now());
  v_left bigint;
BEGIN
  PERFORM FROM invoices_lock(p_member, p_order, p_month);
  SELECT * INTO v_invoice FROM invoice
  WHERE member_id = p_member AND state IN ('REQUESTED', 'ISSUED')
    AND CASE WHEN p_month IS NULL THEN order_id = p_order ELSE statement_month = p_month END
  FOR NO KEY UPDATE;
  v_left := invoices_limit(p_member, p_order, p_month);
  IF v_invoice.id IS NULL OR v_invoice.amount_fen <= v_left THEN RETURN; END IF;
  IF v_invoice.state = 'REQUESTED' AND v_left > 0 THEN
    UPDATE invoice SET amount_fen = v_left
    WHERE member_id = p_member AND id = v_invoice.id AND state = 'REQUESTED';
  ELSIF v_invoice.state = 'REQUESTED' THEN
    UPDATE invoice SET state = 'CANCELLED', ended_at = v_now, reason = CASE WHEN p_month IS NULL THEN 'ORDER_REFUNDED' ELSE 'CODES_VOID' END
    WHERE member_id = p_member AND id = v_invoice.id AND state = 'REQUESTED';
    PERFORM FROM platform_state_change_insert(p_member, 'invoice', v_invoice.id, 'cancel', 'REQUESTED', 'CANCELLED',
                                         'system', p_now);
  ELSE
    UPDATE invoice SET state = 'REVERSING', polls = 0, next_poll_at = v_now
    WHERE member_id = p_member AND id = v_invoice.id AND state = 'ISSUED';
    PERFORM FROM platform_state_change_insert(p_member, 'invoice', v_invoice.id, 'reverse', 'ISSUED', 'REVERSING',
                                         'system', p_now);
  END IF;
END $$;

-- Records that the issuer has issued it, once; and reverses it at once where the order was refunded
-- meanwhile. Returns false when it was recorded before.
CREATE OR REPLACE FUNCTION invoices_issued(
  p_member uuid, p_id uuid, p_official_no text, p_sha256 bytea, p_now timestamptz
) RETURNS boolean LANGUAGE plpgsql AS $$
DECLARE
  v_now timestamptz := coalesce(p_now, now());
  v_order uuid;
  v_month date;
BEGIN
  SELECT order_id, statement_month INTO STRICT v_order, v_month FROM invoice WHERE member_id = p_member AND id = p_id;
  PERFORM FROM invoices_lock(p_member, v_order, v_month);
  UPDATE invoice SET state = 'ISSUED', official_no = p_official_no, file_sha256 = p_sha256, next_poll_at = NULL,
                     issued_at = v_now
  WHERE member_id = p_member AND id = p_id AND state = 'ISSUING';
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM FROM platform_state_change_insert(p_member, 'invoice', p_id, 'issued', 'ISSUING', 'ISSUED', 'supplier', p_now);
  PERFORM invoices_follow(p_member, v_order, v_month, p_now);
  RETURN true;
END $$;

-- Records that the issuer has reversed it, once, and begins the invoice `p_next` for what is left
-- of the order, with its sealed buyer. Returns `reissuing`; `reversed` when nothing is left, or
-- when an operator reversed it, so that the member asks with another title; `known` when it was
-- recorded before.
CREATE OR REPLACE FUNCTION invoices_reversed(
  p_member uuid, p_id uuid, p_red_no text, p_next uuid, p_buyer bytea, p_email bytea, p_now timestamptz
) RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  v_was invoice;
  v_now timestamptz := coalesce(p_now, now());
  v_left bigint;
BEGIN
  SELECT * INTO STRICT v_was FROM invoice WHERE member_id = p_member AND id = p_id;
  PERFORM FROM invoices_lock(p_member, v_was.order_id, v_was.statement_month);
  UPDATE invoice SET state = 'REVERSED', red_no = p_red_no, next_poll_at = NULL, ended_at = v_now, fault = NULL
  WHERE member_id = p_member AND id = p_id AND state = 'REVERSING';
  IF NOT FOUND THEN RETURN 'known'; END IF;
  PERFORM FROM platform_state_change_insert(p_member, 'invoice', p_id, 'reversed', 'REVERSING', 'REVERSED', 'supplier',
                                       p_now);
  v_left := invoices_limit(p_member, v_was.order_id, v_was.statement_month);
  IF v_left <= 0 OR v_was.reversed_by IS NOT NULL THEN RETURN 'reversed'; END IF;
  INSERT INTO invoice (member_id, id, order_id, statement_month, requester_id, title_type, buyer_sealed, email_sealed,
                       amount_fen, payable_fen, state, replaces, decided_by, next_poll_at, requested_at)
  VALUES (p_member, p_next, v_was.order_id, v_was.statement_month, v_was.requester_id, v_was.title_type, p_buyer, p_email,
          v_left, v_left, 'ISSUING', p_id, v_was.decided_by, v_now, v_now);
  PERFORM FROM platform_state_change_insert(p_member, 'invoice', p_next, 'reissue', NULL, 'ISSUING', 'system', p_now);
  RETURN 'reissuing';
END $$;
