-- Withdrawals: reward cash on its way out, under one number at the channel that is made once and never replaced.

-- `id` is also the ledger hold that sets the money aside. It has no lease: what is on its way may have been paid, so
-- that only the end of the withdrawal gives it back. `checks` is what was asked when it was made.
CREATE TABLE withdrawal (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  withdrawal_no text NOT NULL CHECK (withdrawal_no ~ '^[0-9]{10,32}$'),
  channel text NOT NULL DEFAULT 'wechatpay' CHECK (channel IN ('wechatpay')),
  amount_fen bigint NOT NULL CONSTRAINT withdrawal_amount CHECK (amount_fen > 0),
  fee_fen bigint NOT NULL CHECK (fee_fen >= 0),
  net_fen bigint NOT NULL CHECK (net_fen > 0),
  payee_hash bytea NOT NULL,
  payee_sealed bytea NOT NULL,
  name_sealed bytea,
  checks jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('APPLIED', 'REVIEWING', 'APPROVED', 'PAYING', 'WAIT_USER_CONFIRM', 'SUCCESS',
    'FAILED', 'REJECTED', 'RETURNED', 'CANCELLED')),
  ended_how text CHECK (ended_how IN ('paid', 'failed', 'rejected', 'cancelled')),
  -- Who approved first where two must.
  first_reviewer text,
  reviewer text,
  -- Why it was rejected or failed, as the member reads it.
  reason text,
  out_bill_no text CHECK (out_bill_no ~ '^[0-9A-Za-z]{6,32}$'),
  -- The channel's own number, and what opens its confirmation.
  transfer_no text,
  package text,
  -- The channel's last word or error code, and since when it refuses.
  word text,
  refused_at timestamptz,
  -- What contradicts what: a person must look.
  alarm text,
  looks integer NOT NULL DEFAULT 0 CHECK (looks >= 0),
  next_look_at timestamptz,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  sent_at timestamptz,
  waited_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (member_id, id),
  UNIQUE (member_id, withdrawal_no),
  CONSTRAINT withdrawal_net CHECK (net_fen = amount_fen - fee_fen),
  CONSTRAINT withdrawal_numbered CHECK ((out_bill_no IS NULL) = (sent_at IS NULL)
    AND (state NOT IN ('PAYING', 'WAIT_USER_CONFIRM', 'SUCCESS', 'FAILED') OR out_bill_no IS NOT NULL)
    AND (state NOT IN ('APPLIED', 'REVIEWING', 'APPROVED', 'REJECTED', 'CANCELLED') OR out_bill_no IS NULL)),
  CONSTRAINT withdrawal_ended CHECK ((ended_at IS NULL) = (state NOT IN ('SUCCESS', 'RETURNED', 'CANCELLED'))
    AND (ended_at IS NULL OR ended_how IS NOT NULL)),
  CONSTRAINT withdrawal_looked_after CHECK (next_look_at IS NULL OR state IN ('PAYING', 'WAIT_USER_CONFIRM')),
  CONSTRAINT withdrawal_two_persons CHECK (reviewer IS NULL OR reviewer IS DISTINCT FROM first_reviewer)
);
CREATE INDEX withdrawal_newest ON withdrawal (member_id, created_at DESC, id DESC);
CREATE INDEX withdrawal_look ON withdrawal (next_look_at) WHERE next_look_at IS NOT NULL;
CREATE INDEX withdrawal_review ON withdrawal (created_at) WHERE state = 'REVIEWING';
CREATE INDEX withdrawal_sent ON withdrawal (sent_at) WHERE state IN ('PAYING', 'WAIT_USER_CONFIRM') OR alarm IS NOT NULL;

-- Claims: whose a number is, and who first had money sent to a payee.
CREATE TABLE withdrawal_no (
  withdrawal_no text PRIMARY KEY,
  owner_id uuid NOT NULL,
  withdrawal_id uuid NOT NULL
);
CREATE TABLE withdrawal_bill (
  out_bill_no text PRIMARY KEY,
  owner_id uuid NOT NULL,
  withdrawal_id uuid NOT NULL
);
CREATE TABLE withdrawal_payee (
  payee_hash bytea PRIMARY KEY,
  owner_id uuid NOT NULL,
  created_at timestamptz NOT NULL
);

GRANT SELECT, INSERT, UPDATE (state, ended_how, checks, first_reviewer, reviewer, reason, out_bill_no, transfer_no, package,
  word, refused_at, alarm, looks, next_look_at, decided_at, sent_at, waited_at, ended_at) ON withdrawal TO yunjing_app;
GRANT SELECT, INSERT ON withdrawal_no, withdrawal_bill, withdrawal_payee TO yunjing_app;
