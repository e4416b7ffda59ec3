-- Partners: links that lead to them, jumps, and the orders they tell of.

CREATE TABLE partner (
  partner_id text PRIMARY KEY CHECK (partner_id ~ '^[a-z][a-z0-9-]{1,31}$'),
  name text NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  changed_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (name, is_on, changed_at) ON partner TO yunjing_app;

-- Where links may lead: a host, or the id of an app within its scheme. Each was approved by a second person.
CREATE TABLE partner_host (
  partner_id text NOT NULL REFERENCES partner (partner_id),
  scheme text NOT NULL CHECK (scheme IN ('https', 'weixin', 'alipays')),
  place text NOT NULL,
  is_on boolean NOT NULL DEFAULT true,
  approval_id uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (partner_id, scheme, place)
);
GRANT SELECT, INSERT, UPDATE (is_on, approval_id, changed_at) ON partner_host TO yunjing_app;

CREATE TABLE partner_link (
  link_id text PRIMARY KEY CHECK (link_id ~ '^[a-z][a-z0-9-]{1,31}$'),
  partner_id text NOT NULL REFERENCES partner (partner_id),
  title text NOT NULL,
  brand_name text NOT NULL,
  artwork text NOT NULL,
  tint text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('h5', 'mini', 'deeplink')),
  target text NOT NULL CHECK (length(target) <= 512),
  tip text NOT NULL,
  -- Empty: everywhere.
  city_codes text[] NOT NULL DEFAULT '{}',
  starts_at timestamptz,
  ends_at timestamptz,
  is_on boolean NOT NULL,
  version integer NOT NULL CHECK (version >= 1),
  changed_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (partner_id, title, brand_name, artwork, tint, kind, target, tip, city_codes, starts_at,
  ends_at, is_on, version, changed_at) ON partner_link TO yunjing_app;

-- One jump: its tracking id, and the hash of the token that the partner may exchange once.
CREATE TABLE partner_click (
  sid text PRIMARY KEY CHECK (sid ~ '^[0-9a-f]{32}$'),
  member_id uuid NOT NULL,
  partner_id text NOT NULL REFERENCES partner (partner_id),
  link_id text NOT NULL,
  region_code text,
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at timestamptz
);
CREATE INDEX partner_click_newest ON partner_click (created_at DESC, sid);
GRANT SELECT, INSERT, UPDATE (used_at) ON partner_click TO yunjing_app;

-- All a partner said of one of its orders, put together; `member_id` is null while no jump of ours matches it.
CREATE TABLE partner_report (
  partner_id text NOT NULL REFERENCES partner (partner_id),
  partner_no text NOT NULL CHECK (length(partner_no) BETWEEN 1 AND 64),
  order_id uuid NOT NULL,
  sid text,
  member_id uuid,
  link_id text,
  state text NOT NULL CHECK (state IN ('ORDERED', 'PAID', 'SETTLED', 'VOID')),
  commission text NOT NULL CHECK (commission IN ('NONE', 'ESTIMATED', 'SETTLED', 'VOID')),
  title text NOT NULL,
  amount_fen bigint NOT NULL CHECK (amount_fen >= 0),
  commission_fen bigint NOT NULL CHECK (commission_fen >= 0),
  is_risk boolean NOT NULL,
  placed_at timestamptz NOT NULL,
  -- When the partner last changed what stands here, by its own clock.
  said_at timestamptz NOT NULL,
  said_rank integer NOT NULL,
  heard_at timestamptz NOT NULL,
  first_heard_at timestamptz NOT NULL,
  CONSTRAINT partner_report_matched CHECK ((member_id IS NULL) = (link_id IS NULL))
);
ALTER TABLE partner_report ADD PRIMARY KEY (partner_id, partner_no);
CREATE INDEX partner_report_newest ON partner_report (heard_at DESC);
CREATE INDEX partner_report_sid ON partner_report (sid);
GRANT SELECT, INSERT, UPDATE (sid, member_id, link_id, state, commission, title, amount_fen, commission_fen, is_risk,
  placed_at, said_at, said_rank, heard_at) ON partner_report TO yunjing_app;

-- What its member sees of it; nothing of our commission.
CREATE TABLE partner_order (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  partner_id text NOT NULL REFERENCES partner (partner_id),
  partner_no text NOT NULL,
  link_id text NOT NULL,
  title text NOT NULL,
  state text NOT NULL CHECK (state IN ('ORDERED', 'PAID', 'SETTLED', 'VOID')),
  amount_fen bigint NOT NULL CHECK (amount_fen >= 0),
  created_at timestamptz NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, id)
);
CREATE INDEX partner_order_newest ON partner_order (member_id, created_at DESC, id DESC);
GRANT SELECT, INSERT, UPDATE (title, state, amount_fen, changed_at) ON partner_order TO yunjing_app;

-- How far each partner's orders were pulled, and why the last pull stopped short.
CREATE TABLE partner_pull (
  partner_id text PRIMARY KEY REFERENCES partner (partner_id),
  pulled_to timestamptz NOT NULL,
  failure text,
  changed_at timestamptz NOT NULL
);
GRANT SELECT, INSERT, UPDATE (pulled_to, failure, changed_at) ON partner_pull TO yunjing_app;
