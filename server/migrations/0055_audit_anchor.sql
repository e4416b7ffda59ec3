-- Anchors of the audit's chains lie in the file store (decision 0059); this is their index, so that a file that is gone is
-- missed. And refused calls of an operator within an hour: so many have their lines, the others are counted.

CREATE TABLE audit_anchor (
  number integer PRIMARY KEY CHECK (number >= 1),
  -- The day in Shanghai.
  day date NOT NULL,
  -- SHA-256 of the file.
  hash bytea NOT NULL,
  written_at timestamptz NOT NULL
);
GRANT SELECT, INSERT ON audit_anchor TO yunjing_app;

CREATE TABLE audit_refusal (
  member_id uuid PRIMARY KEY,
  window_start timestamptz NOT NULL,
  kept integer NOT NULL CHECK (kept >= 0),
  left_out integer NOT NULL CHECK (left_out >= 0)
);
GRANT SELECT ON audit_refusal TO yunjing_app;
