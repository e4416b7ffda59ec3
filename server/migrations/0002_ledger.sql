-- The ledger: transfer rows in each member's own book (growth.md, shape T). A transfer sums to zero by its shape.
-- Money and points move only inside the ledger's functions; the application's role may not write these tables at all.

-- The sign of a balance: credits less debits, except what the member owes us. Null for a contra account, whose
-- total is a sum over transfers and never a row, so that no posting waits for another member's.
CREATE FUNCTION ledger_sign(p_asset text, p_purpose text) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE
    WHEN p_asset = 'CNY' AND p_purpose IN ('principal', 'bonus', 'reward_frozen', 'reward_cash',
                                           'held_principal', 'held_bonus', 'held_reward') THEN 1
    WHEN p_asset = 'PTS' AND p_purpose IN ('available', 'pending', 'held') THEN 1
    WHEN p_asset = 'PTS' AND p_purpose = 'debt' THEN -1
  END
$$;

CREATE FUNCTION ledger_is_contra(p_asset text, p_purpose text) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_asset
    WHEN 'CNY' THEN p_purpose IN ('channel', 'clearing', 'revenue', 'fee', 'expense', 'cost', 'prepaid',
                                  'codes_sold', 'suspense')
    WHEN 'PTS' THEN p_purpose IN ('points_issued', 'points_spent', 'points_expired')
    ELSE false
  END
$$;

-- Where a hold on this account lies meanwhile; null when nothing of it can be held.
CREATE FUNCTION ledger_held_of(p_asset text, p_purpose text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE p_asset || ' ' || p_purpose
    WHEN 'CNY principal' THEN 'held_principal'
    WHEN 'CNY bonus' THEN 'held_bonus'
    WHEN 'CNY reward_cash' THEN 'held_reward'
    WHEN 'PTS available' THEN 'held'
  END
$$;

CREATE TABLE ledger_account (
  member_id uuid NOT NULL,
  purpose text NOT NULL,
  asset text NOT NULL,
  balance bigint NOT NULL DEFAULT 0 CONSTRAINT ledger_account_no_overdraft CHECK (balance >= 0),
  version bigint NOT NULL DEFAULT 0 CHECK (version >= 0),
  PRIMARY KEY (member_id, purpose, asset),
  CONSTRAINT ledger_account_guarded CHECK (ledger_sign(asset, purpose) IS NOT NULL)
);

CREATE TABLE ledger_txn (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  kind text NOT NULL,
  ref text NOT NULL,
  request_hash bytea NOT NULL,
  reverses uuid,
  actor text NOT NULL,
  order_id uuid,
  title text NOT NULL DEFAULT '',
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, id),
  CONSTRAINT ledger_txn_once UNIQUE (member_id, kind, ref),
  CONSTRAINT ledger_txn_reversed_once UNIQUE (member_id, reverses),
  FOREIGN KEY (member_id, reverses) REFERENCES ledger_txn (member_id, id)
);

-- A guarded side carries its account's version and the balance after it; a contra side carries neither.
CREATE TABLE ledger_transfer (
  member_id uuid NOT NULL,
  txn_id uuid NOT NULL,
  seq smallint NOT NULL CHECK (seq BETWEEN 1 AND 64),
  asset text NOT NULL,
  debit text NOT NULL,
  credit text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  party text,
  debit_version bigint,
  debit_after bigint CHECK (debit_after >= 0),
  credit_version bigint,
  credit_after bigint CHECK (credit_after >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, txn_id, seq),
  FOREIGN KEY (member_id, txn_id) REFERENCES ledger_txn (member_id, id),
  CONSTRAINT ledger_transfer_two_accounts CHECK (debit <> credit),
  CONSTRAINT ledger_transfer_debit_known CHECK (CASE WHEN ledger_is_contra(asset, debit)
    THEN num_nonnulls(debit_version, debit_after) = 0
    ELSE ledger_sign(asset, debit) IS NOT NULL AND num_nonnulls(debit_version, debit_after) = 2 END),
  CONSTRAINT ledger_transfer_credit_known CHECK (CASE WHEN ledger_is_contra(asset, credit)
    THEN num_nonnulls(credit_version, credit_after) = 0
    ELSE ledger_sign(asset, credit) IS NOT NULL AND num_nonnulls(credit_version, credit_after) = 2 END),
  CONSTRAINT ledger_transfer_debit_chain UNIQUE (member_id, asset, debit, debit_version),
  CONSTRAINT ledger_transfer_credit_chain UNIQUE (member_id, asset, credit, credit_version)
);
CREATE INDEX ledger_transfer_day ON ledger_transfer (created_at);

-- Both sides of every transfer as lines of an account: what a statement shows and the trial balance sums.
-- `change` is credits less debits for every account alike, so that it sums to zero over all lines.
CREATE VIEW ledger_line AS
  SELECT member_id, txn_id, seq, asset, debit AS purpose, -amount AS change, debit_version AS version,
         debit_after AS after, party, created_at FROM ledger_transfer
  UNION ALL
  SELECT member_id, txn_id, seq, asset, credit, amount, credit_version, credit_after, party, created_at
  FROM ledger_transfer;

-- A hold sets an amount aside under a lease; it is confirmed or voided once (domain.md, one hold protocol).
CREATE TABLE ledger_hold (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid,
  asset text NOT NULL,
  purpose text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  confirmed bigint CONSTRAINT ledger_hold_within CHECK (confirmed BETWEEN 1 AND amount),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'confirmed', 'voided')),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  resolved_at timestamptz,
  PRIMARY KEY (member_id, id),
  CONSTRAINT ledger_hold_holdable CHECK (ledger_held_of(asset, purpose) IS NOT NULL),
  CONSTRAINT ledger_hold_resolved CHECK ((state = 'open') = (resolved_at IS NULL)),
  CONSTRAINT ledger_hold_confirmed CHECK ((state = 'confirmed') = (confirmed IS NOT NULL)),
  CONSTRAINT ledger_hold_leased CHECK (expires_at > created_at)
);
CREATE INDEX ledger_hold_open ON ledger_hold (member_id, expires_at) WHERE state = 'open';

-- Contra totals of past days (Asia/Shanghai), written by the roll-up job: total = roll-ups + the transfers of later
-- days. A day without transfers has no row.
CREATE TABLE ledger_rollup (
  day date NOT NULL,
  purpose text NOT NULL,
  asset text NOT NULL,
  party text NOT NULL DEFAULT '',
  debits bigint NOT NULL CHECK (debits >= 0),
  credits bigint NOT NULL CHECK (credits >= 0),
  PRIMARY KEY (day, purpose, asset, party),
  CONSTRAINT ledger_rollup_contra CHECK (ledger_is_contra(asset, purpose))
);

GRANT SELECT ON ledger_account, ledger_txn, ledger_transfer, ledger_line, ledger_hold TO yunjing_app;
GRANT SELECT, INSERT ON ledger_rollup TO yunjing_app;
