-- Points as expiring lots. The ledger holds the amounts; a lot says where they came from and when they end.

CREATE TABLE points_lot (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  source_kind text NOT NULL,
  source_ref text NOT NULL,
  amount bigint NOT NULL CHECK (amount > 0),
  remaining bigint NOT NULL CHECK (remaining BETWEEN 0 AND amount),
  state text NOT NULL CHECK (state IN ('PENDING', 'ACTIVE', 'SPENT', 'EXPIRED', 'CANCELLED')),
  active_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, id),
  UNIQUE (member_id, source_kind, source_ref)
);
CREATE INDEX points_lot_spend ON points_lot (member_id, state, expires_at);
GRANT SELECT, INSERT, UPDATE (remaining, state) ON points_lot TO yunjing_app;
