-- Timers of named agents as rows (one process runs an agent at a time), and the outbox's order inside an aggregate.

CREATE TABLE job_lease (
  name text PRIMARY KEY,
  due_at timestamptz NOT NULL,
  holder uuid,
  lease_until timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  failures integer NOT NULL DEFAULT 0 CHECK (failures >= 0),
  last_error text
);

CREATE INDEX outbox_open ON outbox (member_id, aggregate_id) WHERE state IN ('queued', 'claimed');

GRANT SELECT, INSERT ON job_lease TO yunjing_app;
GRANT UPDATE (due_at, holder, lease_until, started_at, ended_at, failures, last_error) ON job_lease TO yunjing_app;
