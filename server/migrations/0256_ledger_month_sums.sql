-- Sums of a member's accounts by month, so that a month costs the same however many lines it has (decision 0154).

-- How far an account is summed: every line with a version up to this one, and none after it.
CREATE TABLE ledger_month_mark (
  member_id uuid NOT NULL,
  purpose text NOT NULL,
  asset text NOT NULL,
  version bigint NOT NULL DEFAULT 0 CHECK (version >= 0),
  PRIMARY KEY (member_id, purpose, asset),
  CONSTRAINT ledger_month_mark_guarded CHECK (ledger_sign(asset, purpose) IS NOT NULL)
);

-- What these lines add and take in a month of Shanghai (YYYY-MM), by kind and account on the other side; as a statement
-- shows them: a hold that was released is no line.
CREATE TABLE ledger_month_sum (
  member_id uuid NOT NULL,
  purpose text NOT NULL,
  asset text NOT NULL,
  month text NOT NULL CHECK (month ~ '^\d{4}-\d{2}$'),
  kind text NOT NULL,
  other text NOT NULL,
  incoming bigint NOT NULL CHECK (incoming >= 0),
  outgoing bigint NOT NULL CHECK (outgoing >= 0),
  PRIMARY KEY (member_id, purpose, asset, month, kind, other)
);

GRANT SELECT, INSERT, UPDATE (version) ON ledger_month_mark TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (incoming, outgoing) ON ledger_month_sum TO yunjing_app;
