-- Texts that are written as drafts and published as versions: the agreements that members accept.
-- Without a version the installed text holds, which counts as version 0.

-- One row a text, made by a migration. `version` counts the saves and goes on after a publication, so that an editor who
-- opened the draft before is refused. A draft that is not open is past: members see a newer text.
CREATE TABLE content_draft (
  name text PRIMARY KEY CHECK (name IN ('user', 'privacy', 'topup')),
  version integer NOT NULL CHECK (version >= 0),
  body jsonb,
  is_open boolean NOT NULL CHECK (NOT is_open OR body IS NOT NULL),
  saved_by text,
  saved_at timestamptz
);
INSERT INTO content_draft (name, version, is_open)
VALUES ('user', 0, false), ('privacy', 0, false), ('topup', 0, false);

-- In force is the highest version whose start has come and that was not withdrawn before it.
CREATE TABLE content_version (
  name text NOT NULL REFERENCES content_draft (name),
  version integer NOT NULL CHECK (version > 0),
  body jsonb NOT NULL,
  -- From its start, a member who accepted only older versions is asked to accept again.
  must_agree_again boolean NOT NULL,
  reason text NOT NULL,
  published_by text NOT NULL,
  published_at timestamptz NOT NULL,
  starts_at timestamptz NOT NULL CHECK (starts_at >= published_at),
  withdrawn_by text,
  withdrawn_at timestamptz CHECK (withdrawn_at < starts_at),
  PRIMARY KEY (name, version),
  CONSTRAINT content_version_withdrawn CHECK ((withdrawn_by IS NULL) = (withdrawn_at IS NULL))
);

GRANT SELECT, INSERT, UPDATE (version, body, is_open, saved_by, saved_at) ON content_draft TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (withdrawn_by, withdrawn_at) ON content_version TO yunjing_app;
