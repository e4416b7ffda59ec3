-- Points and balance as means of payment: one business hold over several lots or accounts, and what came back of it.

-- What was taken back because its order was refunded; it is not spent and cannot be spent any more.
ALTER TABLE points_lot ADD COLUMN clawed bigint NOT NULL DEFAULT 0;
ALTER TABLE points_lot ADD CONSTRAINT points_lot_clawed CHECK (clawed BETWEEN 0 AND amount);
GRANT UPDATE (clawed) ON points_lot TO yunjing_app;

-- The ledger holds the amount under the same id. `open` is over by time; a hold that is over keeps `voided` or `lapsed`
-- until it is confirmed after all, with points taken anew.
CREATE TABLE points_hold (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid,
  points bigint NOT NULL CHECK (points > 0),
  returned bigint NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'voided', 'lapsed')),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, id),
  CONSTRAINT points_hold_returned CHECK (returned BETWEEN 0 AND points),
  CONSTRAINT points_hold_spent CHECK (returned = 0 OR state = 'confirmed')
);
CREATE INDEX points_hold_open ON points_hold (member_id, expires_at) WHERE state = 'open';

-- What a hold took from a lot, and what it gave back to it or to a lot of grace in its place.
CREATE TABLE points_hold_lot (
  member_id uuid NOT NULL,
  hold_id uuid NOT NULL,
  lot_id uuid NOT NULL,
  taken bigint NOT NULL CHECK (taken > 0),
  back bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (member_id, hold_id, lot_id),
  FOREIGN KEY (member_id, hold_id) REFERENCES points_hold (member_id, id),
  FOREIGN KEY (member_id, lot_id) REFERENCES points_lot (member_id, id),
  CONSTRAINT points_hold_lot_back CHECK (back BETWEEN 0 AND taken)
);

-- One hold over the three accounts that pay, in fen; the ledger holds each part under an id of its own.
CREATE TABLE wallet_hold (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid,
  bonus bigint NOT NULL CHECK (bonus >= 0),
  principal bigint NOT NULL CHECK (principal >= 0),
  reward bigint NOT NULL CHECK (reward >= 0),
  bonus_back bigint NOT NULL DEFAULT 0,
  principal_back bigint NOT NULL DEFAULT 0,
  reward_back bigint NOT NULL DEFAULT 0,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'voided')),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, id),
  CONSTRAINT wallet_hold_amount CHECK (bonus + principal + reward > 0),
  CONSTRAINT wallet_hold_back CHECK (bonus_back BETWEEN 0 AND bonus AND principal_back BETWEEN 0 AND principal
    AND reward_back BETWEEN 0 AND reward),
  CONSTRAINT wallet_hold_spent CHECK (bonus_back + principal_back + reward_back = 0 OR state = 'confirmed')
);

GRANT SELECT, INSERT, UPDATE (state, returned) ON points_hold TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (taken, back) ON points_hold_lot TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (state, bonus, principal, reward, bonus_back, principal_back, reward_back) ON wallet_hold
  TO yunjing_app;

-- The agent's: lots whose time to begin, or to end, has come.
CREATE INDEX points_lot_begins ON points_lot (active_at) WHERE state = 'PENDING';
CREATE INDEX points_lot_ends ON points_lot (expires_at) WHERE state = 'ACTIVE';
