-- Taking back a payment of a dealer that was entered wrongly: a row of its own that names the payment.
-- The payment stays as it is, and the key refuses a second reversal.

CREATE TABLE code_dealer_reversal (
  member_id uuid NOT NULL,
  payment_id uuid NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 2 AND 200),
  actor_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  CONSTRAINT code_dealer_reversal_once PRIMARY KEY (member_id, payment_id),
  FOREIGN KEY (member_id, payment_id) REFERENCES code_dealer_payment (member_id, id)
);
GRANT SELECT, INSERT ON code_dealer_reversal TO yunjing_app;

-- A slip may be entered again after its payment was reversed. `entry` is one more than the number of
-- reversed payments with the slip, so a slip has at most one payment that counts.
ALTER TABLE code_dealer_payment
  ADD COLUMN entry smallint NOT NULL DEFAULT 1 CHECK (entry > 0),
  DROP CONSTRAINT code_dealer_payment_slip_once,
  ADD CONSTRAINT code_dealer_payment_slip_once UNIQUE (member_id, month, slip, entry);
