-- Messages: what members are told, how far each telling is, and what they want to hear.

-- In the app the row itself is the telling: unread, read, hidden. The same news can make it only once.
CREATE TABLE message (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  dedupe_key text NOT NULL CHECK (length(dedupe_key) BETWEEN 3 AND 160),
  kind text NOT NULL,
  topic text NOT NULL CHECK (topic IN ('order', 'asset', 'invite', 'campaign', 'security')),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 40),
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 300),
  -- A path within the app, never an address elsewhere.
  link text CONSTRAINT message_link CHECK (link ~ '^/[^/\\]' OR link = '/'),
  -- What the other channels need to say it in their own forms: plain figures and words, no secret.
  facts jsonb NOT NULL DEFAULT '{}',
  read_at timestamptz,
  hidden_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, id),
  CONSTRAINT message_once UNIQUE (member_id, dedupe_key)
);
CREATE INDEX message_newest ON message (member_id, created_at DESC, id DESC) WHERE hidden_at IS NULL;
CREATE INDEX message_unread ON message (member_id, topic) WHERE read_at IS NULL AND hidden_at IS NULL;

-- One row for each channel beyond the app. `tries` is counted before the call, so that a crash counts too; `unsure` says
-- that a call went out whose answer nobody heard.
CREATE TABLE message_send (
  member_id uuid NOT NULL,
  message_id uuid NOT NULL,
  channel text NOT NULL CHECK (channel IN ('sms', 'wechat')),
  state text NOT NULL CHECK (state IN ('QUEUED', 'SENDING', 'RETRY', 'SENT', 'REFUSED', 'SKIPPED', 'UNSURE', 'DEAD')),
  tries integer NOT NULL DEFAULT 0 CHECK (tries >= 0),
  -- The provider's word for why it is where it is, or our own.
  word text,
  first_sent_at timestamptz,
  ended_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, message_id, channel),
  FOREIGN KEY (member_id, message_id) REFERENCES message (member_id, id),
  CONSTRAINT message_send_ended CHECK ((ended_at IS NULL) = (state IN ('QUEUED', 'SENDING', 'RETRY')))
);
CREATE INDEX message_send_dead ON message_send (ended_at) WHERE state = 'DEAD';
CREATE INDEX message_send_recent ON message_send (created_at);

-- What a member wants to hear outside the app. No row: never asked. `credits` are the sendings a one-time subscription
-- of WeChat's has left.
CREATE TABLE message_consent (
  member_id uuid NOT NULL,
  channel text NOT NULL CHECK (channel IN ('sms', 'wechat')),
  subject text NOT NULL CHECK (subject IN ('pickup', 'refund', 'withdrawal', 'expiring')),
  state text NOT NULL CHECK (state IN ('asked', 'accepted', 'refused')),
  credits integer NOT NULL DEFAULT 0 CHECK (credits BETWEEN 0 AND 50),
  -- Who said so last: the member here, or WeChat by its answer to a sending.
  said_by text NOT NULL CHECK (said_by IN ('member', 'wechat')),
  at timestamptz NOT NULL,
  PRIMARY KEY (member_id, channel, subject)
);

-- Told to everybody by one row that is read with each member's own; a member's mark is made when they read or hide it.
CREATE TABLE announcement (
  announcement_id uuid PRIMARY KEY,
  topic text NOT NULL CHECK (topic IN ('campaign', 'asset', 'security', 'order', 'invite')),
  title text NOT NULL CHECK (length(title) BETWEEN 1 AND 40),
  body text NOT NULL CHECK (length(body) BETWEEN 1 AND 300),
  link text CONSTRAINT announcement_link CHECK (link ~ '^/[^/\\]' OR link = '/'),
  from_at timestamptz NOT NULL,
  until_at timestamptz NOT NULL,
  actor text NOT NULL,
  withdrawn_at timestamptz,
  created_at timestamptz NOT NULL,
  CONSTRAINT announcement_lasts CHECK (until_at > from_at)
);
CREATE TABLE announcement_mark (
  member_id uuid NOT NULL,
  announcement_id uuid NOT NULL REFERENCES announcement (announcement_id),
  read_at timestamptz,
  hidden_at timestamptz,
  PRIMARY KEY (member_id, announcement_id)
);

-- The reminders' walk: which coupons and points end on a day.
CREATE INDEX member_coupon_ends ON member_coupon (valid_until, member_id, id) WHERE state = 'AVAILABLE';

GRANT SELECT, INSERT, UPDATE (read_at, hidden_at) ON message TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (state, tries, word, first_sent_at, ended_at) ON message_send TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (state, credits, said_by, at) ON message_consent TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (withdrawn_at) ON announcement TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (read_at, hidden_at) ON announcement_mark TO yunjing_app;
