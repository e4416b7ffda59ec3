-- Proposals expire after 24 hours, and nobody proposes or decides what gives value to his own account (decision 0059).
-- `approvals_expires_at` in functions says how long; these columns say since when.

-- The member whose account the act touches; null when it touches none.
ALTER TABLE approval
  ADD COLUMN beneficiary uuid,
  ADD CONSTRAINT approval_not_own_account CHECK (beneficiary IS NULL
    OR (beneficiary <> maker AND (checker IS NULL OR beneficiary <> checker)));
-- Proposals that wait at the time of this migration: the member is known, and nobody decides one of his own any more.
UPDATE approval SET beneficiary = (payload->>'memberId')::uuid
WHERE state = 'waiting' AND kind IN ('adjust', 'invite_reward', 'invite_appeal')
  AND payload->>'memberId' <> maker::text;
UPDATE approval SET created_at = created_at - interval '24 hours'
WHERE state = 'waiting' AND kind IN ('adjust', 'invite_reward', 'invite_appeal')
  AND payload->>'memberId' = maker::text;

-- When the first of two persons approved. Where it is not known the first approval has expired.
ALTER TABLE refund ADD COLUMN first_reviewed_at timestamptz;
ALTER TABLE withdrawal ADD COLUMN first_reviewed_at timestamptz;
GRANT UPDATE (first_reviewed_at) ON refund, withdrawal TO yunjing_app;

-- When the maker handed it over; `decided_at` was the time of the latest move.
ALTER TABLE coupon_template ADD COLUMN submitted_at timestamptz;
UPDATE coupon_template SET submitted_at = decided_at WHERE status = 'review';
GRANT UPDATE (submitted_at) ON coupon_template TO yunjing_app;

-- A batch that waits at the time of this migration was created no later than it was submitted.
ALTER TABLE code_batch ADD COLUMN submitted_at timestamptz, ADD COLUMN exported_at timestamptz;
UPDATE code_batch SET submitted_at = created_at WHERE state IN ('generating', 'ready');
GRANT UPDATE (submitted_at, exported_at) ON code_batch TO yunjing_app;
