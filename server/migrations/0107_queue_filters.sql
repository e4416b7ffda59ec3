-- The operators' list of withdrawals that were rejected, failed or cancelled, newest first.
CREATE INDEX withdrawal_returned_newest ON withdrawal (created_at DESC, id DESC) WHERE state IN ('RETURNED', 'CANCELLED');
