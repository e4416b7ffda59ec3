-- The platform's own tables: idempotency keys, events, outbox, inbox, counters, settings. Rules: growth.md.
-- The application's role is made by the database's owner; see server/src/platform/database/migrate.ts.

CREATE TABLE setting (
  name text PRIMARY KEY,
  value jsonb NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(),
  updated_by text NOT NULL DEFAULT 'system'
);

-- One row per (who, route, key): written in the transaction of its effect, so a crash leaves neither.
CREATE TABLE idem (
  member_id uuid NOT NULL,
  route text NOT NULL,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  request_hash bytea NOT NULL,
  result jsonb,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, route, key)
);
CREATE INDEX idem_age ON idem (created_at);

-- Who changed which entity from what to what, and why: the order's timeline and the audit read it.
CREATE TABLE event (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  entity text NOT NULL,
  entity_id uuid NOT NULL,
  name text NOT NULL,
  from_state text,
  to_state text,
  actor_kind text NOT NULL CHECK (actor_kind IN ('member', 'operator', 'system', 'channel', 'supplier', 'dealer')),
  actor_id text,
  reason text,
  request_id text,
  data jsonb NOT NULL DEFAULT '{}',
  at timestamptz NOT NULL,
  PRIMARY KEY (member_id, id)
);
CREATE INDEX event_entity ON event (member_id, entity_id, at, id);

-- What must happen outside after commit. Payloads hold ids; a secret that must travel is sealed and blanked when done.
CREATE TABLE outbox (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  aggregate_id uuid NOT NULL,
  lane smallint NOT NULL CHECK (lane BETWEEN 0 AND 15),
  topic text NOT NULL,
  payload jsonb NOT NULL,
  sealed bytea,
  state text NOT NULL DEFAULT 'queued' CHECK (state IN ('queued', 'claimed', 'done', 'dead')),
  attempt integer NOT NULL DEFAULT 0 CHECK (attempt >= 0),
  due_at timestamptz NOT NULL,
  lease_until timestamptz,
  last_error text,
  created_at timestamptz NOT NULL,
  done_at timestamptz,
  PRIMARY KEY (member_id, id)
);
CREATE INDEX outbox_due ON outbox (lane, due_at) WHERE state = 'queued';
CREATE INDEX outbox_lease ON outbox (lease_until) WHERE state = 'claimed';
CREATE INDEX outbox_done ON outbox (done_at) WHERE state = 'done';

-- Callbacks seen, by source and event: the second arrival changes nothing.
CREATE TABLE inbox (
  event_key text PRIMARY KEY,
  body jsonb NOT NULL,
  received_at timestamptz NOT NULL,
  applied_at timestamptz
);

-- Guess, SMS and campaign limits: one counter a subject and window.
CREATE TABLE limit_counter (
  subject text NOT NULL,
  window_start timestamptz NOT NULL,
  used integer NOT NULL DEFAULT 0 CHECK (used >= 0),
  PRIMARY KEY (subject, window_start)
);
CREATE INDEX limit_counter_age ON limit_counter (window_start);

-- Reports of paths that are no page, one row a path and day.
CREATE TABLE lost_page (
  path text NOT NULL,
  day date NOT NULL,
  came_from text,
  seen integer NOT NULL DEFAULT 1,
  last_at timestamptz NOT NULL,
  PRIMARY KEY (path, day)
);

GRANT SELECT ON setting TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (result), DELETE ON idem TO yunjing_app;
GRANT SELECT, INSERT ON event TO yunjing_app;
GRANT SELECT, INSERT, DELETE, UPDATE (state, attempt, due_at, lease_until, last_error, done_at, sealed) ON outbox TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (applied_at) ON inbox TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (used), DELETE ON limit_counter TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (seen, last_at) ON lost_page TO yunjing_app;
