-- The cloud door: what a signed call was made with is remembered while the call could be made again.

-- By the hash of a request's id or of its signature. A signature may come a few times, an id once.
CREATE TABLE cloud_once (
  once_key bytea PRIMARY KEY,
  uses integer NOT NULL CHECK (uses >= 1),
  expires_at timestamptz NOT NULL
);
CREATE INDEX cloud_once_age ON cloud_once (expires_at);

GRANT SELECT, INSERT, UPDATE (uses), DELETE ON cloud_once TO yunjing_app;
