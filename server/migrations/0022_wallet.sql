-- The balance as a trade of its own: what can be topped up, top-ups and their way back, and bonus that ends.

-- What operators offer. What a member chose is written into the top-up, so that a change concerns later ones only.
CREATE TABLE topup_package (
  package_id text PRIMARY KEY CHECK (package_id ~ '^[a-z0-9-]{1,64}$'),
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  bonus_fen bigint NOT NULL,
  is_chosen boolean NOT NULL DEFAULT false,
  is_on boolean NOT NULL DEFAULT true,
  sort integer NOT NULL DEFAULT 0,
  changed_at timestamptz NOT NULL,
  CONSTRAINT topup_package_bonus CHECK (bonus_fen >= 0 AND bonus_fen < amount_fen)
);

-- One top-up: `amount_fen` becomes principal and `bonus_fen` bonus, once, when the channel has brought the money.
-- `taken_fen` is principal taken back with refunds, and of it `paid_back_fen` went to the payer; the rest made up for
-- bonus that had been spent (`bonus_deducted_fen`).
CREATE TABLE topup (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  topup_no text NOT NULL CHECK (topup_no ~ '^[0-9]{10,32}$'),
  package_id text,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  bonus_fen bigint NOT NULL,
  state text NOT NULL DEFAULT 'WAIT_PAY'
    CHECK (state IN ('WAIT_PAY', 'PAID', 'REFUNDING', 'PART_REFUNDED', 'REFUNDED', 'CLOSED')),
  closed_reason text,
  attempt_id uuid,
  taken_fen bigint NOT NULL DEFAULT 0,
  paid_back_fen bigint NOT NULL DEFAULT 0,
  bonus_revoked_fen bigint NOT NULL DEFAULT 0,
  bonus_deducted_fen bigint NOT NULL DEFAULT 0,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  paid_at timestamptz,
  credited_at timestamptz,
  PRIMARY KEY (member_id, id),
  UNIQUE (member_id, topup_no),
  CONSTRAINT topup_bonus CHECK (bonus_fen >= 0 AND bonus_fen < amount_fen),
  CONSTRAINT topup_paid CHECK ((state IN ('WAIT_PAY', 'CLOSED')) = (paid_at IS NULL)
    AND (paid_at IS NULL) = (credited_at IS NULL) AND (paid_at IS NULL OR attempt_id IS NOT NULL)),
  CONSTRAINT topup_taken CHECK (taken_fen BETWEEN 0 AND amount_fen AND (taken_fen = 0 OR paid_at IS NOT NULL)),
  CONSTRAINT topup_paid_back CHECK (paid_back_fen = taken_fen - bonus_deducted_fen AND paid_back_fen >= 0),
  CONSTRAINT topup_bonus_back CHECK (bonus_revoked_fen >= 0 AND bonus_deducted_fen >= 0
    AND bonus_revoked_fen + bonus_deducted_fen <= bonus_fen),
  CONSTRAINT topup_closed CHECK ((state = 'CLOSED') = (closed_reason IS NOT NULL))
);
CREATE INDEX topup_list ON topup (member_id, created_at DESC, id DESC);

-- One way back of a top-up, under the number of a return of payments; a top-up has one under way at most.
CREATE TABLE topup_refund (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  topup_id uuid NOT NULL,
  refund_no text NOT NULL,
  principal_fen bigint NOT NULL CHECK (principal_fen > 0),
  bonus_back_fen bigint NOT NULL CHECK (bonus_back_fen >= 0),
  bonus_spent_fen bigint NOT NULL CHECK (bonus_spent_fen >= 0),
  refund_fen bigint NOT NULL CHECK (refund_fen > 0),
  state text NOT NULL DEFAULT 'PROCESSING' CHECK (state IN ('PROCESSING', 'DONE')),
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  PRIMARY KEY (member_id, id),
  UNIQUE (member_id, refund_no),
  FOREIGN KEY (member_id, topup_id) REFERENCES topup (member_id, id),
  CONSTRAINT topup_refund_whole CHECK (refund_fen + bonus_spent_fen = principal_fen),
  CONSTRAINT topup_refund_ended CHECK ((state = 'DONE') = (ended_at IS NOT NULL))
);
CREATE UNIQUE INDEX topup_refund_open ON topup_refund (member_id, topup_id) WHERE state = 'PROCESSING';

-- Bonus that came together and ends together. What the account holds beyond its lots has no end. A lot of grace stands
-- in for one that ended while its bonus was held or spent; `amount` of it came out of that lot.
CREATE TABLE bonus_lot (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  source text NOT NULL CHECK (source IN ('topup', 'grace')),
  source_ref text NOT NULL,
  topup_id uuid,
  amount bigint NOT NULL CHECK (amount > 0),
  remaining bigint NOT NULL CHECK (remaining >= 0),
  expired bigint NOT NULL DEFAULT 0 CHECK (expired >= 0),
  revoked bigint NOT NULL DEFAULT 0 CHECK (revoked >= 0),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, id),
  UNIQUE (member_id, source, source_ref),
  CONSTRAINT bonus_lot_within CHECK (remaining + expired + revoked <= amount),
  CONSTRAINT bonus_lot_ended CHECK (expired = 0 OR remaining = 0)
);
CREATE INDEX bonus_lot_spend ON bonus_lot (member_id, expires_at) WHERE remaining > 0;
CREATE INDEX bonus_lot_ends ON bonus_lot (expires_at) WHERE remaining > 0;

-- What a hold took from a lot, and what it gave back to it or to a lot of grace in its place.
CREATE TABLE wallet_hold_lot (
  member_id uuid NOT NULL,
  hold_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  taken bigint NOT NULL CHECK (taken > 0),
  back bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (member_id, hold_id, lot_id),
  FOREIGN KEY (member_id, hold_id) REFERENCES wallet_hold (member_id, id),
  FOREIGN KEY (member_id, lot_id) REFERENCES bonus_lot (member_id, id),
  CONSTRAINT wallet_hold_lot_back CHECK (back BETWEEN 0 AND taken)
);

-- A hold that is over by time is `lapsed` until it is confirmed after all, with money taken anew.
ALTER TABLE wallet_hold DROP CONSTRAINT wallet_hold_state_check;
ALTER TABLE wallet_hold ADD CONSTRAINT wallet_hold_state_check
  CHECK (state IN ('open', 'confirmed', 'voided', 'lapsed'));
CREATE INDEX wallet_hold_open ON wallet_hold (member_id, expires_at) WHERE state = 'open';

-- It asks for the time now as well.
DROP FUNCTION IF EXISTS wallet_parts(uuid, bigint);

-- A payment may go back in parts when its business asks for it; by itself it still goes back whole, and once.
ALTER TABLE payment_return ADD COLUMN is_part boolean NOT NULL DEFAULT false;
ALTER TABLE payment_return DROP CONSTRAINT payment_return_member_id_attempt_id_key;
CREATE UNIQUE INDEX payment_return_whole ON payment_return (member_id, attempt_id) WHERE NOT is_part;

GRANT SELECT, INSERT, UPDATE (amount_fen, bonus_fen, is_chosen, is_on, sort, changed_at) ON topup_package
  TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (state, closed_reason, attempt_id, taken_fen, paid_back_fen, bonus_revoked_fen,
  bonus_deducted_fen, paid_at, credited_at) ON topup TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (state, ended_at) ON topup_refund TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (remaining, expired, revoked) ON bonus_lot TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (taken, back) ON wallet_hold_lot TO yunjing_app;
