-- A dealer asks for the invoice of a month's statement (decision 0126): an invoice belongs to an order or to a month.
ALTER TABLE invoice
  ALTER COLUMN order_id DROP NOT NULL,
  -- The month of codes, by its first day.
  ADD COLUMN statement_month date CHECK (extract(day FROM statement_month) = 1),
  ADD CONSTRAINT invoice_of_one CHECK (num_nonnulls(order_id, statement_month) = 1),
  ADD CONSTRAINT invoice_statement FOREIGN KEY (member_id, statement_month)
    REFERENCES code_dealer_month (member_id, month);
-- A statement has one invoice at a time.
CREATE UNIQUE INDEX invoice_statement_once ON invoice (member_id, statement_month)
  WHERE state IN ('REQUESTED', 'ISSUING', 'ISSUED', 'REVERSING');

-- Now with the month.
DROP FUNCTION IF EXISTS invoices_follow(uuid, uuid, timestamptz);
