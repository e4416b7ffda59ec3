-- Refunds that wait for the channel are listed and counted without the ended ones.
CREATE INDEX refund_processing ON refund (created_at DESC, id DESC)
  WHERE state IN ('APPROVED', 'PROCESSING');
