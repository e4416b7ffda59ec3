-- The operators' own sessions, and the audit of what they asked for: one chain an operator, which nobody can rewrite.

ALTER TABLE member_session ADD COLUMN audience text NOT NULL DEFAULT 'member'
  CHECK (audience IN ('member', 'console'));

-- Two lines a call: `asked` before anything happens, and how it ended. `hash` covers the line and the hash before it.
CREATE TABLE audit_line (
  member_id uuid NOT NULL,
  seq bigint NOT NULL CHECK (seq >= 1),
  call_id uuid NOT NULL,
  operation text NOT NULL,
  outcome text NOT NULL,
  input jsonb NOT NULL,
  reason text,
  request_id text NOT NULL,
  address text NOT NULL,
  at timestamptz NOT NULL,
  previous bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (member_id, seq)
);
CREATE INDEX audit_line_newest ON audit_line (at DESC, call_id DESC) WHERE outcome = 'asked';
CREATE INDEX audit_line_call ON audit_line (member_id, call_id);

-- The end of each operator's chain: whoever writes the next line waits here for the one before.
CREATE TABLE audit_head (
  member_id uuid PRIMARY KEY,
  seq bigint NOT NULL CHECK (seq >= 0),
  hash bytea NOT NULL
);

GRANT SELECT ON audit_line, audit_head TO yunjing_app;
