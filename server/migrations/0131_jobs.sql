-- Operators stop a scheduled job, on every process, and let it go on.
ALTER TABLE job_lease
  ADD COLUMN paused_at timestamptz,
  ADD COLUMN paused_by uuid,
  ADD COLUMN pause_reason text,
  ADD CONSTRAINT job_pause CHECK ((paused_at IS NULL) = (paused_by IS NULL) AND (paused_at IS NULL) = (pause_reason IS NULL));
GRANT UPDATE (paused_at, paused_by, pause_reason) ON job_lease TO yunjing_app;
