-- Invitations: who brought whom, and what both get for the first order that was paid, completed and kept.

-- A member's code, and the claim that it is nobody else's.
CREATE TABLE invite_owner (
  member_id uuid PRIMARY KEY,
  code text NOT NULL CHECK (code ~ '^[0-9a-z]{8}$'),
  created_at timestamptz NOT NULL
);
CREATE TABLE invite_code (
  code text PRIMARY KEY CHECK (code ~ '^[0-9a-z]{8}$'),
  owner_id uuid NOT NULL
);

-- An anonymous click: the first of a device for a code counts for its window, unless a registration has spent it.
CREATE TABLE invite_visit (
  device_hash bytea NOT NULL,
  code text NOT NULL,
  visit_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  came_from text NOT NULL CHECK (came_from IN ('poster', 'link', 'code')),
  clicks integer NOT NULL DEFAULT 1 CHECK (clicks > 0),
  visited_at timestamptz NOT NULL,
  last_at timestamptz NOT NULL,
  spent_at timestamptz,
  PRIMARY KEY (device_hash, code)
);
CREATE INDEX invite_visit_age ON invite_visit (last_at);

-- A campaign, its rules by version (none is changed), and what it may cost in fen, in buckets.
CREATE TABLE invite_campaign (
  campaign_id uuid PRIMARY KEY,
  name text NOT NULL,
  is_on boolean NOT NULL,
  starts_at timestamptz NOT NULL,
  ends_at timestamptz NOT NULL,
  CONSTRAINT invite_campaign_lasts CHECK (ends_at > starts_at)
);
-- `inviter` and `invitee` are {kind: cash, percent, capFen} | {kind: points, points} | {kind: coupon, templateId, costFen}.
CREATE TABLE invite_rule (
  campaign_id uuid NOT NULL REFERENCES invite_campaign (campaign_id),
  version integer NOT NULL CHECK (version > 0),
  inviter jsonb NOT NULL,
  invitee jsonb NOT NULL,
  month_cap integer NOT NULL CHECK (month_cap BETWEEN 1 AND 10000),
  starts_at timestamptz NOT NULL,
  PRIMARY KEY (campaign_id, version)
);
CREATE TABLE invite_budget (
  campaign_id uuid NOT NULL,
  bucket smallint NOT NULL CHECK (bucket BETWEEN 0 AND 15),
  total_fen bigint NOT NULL CHECK (total_fen >= 0),
  used_fen bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (campaign_id, bucket),
  CONSTRAINT invite_budget_kept CHECK (used_fen BETWEEN 0 AND total_fen)
);

-- The bond, in the book of whoever was invited. One inviter only, who was a member before: every bond leads from an older
-- member to a younger one, so that no circle can close. What was earned is decided here once, by `earned_order_id`.
CREATE TABLE invite_binding (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  inviter_id uuid NOT NULL,
  code text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('poster', 'link', 'code', 'operator')),
  state text NOT NULL CHECK (state IN ('BOUND', 'EFFECTIVE', 'REJECTED', 'MOVED')),
  campaign_id uuid,
  rule_version integer,
  inviter_since timestamptz NOT NULL,
  member_since timestamptz NOT NULL,
  visit_id uuid,
  visited_at timestamptz,
  bound_at timestamptz NOT NULL,
  valid_until timestamptz NOT NULL,
  earned_order_id uuid,
  effective_at timestamptz,
  ended_at timestamptz,
  reason text,
  actor text NOT NULL,
  -- What a judge of fraud looks at; keyed hashes, never the thing itself (docs/invitations.md).
  device_hash bytea,
  ip_hash bytea,
  agent_hash bytea,
  phone_segment_hash bytea,
  payer_hash bytea,
  account_hash bytea,
  visit_ms bigint,
  risk_score integer CHECK (risk_score BETWEEN 0 AND 100),
  risk_verdict text CHECK (risk_verdict IN ('pass', 'hold', 'reject')),
  risk_reasons jsonb NOT NULL DEFAULT '[]',
  PRIMARY KEY (member_id, id),
  CONSTRAINT invite_binding_not_self CHECK (inviter_id <> member_id),
  CONSTRAINT invite_binding_older CHECK (inviter_since < member_since),
  CONSTRAINT invite_binding_lasts CHECK (valid_until > bound_at),
  CONSTRAINT invite_binding_ruled CHECK ((campaign_id IS NULL) = (rule_version IS NULL)),
  CONSTRAINT invite_binding_earns CHECK (earned_order_id IS NULL OR effective_at IS NOT NULL),
  CONSTRAINT invite_binding_ended CHECK ((ended_at IS NULL) = (state IN ('BOUND', 'EFFECTIVE')))
);
CREATE UNIQUE INDEX invite_binding_live ON invite_binding (member_id) WHERE state IN ('BOUND', 'EFFECTIVE');
CREATE UNIQUE INDEX invite_binding_earned ON invite_binding (member_id) WHERE earned_order_id IS NOT NULL;
CREATE INDEX invite_binding_newest ON invite_binding (bound_at DESC);
CREATE INDEX invite_binding_inviter ON invite_binding (inviter_id, bound_at DESC);
CREATE INDEX invite_binding_device ON invite_binding (device_hash);
CREATE INDEX invite_binding_ip ON invite_binding (ip_hash, bound_at);
CREATE INDEX invite_binding_payer ON invite_binding (payer_hash) WHERE payer_hash IS NOT NULL;

