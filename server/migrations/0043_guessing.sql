-- Guessing of exchange codes: how much of it there is on the whole site, what it costs, and codes laid out as bait.

-- Wrong tries of the whole site by buckets of five minutes; lanes spread those who write at the same time.
CREATE TABLE code_wrong_rate (
  bucket timestamptz NOT NULL,
  lane smallint NOT NULL CHECK (lane BETWEEN 0 AND 7),
  tries integer NOT NULL CHECK (tries >= 0),
  PRIMARY KEY (bucket, lane)
);

-- One row: whether callers without a login must prove that they took pains before a code is looked up.
CREATE TABLE code_friction (
  name text PRIMARY KEY CHECK (name = 'site'),
  mode text NOT NULL CHECK (mode IN ('auto', 'on', 'off')),
  raised_at timestamptz,
  raised_until timestamptz
);
INSERT INTO code_friction (name, mode) VALUES ('site', 'auto');

-- Proofs that were used, until they would have run out anyway.
CREATE TABLE code_proof (
  proof_hash bytea PRIMARY KEY,
  expires_at timestamptz NOT NULL
);
CREATE INDEX code_proof_age ON code_proof (expires_at);

-- Canaries: codes of the right form that are sold to nobody. They are no codes of any batch and cannot become one.
CREATE TABLE canary_batch (
  batch_id uuid PRIMARY KEY,
  name text NOT NULL,
  count integer NOT NULL CHECK (count BETWEEN 1 AND 100),
  maker_id uuid NOT NULL,
  reason text NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX canary_batch_newest ON canary_batch (created_at DESC, batch_id DESC);
CREATE TABLE code_canary (
  code_mac bytea PRIMARY KEY,
  batch_id uuid NOT NULL REFERENCES canary_batch (batch_id),
  last4 text NOT NULL
);

CREATE INDEX alert_newest ON alert (created_at DESC);

GRANT SELECT, INSERT, UPDATE (tries), DELETE ON code_wrong_rate TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (mode, raised_at, raised_until) ON code_friction TO yunjing_app;
GRANT SELECT, INSERT, DELETE ON code_proof TO yunjing_app;
GRANT SELECT, INSERT ON canary_batch, code_canary TO yunjing_app;

-- What is given to it changes: what guards the look-up comes as one argument.
DROP FUNCTION IF EXISTS exchange_open(
  uuid, uuid, bytea, uuid, bytea, bytea, text[], integer[], text[], integer, integer, uuid, timestamptz);
DROP FUNCTION IF EXISTS exchange_count_wrong(text[], integer[], timestamptz);
