-- Copies of a member's own data, made by a job (decision 0120). One is made at a time; a link is a hash, good once.
CREATE TABLE personal_copy (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  asked_at timestamptz NOT NULL,
  ready_at timestamptz,
  failed_at timestamptz,
  bytes integer CHECK (bytes > 0),
  -- Until when the file is kept.
  files_until timestamptz NOT NULL,
  removed_at timestamptz,
  link_hash bytea CHECK (length(link_hash) = 32),
  link_until timestamptz,
  downloads integer NOT NULL DEFAULT 0 CHECK (downloads >= 0),
  downloaded_at timestamptz,
  PRIMARY KEY (member_id, id),
  CONSTRAINT personal_copy_ready CHECK ((ready_at IS NULL) = (bytes IS NULL)),
  CONSTRAINT personal_copy_ended CHECK (ready_at IS NULL OR failed_at IS NULL),
  CONSTRAINT personal_copy_link CHECK ((link_hash IS NULL) = (link_until IS NULL)),
  CONSTRAINT personal_copy_link_ready CHECK (link_hash IS NULL OR ready_at IS NOT NULL)
);
CREATE UNIQUE INDEX personal_copy_making ON personal_copy (member_id) WHERE ready_at IS NULL AND failed_at IS NULL;
CREATE INDEX personal_copy_newest ON personal_copy (member_id, asked_at DESC, id DESC);
CREATE INDEX personal_copy_due ON personal_copy (files_until) WHERE removed_at IS NULL;
GRANT SELECT, INSERT, UPDATE (ready_at, failed_at, bytes, files_until, removed_at, link_hash, link_until, downloads,
  downloaded_at) ON personal_copy TO yunjing_app;

-- A link needs a code by SMS.
ALTER TABLE step_up_proof DROP CONSTRAINT step_up_proof_purpose_check;
ALTER TABLE step_up_proof ADD CONSTRAINT step_up_proof_purpose_check
  CHECK (purpose IN ('pay', 'withdraw', 'pay_password', 'identity', 'phone', 'close', 'copy'));
ALTER TABLE step_up_proof DROP CONSTRAINT step_up_proof_method;
ALTER TABLE step_up_proof ADD CONSTRAINT step_up_proof_method
  CHECK (purpose NOT IN ('pay_password', 'phone', 'close', 'copy') OR method = 'sms');
