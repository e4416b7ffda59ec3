-- Settings that operators change while the server runs. A row with version 0 was never changed: it
-- exists only so that writers of figures that limit each other lock the same rows.
ALTER TABLE setting
  ALTER COLUMN value DROP NOT NULL,
  ADD COLUMN version integer NOT NULL DEFAULT 0 CHECK (version >= 0),
  ADD COLUMN reason text NOT NULL DEFAULT '';
GRANT INSERT, UPDATE (value, version, reason, updated_at, updated_by) ON setting TO yunjing_app;

-- Every change. A null value is the installation's own figure.
CREATE TABLE setting_version (
  name text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  value jsonb,
  reason text NOT NULL CHECK (length(reason) BETWEEN 2 AND 200),
  operator_id uuid NOT NULL,
  -- The second person, where the change needed one.
  approver_id uuid CHECK (approver_id <> operator_id),
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (name, version)
);
GRANT SELECT, INSERT ON setting_version TO yunjing_app;

-- Functions that operators have switched off for members until an instant.
CREATE TABLE kill_switch (
  name text PRIMARY KEY,
  is_off boolean NOT NULL DEFAULT false,
  ends_at timestamptz,
  reason text NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  operator_id uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  CHECK (NOT is_off OR ends_at IS NOT NULL)
);
GRANT SELECT, INSERT, UPDATE (is_off, ends_at, reason, version, operator_id, changed_at)
  ON kill_switch TO yunjing_app;

-- The maintenance notice of the member app; one row for each place.
CREATE TABLE maintenance_notice (
  place text PRIMARY KEY CHECK (place = 'member'),
  body text NOT NULL CHECK (length(body) <= 140),
  starts_at timestamptz,
  ends_at timestamptz,
  reason text NOT NULL,
  version integer NOT NULL DEFAULT 1 CHECK (version > 0),
  operator_id uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  CHECK (body = '' OR ends_at IS NOT NULL),
  CHECK (starts_at < ends_at)
);
GRANT SELECT, INSERT, UPDATE (body, starts_at, ends_at, reason, version, operator_id, changed_at)
  ON maintenance_notice TO yunjing_app;
