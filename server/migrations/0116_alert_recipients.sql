-- Who is notified of which kind of alert: operators by SMS, and a group robot by its webhook, whose
-- address is a secret. `robot_label` is what operators see of it.
CREATE TABLE alert_recipient (
  kind text PRIMARY KEY,
  operator_ids uuid[] NOT NULL,
  robot_sealed bytea,
  robot_label text,
  hours text NOT NULL CHECK (hours IN ('always', 'day')),
  version integer NOT NULL CHECK (version > 0),
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT alert_recipient_robot CHECK ((robot_sealed IS NULL) = (robot_label IS NULL))
);
GRANT SELECT, INSERT, UPDATE (operator_ids, robot_sealed, robot_label, hours, version, changed_by, changed_at)
  ON alert_recipient TO yunjing_app;

-- An alert is handed to the outbox once; those from before have no recipients.
ALTER TABLE alert ADD COLUMN notified_at timestamptz;
UPDATE alert SET notified_at = created_at;
CREATE INDEX alert_unnotified ON alert (created_at) WHERE notified_at IS NULL;
GRANT UPDATE (notified_at) ON alert TO yunjing_app;
