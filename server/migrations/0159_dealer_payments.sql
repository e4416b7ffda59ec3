-- What dealers paid for a month of codes. The sum in the month's row guards against paying more than
-- is owed; the application may add payments and never change one.

ALTER TABLE code_dealer_month ADD COLUMN paid_fen bigint NOT NULL DEFAULT 0 CHECK (paid_fen >= 0);
GRANT UPDATE (paid_fen) ON code_dealer_month TO yunjing_app;

CREATE TABLE code_dealer_payment (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  month date NOT NULL,
  amount_fen bigint NOT NULL CHECK (amount_fen > 0),
  -- The number of the bank's slip; one slip is entered once for a month.
  slip text NOT NULL CHECK (length(slip) BETWEEN 4 AND 64),
  reason text NOT NULL CHECK (length(reason) BETWEEN 2 AND 200),
  actor_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, id),
  CONSTRAINT code_dealer_payment_slip_once UNIQUE (member_id, month, slip),
  FOREIGN KEY (member_id, month) REFERENCES code_dealer_month (member_id, month)
);
GRANT SELECT, INSERT ON code_dealer_payment TO yunjing_app;