-- The same bond as the inviter sees it, in the inviter's book: nothing of the friend but a mask.
CREATE TABLE invite_friend (
  member_id uuid NOT NULL,
  binding_id uuid NOT NULL,
  invitee_id uuid NOT NULL,
  friend text NOT NULL,
  state text NOT NULL CHECK (state IN ('BOUND', 'EFFECTIVE', 'REJECTED', 'MOVED')),
  reason text,
  bound_at timestamptz NOT NULL,
  valid_until timestamptz NOT NULL,
  PRIMARY KEY (member_id, binding_id)
);
CREATE INDEX invite_friend_newest ON invite_friend (member_id, bound_at DESC, binding_id DESC);

-- A reward, in the book of whoever gets it. Cash of FROZEN and HELD ones lies in reward_frozen. `amount` is fen or points,
-- or 1 coupon; it only ever falls. `owed_fen` was taken back after it had been spent: the next rewards pay it.
CREATE TABLE invite_reward (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  binding_id uuid NOT NULL,
  rule text NOT NULL CHECK (rule IN ('inviter', 'invitee')),
  trigger_id text NOT NULL CHECK (trigger_id IN ('first_order')),
  campaign_id uuid NOT NULL,
  rule_version integer NOT NULL,
  invitee_id uuid NOT NULL,
  order_id uuid NOT NULL,
  friend text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('cash', 'points', 'coupon')),
  terms jsonb NOT NULL,
  first_amount bigint NOT NULL CHECK (first_amount >= 0),
  amount bigint NOT NULL CHECK (amount >= 0),
  base_fen bigint NOT NULL CHECK (base_fen >= 0),
  cost_fen bigint NOT NULL CHECK (cost_fen >= 0),
  bucket smallint,
  state text NOT NULL CHECK (state IN ('FROZEN', 'HELD', 'SETTLED', 'CANCELLED', 'REJECTED', 'CLAWED_BACK')),
  reason text NOT NULL DEFAULT '',
  freeze_until timestamptz NOT NULL,
  risk_score integer CHECK (risk_score BETWEEN 0 AND 100),
  taken bigint NOT NULL DEFAULT 0 CHECK (taken >= 0),
  owed_fen bigint NOT NULL DEFAULT 0 CHECK (owed_fen >= 0),
  reviewer text,
  created_at timestamptz NOT NULL,
  settled_at timestamptz,
  ended_at timestamptz,
  PRIMARY KEY (member_id, id),
  CONSTRAINT invite_reward_once UNIQUE (member_id, binding_id, rule, trigger_id),
  CONSTRAINT invite_reward_falls CHECK (amount <= first_amount),
  CONSTRAINT invite_reward_beneficiary CHECK ((rule = 'invitee') = (member_id = invitee_id)),
  CONSTRAINT invite_reward_settled CHECK ((state IN ('SETTLED', 'CLAWED_BACK')) = (settled_at IS NOT NULL)),
  CONSTRAINT invite_reward_over CHECK ((state IN ('CANCELLED', 'REJECTED', 'CLAWED_BACK')) = (ended_at IS NOT NULL)
    AND (ended_at IS NULL OR amount = 0)),
  CONSTRAINT invite_reward_live CHECK (state NOT IN ('FROZEN', 'HELD', 'SETTLED') OR amount > 0),
  CONSTRAINT invite_reward_charged CHECK ((bucket IS NULL) = (cost_fen = 0)),
  CONSTRAINT invite_reward_owed CHECK (owed_fen = 0 OR kind = 'cash')
);
CREATE INDEX invite_reward_newest ON invite_reward (member_id, created_at DESC, id DESC);
CREATE INDEX invite_reward_order ON invite_reward (member_id, order_id);
CREATE INDEX invite_reward_due ON invite_reward (freeze_until) WHERE state = 'FROZEN';
CREATE INDEX invite_reward_review ON invite_reward (created_at) WHERE state = 'HELD';
CREATE INDEX invite_reward_owing ON invite_reward (member_id) WHERE owed_fen > 0;

GRANT SELECT, INSERT ON invite_owner, invite_code, invite_rule TO yunjing_app;
GRANT SELECT, INSERT, DELETE, UPDATE (visit_id, came_from, clicks, visited_at, last_at, spent_at) ON invite_visit
  TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (name, is_on, starts_at, ends_at) ON invite_campaign TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (total_fen, used_fen) ON invite_budget TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (state, earned_order_id, effective_at, ended_at, reason, payer_hash, account_hash,
  risk_score, risk_verdict, risk_reasons) ON invite_binding TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (state, reason) ON invite_friend TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (amount, base_fen, cost_fen, bucket, state, reason, risk_score, taken, owed_fen, reviewer,
  settled_at, ended_at) ON invite_reward TO yunjing_app;
