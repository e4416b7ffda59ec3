-- What happens to a batch after it was approved: it sleeps until it is sold, is frozen, extended, or ended for good.

ALTER TABLE code_batch ADD COLUMN activation text NOT NULL DEFAULT 'now' CHECK (activation IN ('now', 'on_sale'));
GRANT UPDATE (target) ON code_batch TO yunjing_app;
CREATE INDEX approval_subject ON approval (subject, created_at) WHERE state = 'waiting';
