-- Closing an account: the request with its cooling-off, what was forfeited, and what keeps newcomers' rewards from being
-- given again (decision 0061).

-- One request. `forfeits` is what the member confirmed, `obstacles` what the last check found in the way; `check_at` is when
-- the job checks it next, null once it has ended.
CREATE TABLE account_closing (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  state text NOT NULL DEFAULT 'COOLING' CHECK (state IN ('COOLING', 'WAITING', 'WITHDRAWN', 'CLOSED')),
  forfeits jsonb NOT NULL,
  obstacles jsonb NOT NULL DEFAULT '[]',
  steps integer NOT NULL DEFAULT 0 CHECK (steps >= 0),
  requested_at timestamptz NOT NULL,
  due_at timestamptz NOT NULL,
  check_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (member_id, id),
  CONSTRAINT account_closing_cools CHECK (due_at > requested_at),
  CONSTRAINT account_closing_ended CHECK ((ended_at IS NULL) = (state IN ('COOLING', 'WAITING'))
    AND (check_at IS NULL) = (ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX account_closing_open ON account_closing (member_id) WHERE state IN ('COOLING', 'WAITING');
CREATE UNIQUE INDEX account_closing_once ON account_closing (member_id) WHERE state = 'CLOSED';
CREATE INDEX account_closing_check ON account_closing (check_at) WHERE check_at IS NOT NULL;

-- What was forfeited when the account was closed (the first), and what came into the closed ledger later.
CREATE TABLE account_closing_step (
  member_id uuid NOT NULL,
  closing_id uuid NOT NULL,
  seq integer NOT NULL CHECK (seq >= 1),
  forfeited jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (member_id, closing_id, seq),
  FOREIGN KEY (member_id, closing_id) REFERENCES account_closing (member_id, id)
);

-- Phones and openids of closed accounts as keyed hashes, until `kept_until`: whoever comes back under one of them is a
-- member like any other, without the rewards of a newcomer.
CREATE TABLE closed_identity (
  identity_mac bytea PRIMARY KEY CHECK (length(identity_mac) = 32),
  closed_at timestamptz NOT NULL,
  kept_until timestamptz NOT NULL
);
CREATE INDEX closed_identity_age ON closed_identity (kept_until);
ALTER TABLE member ADD COLUMN is_returning boolean NOT NULL DEFAULT false;

GRANT SELECT, INSERT, UPDATE (state, obstacles, steps, check_at, ended_at) ON account_closing TO yunjing_app;
GRANT SELECT, INSERT ON account_closing_step TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (closed_at, kept_until), DELETE ON closed_identity TO yunjing_app;
GRANT UPDATE (is_returning) ON member TO yunjing_app;

-- One more act that a proof serves. Like leaving a phone it takes a code, never a password.
ALTER TABLE step_up_proof DROP CONSTRAINT step_up_proof_purpose_check;
ALTER TABLE step_up_proof ADD CONSTRAINT step_up_proof_purpose_check
  CHECK (purpose IN ('pay', 'withdraw', 'pay_password', 'identity', 'phone', 'close'));
ALTER TABLE step_up_proof DROP CONSTRAINT step_up_proof_method;
ALTER TABLE step_up_proof ADD CONSTRAINT step_up_proof_method
  CHECK (purpose NOT IN ('pay_password', 'phone', 'close') OR method = 'sms');

-- What is erased of a closed account.
GRANT DELETE ON address, favourite, pay_password, message, message_send, message_consent, announcement_mark
  TO yunjing_app;
GRANT UPDATE (contact_sealed, contact_mask) ON orders TO yunjing_app;
GRANT UPDATE (input_sealed) ON order_item TO yunjing_app;
GRANT UPDATE (name_sealed) ON withdrawal TO yunjing_app;
GRANT UPDATE (evidence) ON refund TO yunjing_app;
GRANT UPDATE (friend) ON invite_friend, invite_reward TO yunjing_app;
