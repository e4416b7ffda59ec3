-- Work that an operator has given to a named colleague, and what operators note on a case of
-- reconciliation.

-- Who is to do a piece of work: `approval.<kind>.<number>`, `refund.<number>` or `case.<id>`. Work
-- without a row is anybody's. Who had it before is in the audit.
CREATE TABLE assignment (
  object text PRIMARY KEY CHECK (object ~ '^(approval|refund|case)\.[A-Za-z0-9_.-]{3,100}$'),
  operator_id uuid NOT NULL,
  by_id uuid NOT NULL,
  reason text NOT NULL CHECK (length(reason) BETWEEN 2 AND 200),
  assigned_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (operator_id, by_id, reason, assigned_at), DELETE
  ON assignment TO yunjing_app;

-- What operators said about a case, and whom they gave it to: lines of its timeline.
CREATE TABLE recon_case_note (
  case_id uuid NOT NULL REFERENCES recon_case (id),
  id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('comment', 'assigned', 'released')),
  operator_id uuid NOT NULL,
  to_id uuid,
  text text NOT NULL CHECK (length(text) BETWEEN 2 AND 500),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (case_id, id),
  CHECK ((kind = 'assigned') = (to_id IS NOT NULL))
);
GRANT SELECT, INSERT ON recon_case_note TO yunjing_app;
