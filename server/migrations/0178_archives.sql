-- Old rows leave the database into compressed files of the file store (decision 0119). A row here exists before its file, so
-- that every file is known; `kept` says that the rows have left the database in the same transaction, `removed` that a crash left
-- the file over and it is gone.
CREATE TABLE archive_file (
  id uuid PRIMARY KEY,
  -- Which table the rows are from.
  source text NOT NULL,
  state text NOT NULL DEFAULT 'begun' CHECK (state IN ('begun', 'kept', 'removed')),
  rows integer NOT NULL CHECK (rows BETWEEN 1 AND 10000),
  bytes integer NOT NULL CHECK (bytes > 0),
  -- SHA-256 of the file.
  hash bytea NOT NULL CHECK (length(hash) = 32),
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL CHECK (to_at >= from_at),
  created_at timestamptz NOT NULL
);
CREATE INDEX archive_file_newest ON archive_file (created_at DESC, id DESC);
CREATE INDEX archive_file_begun ON archive_file (created_at) WHERE state = 'begun';
GRANT SELECT, INSERT, UPDATE (state) ON archive_file TO yunjing_app;

-- Where each operator's chain continues: the lines up to `last_seq` lie in the file. Written by audit_archive_lines alone.
CREATE TABLE audit_archive (
  member_id uuid NOT NULL,
  last_seq bigint NOT NULL,
  first_seq bigint NOT NULL CHECK (first_seq BETWEEN 1 AND last_seq),
  -- The hash of line `last_seq`, which the next line names as `previous`.
  hash bytea NOT NULL,
  archive_id uuid NOT NULL,
  PRIMARY KEY (member_id, last_seq)
);
GRANT SELECT ON audit_archive TO yunjing_app;

-- History leaves by platform_archive_events alone.
CREATE INDEX event_age ON event USING brin (at);
GRANT DELETE ON recon_run TO yunjing_app;
