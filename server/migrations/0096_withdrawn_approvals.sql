-- The maker of a proposal may withdraw it: `withdrawn` has no checker. Indexes of the approvals inbox.
ALTER TABLE approval DROP CONSTRAINT approval_state_check, DROP CONSTRAINT approval_decided;
ALTER TABLE approval
  ADD CONSTRAINT approval_state_check CHECK (state IN ('waiting', 'approved', 'rejected', 'withdrawn')),
  ADD CONSTRAINT approval_decided CHECK ((state IN ('waiting', 'withdrawn')) = (checker IS NULL)
    AND (state = 'waiting') = (decided_at IS NULL));
CREATE INDEX approval_of_maker ON approval (maker, created_at DESC, id DESC);
CREATE INDEX approval_latest_decisions ON approval (decided_at DESC, id DESC) WHERE decided_at IS NOT NULL;

-- Refunds and withdrawals that need two persons: those that wait for the second, and those decided.
CREATE INDEX refund_second_review ON refund (first_reviewed_at)
  WHERE first_reviewer IS NOT NULL AND state = 'APPLIED';
CREATE INDEX refund_two_reviewers ON refund (decided_at DESC)
  WHERE first_reviewer IS NOT NULL AND decided_at IS NOT NULL;
CREATE INDEX withdrawal_second_review ON withdrawal (first_reviewed_at)
  WHERE first_reviewer IS NOT NULL AND state = 'REVIEWING';
CREATE INDEX withdrawal_two_reviewers ON withdrawal (decided_at DESC)
  WHERE first_reviewer IS NOT NULL AND decided_at IS NOT NULL;
