-- What of an order was paid in money and not refunded, in fen: the cash without that of refunds that
-- were decided, and the principal of the balance. Zero for an order that is not paid.
CREATE OR REPLACE FUNCTION invoices_payable(p_member uuid, p_order uuid) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN (
    SELECT coalesce((
      SELECT o.cash_fen
        - coalesce((SELECT sum(r.cash_fen) FROM refund r WHERE r.member_id = p_member AND r.order_id = o.id
                    AND r.state IN ('APPROVED', 'PROCESSING', 'ABNORMAL', 'SUCCESS')), 0)
        + coalesce((SELECT h.principal - h.principal_back FROM wallet_hold h
                    WHERE h.member_id = p_member AND h.id = o.wallet_hold AND h.state = 'confirmed'), 0)
      FROM orders o WHERE o.member_id = p_member AND o.id = p_order AND o.pay_state IN ('PAID', 'PART_REFUNDED')), 0)
  );
END $$;

-- What an invoice may be of by now, in fen: of an order, or of the dealer's statement of a month.
CREATE OR REPLACE FUNCTION invoices_limit(p_member uuid, p_order uuid, p_month date)
RETURNS bigint LANGUAGE plpgsql STABLE AS $$
BEGIN
  IF p_month IS NULL THEN RETURN fen FROM invoices_payable(p_member, p_order) AS fen; END IF;
  RETURN exchange_statement_fen(p_member, p_month);
END $$;
