-- How far the expiry reminders of a day have come: one row for each kind and number of days before the end. A run of the
-- job writes a part of them; the next one goes on after the last item of its last page.
CREATE TABLE message_reminder (
  day date NOT NULL,
  kind text NOT NULL,
  days_before integer NOT NULL CHECK (days_before > 0),
  last_at text,
  last_member uuid,
  last_id uuid,
  ended_at timestamptz,
  PRIMARY KEY (day, kind, days_before),
  CHECK (num_nulls(last_at, last_member, last_id) IN (0, 3))
);
GRANT SELECT, INSERT, UPDATE (last_at, last_member, last_id, ended_at), DELETE ON message_reminder TO yunjing_app;
