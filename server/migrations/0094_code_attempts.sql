-- Every attempt to open a code, for customer service: what came of it, and whose it was by a name that leads to nobody.
-- Attempts with unknown codes have rows as well, so that the time of an answer does not tell the two apart.
CREATE TABLE code_attempt (
  code_mac bytea NOT NULL,
  id uuid NOT NULL,
  holder_id uuid,
  outcome text NOT NULL CHECK (outcome IN ('opened', 'resumed', 'busy', 'invalid', 'had')),
  caller text NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (code_mac, id)
);
CREATE INDEX code_attempt_age ON code_attempt (at);
GRANT SELECT, INSERT, DELETE ON code_attempt TO yunjing_app;
