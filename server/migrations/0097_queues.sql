-- Operators' saved views, who has what open, and who takes care of an alert.
CREATE TABLE operator_view (
  operator_id uuid NOT NULL,
  page text NOT NULL,
  name text NOT NULL,
  search text NOT NULL,
  saved_at timestamptz NOT NULL,
  PRIMARY KEY (operator_id, page, name)
);
GRANT SELECT, INSERT, DELETE, UPDATE (search, saved_at) ON operator_view TO yunjing_app;

-- `place` is what is open, such as `refund.RF…`; a row counts until its end.
CREATE TABLE operator_presence (
  place text NOT NULL,
  operator_id uuid NOT NULL,
  ends_at timestamptz NOT NULL,
  PRIMARY KEY (place, operator_id)
);
CREATE INDEX operator_presence_end ON operator_presence (ends_at);
GRANT SELECT, INSERT, DELETE, UPDATE (ends_at) ON operator_presence TO yunjing_app;

ALTER TABLE alert
  ADD COLUMN alert_id text GENERATED ALWAYS AS
    (md5(kind || ':' || subject || ':' || (day - '2000-01-01'::date)::text)) STORED,
  ADD COLUMN acknowledged_by uuid,
  ADD COLUMN acknowledged_at timestamptz,
  ADD COLUMN assigned_to uuid,
  ADD CONSTRAINT alert_acknowledged CHECK ((acknowledged_by IS NULL) = (acknowledged_at IS NULL));
CREATE INDEX alert_by_id ON alert (alert_id);
CREATE INDEX alert_open ON alert (created_at DESC) WHERE acknowledged_at IS NULL;
GRANT UPDATE (acknowledged_by, acknowledged_at, assigned_to) ON alert TO yunjing_app;
