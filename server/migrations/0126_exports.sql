-- Exports of operators: a list or report as CSV, written by a job in parts of 1,000 rows (decision 0098).

-- `parts` counts the kept parts, and `cursor` is the list's place after them; both change in one
-- statement, so that a run after a crash goes on behind the last part. `files_until` is when the
-- parts are deleted. A link is a hash of its token with its session; taking it clears it.
CREATE TABLE export (
  export_id text PRIMARY KEY CHECK (export_id ~ '^EX\d{14}$'),
  operator_id uuid NOT NULL,
  kind text NOT NULL,
  filter jsonb NOT NULL CHECK (jsonb_typeof(filter) = 'object'),
  filter_text text NOT NULL,
  reason text NOT NULL,
  is_clear boolean NOT NULL DEFAULT false,
  approved_by uuid CHECK (approved_by <> operator_id),
  parts integer NOT NULL DEFAULT 0 CHECK (parts >= 0),
  rows integer NOT NULL DEFAULT 0 CHECK (rows BETWEEN 0 AND 200000),
  bytes bigint NOT NULL DEFAULT 0 CHECK (bytes >= 0),
  cursor text,
  -- The row without an owner, by which a copy of the file is recognised.
  canary text,
  created_at timestamptz NOT NULL,
  started_at timestamptz,
  ended_at timestamptz,
  outcome text CHECK (outcome IN ('done', 'failed', 'cancelled')),
  fault text,
  files_until timestamptz NOT NULL,
  removed_at timestamptz,
  link_hash bytea CHECK (length(link_hash) = 32),
  link_session text,
  link_until timestamptz,
  downloads integer NOT NULL DEFAULT 0,
  downloaded_at timestamptz,
  CONSTRAINT export_ended CHECK ((ended_at IS NULL) = (outcome IS NULL)),
  CONSTRAINT export_clear_agreed CHECK (NOT is_clear OR approved_by IS NOT NULL),
  CONSTRAINT export_link_whole CHECK (
    (link_hash IS NULL) = (link_session IS NULL) AND (link_hash IS NULL) = (link_until IS NULL))
);
CREATE INDEX export_newest ON export (created_at, export_id);
CREATE INDEX export_of_operator ON export (operator_id, created_at, export_id);
CREATE INDEX export_files_end ON export (files_until) WHERE removed_at IS NULL;

-- Each part in the file store. The row is there before the bytes; `part` is null until it is kept.
CREATE TABLE export_part (
  export_id text NOT NULL,
  file_id uuid NOT NULL,
  part integer CHECK (part >= 0),
  PRIMARY KEY (export_id, file_id),
  UNIQUE (export_id, part)
);

GRANT SELECT, INSERT, UPDATE (parts, rows, bytes, cursor, canary, started_at, ended_at, outcome, fault, files_until,
  removed_at, link_hash, link_session, link_until, downloads, downloaded_at) ON export TO yunjing_app;
GRANT SELECT, INSERT, DELETE, UPDATE (part) ON export_part TO yunjing_app;
