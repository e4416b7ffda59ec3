-- Codes that more than one may use, each of them by a lease of their own (decision 0043).

ALTER TABLE code_batch
  ADD COLUMN uses_per_code integer NOT NULL DEFAULT 1 CHECK (uses_per_code BETWEEN 1 AND 10000),
  -- How many of one code's uses one member may have.
  ADD COLUMN per_member integer NOT NULL DEFAULT 1 CHECK (per_member BETWEEN 1 AND 10000);

-- Of a code of many: how many of its uses are redeemed. One of a single use says so by its state alone.
ALTER TABLE code ADD COLUMN uses integer NOT NULL DEFAULT 0 CHECK (uses BETWEEN 0 AND 10000);
GRANT UPDATE (uses) ON code TO yunjing_app;
-- The counts of a batch, redemptions in all among them, stay an answer of the index alone.
DROP INDEX code_batch_serial;
CREATE INDEX code_batch_serial ON code (batch_id, serial) INCLUDE (state, uses);

-- One use of a code of many: free, held by a session (or by the order that waits to be paid), or used. Its row is made
-- when it is first held; whoever changes it holds the code's row.
CREATE TABLE code_use (
  code_mac bytea NOT NULL,
  n integer NOT NULL CHECK (n BETWEEN 1 AND 10000),
  state text NOT NULL CHECK (state IN ('free', 'held', 'used')),
  session_id uuid,
  session_hash bytea,
  lock_until timestamptz,
  owner_id uuid NOT NULL,
  -- By whom it is counted: the member, or where none is known the device, or the network of whoever names no device.
  holder_id uuid,
  place text,
  redemption_n integer,
  given_back integer NOT NULL DEFAULT 0 CONSTRAINT code_use_given_back_at_most_thrice CHECK (given_back BETWEEN 0 AND 3),
  -- A use that was given back may be used by the same holder until then, even past the code's own end.
  kept_until timestamptz,
  order_id uuid,
  txn_id uuid,
  used_at timestamptz,
  PRIMARY KEY (code_mac, n)
);
CREATE INDEX code_use_open ON code_use (code_mac, state, lock_until) WHERE state <> 'used';
CREATE INDEX code_use_holder ON code_use (code_mac, holder_id);
CREATE INDEX code_use_place ON code_use (code_mac, place);
CREATE INDEX code_use_redemption ON code_use (code_mac, redemption_n);
GRANT SELECT, INSERT ON code_use TO yunjing_app;
GRANT UPDATE (state, session_id, session_hash, lock_until, owner_id, holder_id, place, redemption_n, given_back,
  kept_until, order_id, txn_id, used_at) ON code_use TO yunjing_app;

-- Which use a session holds; null for a code of a single use.
ALTER TABLE code_session ADD COLUMN use_n integer;
