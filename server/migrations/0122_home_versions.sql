-- The home page is published as one version of all blocks, now or at an instant. The rows of
-- home_block are what members see until the first version.

-- In force is the highest version whose start has come and that was not withdrawn before it.
CREATE TABLE home_version (
  version integer PRIMARY KEY CHECK (version > 0),
  blocks jsonb NOT NULL CHECK (jsonb_typeof(blocks) = 'array'),
  reason text NOT NULL,
  published_by text NOT NULL,
  published_at timestamptz NOT NULL,
  starts_at timestamptz NOT NULL,
  -- The version whose blocks were published again.
  restored_from integer REFERENCES home_version (version) CHECK (restored_from < version),
  withdrawn_by text,
  withdrawn_at timestamptz CHECK (withdrawn_at < starts_at),
  CONSTRAINT home_version_withdrawn CHECK ((withdrawn_by IS NULL) = (withdrawn_at IS NULL))
);

-- One row. `version` counts the saves and goes on after a publication, so that an editor who opened
-- the draft before is refused. A draft that is not open is past: members see newer blocks.
CREATE TABLE home_draft (
  draft_id text PRIMARY KEY CHECK (draft_id = 'home'),
  version integer NOT NULL CHECK (version >= 0),
  blocks jsonb NOT NULL CHECK (jsonb_typeof(blocks) = 'array'),
  is_open boolean NOT NULL,
  saved_by text,
  saved_at timestamptz
);
INSERT INTO home_draft (draft_id, version, blocks, is_open) VALUES ('home', 0, '[]', false);

GRANT SELECT, INSERT, UPDATE (version, blocks, is_open, saved_by, saved_at) ON home_draft TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (withdrawn_by, withdrawn_at) ON home_version TO yunjing_app;
