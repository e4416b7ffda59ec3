-- Indexes of the operators' lists of payments, of automatic returns, and of the channel's notifications, newest first.
CREATE INDEX payment_attempt_newest ON payment_attempt (created_at DESC, id DESC);
CREATE INDEX payment_attempt_unmatched ON payment_attempt (created_at DESC, id DESC) WHERE outcome IN ('late', 'second');
CREATE INDEX payment_return_newest ON payment_return (created_at DESC, id DESC);
CREATE INDEX inbox_newest ON inbox (received_at DESC);
-- The number at the channel that a notification is about.
CREATE INDEX inbox_subject ON inbox ((body->>'subject')) WHERE body->>'subject' IS NOT NULL;
