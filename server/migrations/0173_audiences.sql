-- Audiences: segments, lists of members, texts, and bulk sends of coupons and messages (decision 0117).

-- Rules under a name. A send copies the members, so that a later change touches later sends only.
CREATE TABLE segment (
  segment_id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 2 AND 40),
  rules jsonb NOT NULL CHECK (jsonb_typeof(rules) = 'object'),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  maker_id uuid NOT NULL,
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  deleted_at timestamptz
);

-- The members of a file, for 30 days. The file itself, with its phones, is not kept.
CREATE TABLE member_list (
  list_id uuid PRIMARY KEY,
  name text NOT NULL CHECK (length(name) BETWEEN 2 AND 40),
  members integer NOT NULL CHECK (members >= 1),
  maker_id uuid NOT NULL,
  created_at timestamptz NOT NULL
);
CREATE INDEX member_list_newest ON member_list (created_at, list_id);
CREATE TABLE member_list_entry (
  member_id uuid NOT NULL,
  list_id uuid NOT NULL,
  PRIMARY KEY (member_id, list_id)
);
CREATE INDEX member_list_entry_of_list ON member_list_entry (list_id, member_id);

-- A text that messages begin with.
CREATE TABLE message_template (
  code text PRIMARY KEY CHECK (code ~ '^[a-z0-9-]{3,40}$'),
  name text NOT NULL CHECK (length(name) BETWEEN 2 AND 40),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 40),
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 300),
  link text CONSTRAINT message_template_link CHECK (link ~ '^/[^/\\]' OR link = '/'),
  version integer NOT NULL DEFAULT 1 CHECK (version >= 1),
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL
);

-- A coupon or a message for each member of an audience. `progress` counts the outcomes, written
-- again by each run of the job; `most_fen` is what the coupons can take off at most, null without a
-- limit.
CREATE TABLE bulk_send (
  send_id uuid PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('coupon', 'message')),
  state text NOT NULL CHECK (state IN ('waiting', 'running', 'paused', 'done', 'cancelled')),
  template_id text,
  title text NOT NULL,
  body text,
  link text,
  ref text NOT NULL,
  audience text NOT NULL,
  members integer NOT NULL CHECK (members BETWEEN 1 AND 100000),
  most_fen bigint CHECK (most_fen >= 0),
  progress jsonb NOT NULL DEFAULT '{}',
  start_at timestamptz NOT NULL,
  reason text NOT NULL,
  pause_reason text,
  maker_id uuid NOT NULL,
  checker_id uuid,
  created_at timestamptz NOT NULL,
  ended_at timestamptz,
  CONSTRAINT bulk_send_two_persons CHECK (maker_id <> checker_id),
  CONSTRAINT bulk_send_kind CHECK ((kind = 'coupon') = (template_id IS NOT NULL)
    AND (kind = 'message') = (body IS NOT NULL)),
  CONSTRAINT bulk_send_ended CHECK ((ended_at IS NOT NULL) = (state IN ('done', 'cancelled')))
);
CREATE INDEX bulk_send_newest ON bulk_send (created_at, send_id);

-- The members of a send, fixed when it is made. The key is what gives each member one outcome.
CREATE TABLE bulk_send_member (
  member_id uuid NOT NULL,
  send_id uuid NOT NULL,
  outcome text CHECK (outcome IN ('given', 'already', 'barred')),
  reason text,
  at timestamptz,
  PRIMARY KEY (member_id, send_id),
  CONSTRAINT bulk_send_member_decided CHECK ((outcome IS NULL) = (at IS NULL)),
  CONSTRAINT bulk_send_member_reason CHECK ((reason IS NOT NULL) = (outcome IS NOT DISTINCT FROM 'barred'))
);
CREATE INDEX bulk_send_member_of_send ON bulk_send_member (send_id, outcome, member_id);

GRANT SELECT, INSERT, UPDATE (name, rules, version, changed_at, deleted_at) ON segment TO yunjing_app;
GRANT SELECT, INSERT, DELETE ON member_list, member_list_entry TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (name, title, body, link, version, changed_by, changed_at) ON message_template
  TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (state, progress, pause_reason, checker_id, ended_at) ON bulk_send
  TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (outcome, reason, at) ON bulk_send_member TO yunjing_app;
