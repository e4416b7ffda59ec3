-- Files: what members upload, from the ticket to the day that something of theirs keeps it or the sweeper takes it.

-- Found by its id alone, since an upload of a foreign client has no owner. `path` is what follows the space in the id
-- that clients hold: yyyy/mm/{file_id}/{what they called it}. A ticket is used up by `taken_at`, before the first byte is
-- read. Whatever is not adopted ends at `expires_at`.
CREATE TABLE file (
  file_id uuid PRIMARY KEY,
  owner_id uuid,
  path text NOT NULL CHECK (octet_length(path) BETWEEN 46 AND 302),
  state text NOT NULL CHECK (state IN ('ticketed', 'stored', 'adopted')),
  store_key text,
  type text CHECK (type IN ('image/jpeg', 'image/png', 'image/webp')),
  bytes integer CHECK (bytes > 0),
  sha256 bytea CHECK (length(sha256) = 32),
  -- What keeps it, once something does.
  purpose text CHECK (purpose IN ('avatar', 'refund')),
  taken_at timestamptz,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  CONSTRAINT file_is_there CHECK ((state = 'ticketed') OR
    (store_key IS NOT NULL AND type IS NOT NULL AND bytes IS NOT NULL AND sha256 IS NOT NULL)),
  CONSTRAINT file_is_kept CHECK ((state = 'adopted') = (expires_at IS NULL)
    AND (state = 'adopted') = (purpose IS NOT NULL)),
  CONSTRAINT file_has_owner CHECK (state <> 'adopted' OR owner_id IS NOT NULL)
);
CREATE INDEX file_ends ON file (expires_at) WHERE expires_at IS NOT NULL;

GRANT SELECT, INSERT, DELETE, UPDATE (owner_id, state, store_key, type, bytes, sha256, purpose, taken_at, expires_at)
  ON file TO yunjing_app;

-- A picture of one's own; beside it `avatar_url` is the one that WeChat told. The later of both is shown.
ALTER TABLE member ADD COLUMN avatar_file uuid;
GRANT UPDATE (avatar_file) ON member TO yunjing_app;

-- What a member shows with a request for money back.
ALTER TABLE refund ADD COLUMN evidence uuid[] NOT NULL DEFAULT '{}'
  CONSTRAINT refund_evidence CHECK (cardinality(evidence) <= 6);
