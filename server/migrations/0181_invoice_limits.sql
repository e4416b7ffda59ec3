-- An invoice is never above what was paid in money when it was asked for; the application cannot change that figure.
ALTER TABLE invoice ADD COLUMN payable_fen bigint;
UPDATE invoice SET payable_fen = amount_fen;
ALTER TABLE invoice
  ALTER COLUMN payable_fen SET NOT NULL,
  ADD CONSTRAINT invoice_within_payment CHECK (amount_fen <= payable_fen);

-- An operator reverses an issued invoice, such as one with a wrong title. Then no invoice follows by itself: the member asks
-- for another.
ALTER TABLE invoice
  ADD COLUMN reversed_by uuid,
  ADD COLUMN reversal_reason text CHECK (length(reversal_reason) BETWEEN 2 AND 200),
  ADD CONSTRAINT invoice_reversed_by CHECK (
    (reversed_by IS NULL) = (reversal_reason IS NULL) AND (reversed_by IS NULL OR state IN ('REVERSING', 'REVERSED')));
GRANT UPDATE (reversed_by, reversal_reason) ON invoice TO yunjing_app;
