-- The push channel: what a member's open pages are told of, kept a short while so that nothing told is lost.

-- A ticket opens one socket once. Only its hash is here.
CREATE TABLE push_ticket (
  ticket_hash bytea PRIMARY KEY,
  name text NOT NULL,
  member_id uuid NOT NULL,
  session_id uuid NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz,
  created_at timestamptz NOT NULL
);
CREATE INDEX push_ticket_age ON push_ticket (expires_at);

-- The last number given to an event of the member. Whoever gives the next one holds the row until the commit, so numbers
-- become visible in their order and without a gap.
CREATE TABLE push_head (
  member_id uuid PRIMARY KEY,
  seq bigint NOT NULL CHECK (seq >= 1)
);

-- The latest events of a member: ids only. Bounded by number as they are written, by time by a sweeper.
CREATE TABLE push_event (
  member_id uuid NOT NULL,
  seq bigint NOT NULL CHECK (seq >= 1),
  topic text NOT NULL,
  data jsonb NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (member_id, seq)
);
CREATE INDEX push_event_age ON push_event (at);

GRANT SELECT, INSERT, UPDATE (used_at), DELETE ON push_ticket TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (seq) ON push_head TO yunjing_app;
GRANT SELECT, INSERT, DELETE ON push_event TO yunjing_app;
