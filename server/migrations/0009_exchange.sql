-- Exchange codes: kept only as a keyed hash (lookup) and ciphertext (re-issue), last four for support.

CREATE TABLE code_batch (
  batch_id uuid PRIMARY KEY,
  name text NOT NULL,
  origin text NOT NULL CHECK (origin IN ('own', 'imported')),
  state text NOT NULL
    CHECK (state IN ('draft', 'generating', 'ready', 'active', 'paused', 'ended', 'void', 'rejected')),
  target jsonb NOT NULL,
  count integer NOT NULL CHECK (count BETWEEN 1 AND 100000),
  note text NOT NULL DEFAULT '',
  file_hash bytea,
  -- Some of its codes, issued elsewhere, look like ours with wrong check symbols: then a slip must be looked up too.
  looks_like_ours boolean NOT NULL DEFAULT false,
  maker_id uuid NOT NULL,
  checker_id uuid,
  reason text,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  CONSTRAINT code_batch_two_persons CHECK (maker_id <> checker_id)
);
CREATE INDEX code_batch_maker ON code_batch (maker_id, created_at DESC, batch_id DESC);
CREATE INDEX code_batch_newest ON code_batch (created_at DESC, batch_id DESC);
CREATE INDEX code_batch_like_ours ON code_batch (batch_id) WHERE looks_like_ours;

CREATE TABLE code (
  code_mac bytea PRIMARY KEY,
  code_id uuid NOT NULL,
  batch_id uuid NOT NULL REFERENCES code_batch (batch_id),
  serial integer NOT NULL CHECK (serial >= 1),
  last4 text NOT NULL,
  code_sealed bytea NOT NULL,
  state text NOT NULL CHECK (state IN ('INACTIVE', 'ACTIVE', 'LOCKED', 'REDEEMED', 'EXPIRED', 'FROZEN', 'VOID')),
  valid_from timestamptz NOT NULL,
  valid_until timestamptz NOT NULL,
  session_id uuid,
  lock_until timestamptz,
  redemption_n integer NOT NULL DEFAULT 0 CHECK (redemption_n >= 0),
  given_back integer NOT NULL DEFAULT 0 CONSTRAINT code_given_back_at_most_thrice CHECK (given_back BETWEEN 0 AND 3),
  redeemed_by uuid,
  order_id uuid,
  -- The posting of the last redemption, in the book of redeemed_by: what a return takes back.
  txn_id uuid,
  redeemed_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX code_support ON code (batch_id, last4);
CREATE INDEX code_batch_state ON code (batch_id, state);

-- A session is a lease of fifteen minutes on one code; its token is derived from session_id and never stored.
CREATE TABLE code_session (
  session_hash bytea PRIMARY KEY,
  session_id uuid NOT NULL,
  code_mac bytea NOT NULL,
  owner_id uuid NOT NULL,
  holder_id uuid,
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'redeemed', 'left')),
  order_id uuid,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX code_session_code ON code_session (code_mac, created_at DESC);

GRANT SELECT, INSERT ON code_batch, code, code_session TO yunjing_app;
GRANT UPDATE (state, checker_id, reason, decided_at) ON code_batch TO yunjing_app;
GRANT UPDATE (state, session_id, lock_until, redemption_n, given_back, redeemed_by, order_id, txn_id, redeemed_at,
  code_sealed)
  ON code TO yunjing_app;
GRANT UPDATE (state, order_id, holder_id) ON code_session TO yunjing_app;
