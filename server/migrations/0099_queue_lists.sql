-- The operators' lists of all refunds and withdrawals, newest first.
CREATE INDEX refund_newest ON refund (created_at DESC, id DESC);
CREATE INDEX withdrawal_all_newest ON withdrawal (created_at DESC, id DESC);
