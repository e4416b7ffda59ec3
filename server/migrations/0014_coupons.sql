-- Coupons: definitions, the counts and budgets of their campaigns in buckets, and what members hold (domain.md 7, 8, 9).

-- A definition. `rules` and `looks` are copied into each coupon as it is issued: a change touches later ones only.
CREATE TABLE coupon_template (
  template_id text PRIMARY KEY,
  status text NOT NULL CHECK (status IN ('draft', 'review', 'active', 'paused', 'ended', 'archived')),
  title text NOT NULL,
  looks jsonb NOT NULL,
  rules jsonb NOT NULL,
  validity jsonb NOT NULL,
  audience jsonb NOT NULL DEFAULT '{}',
  limits jsonb NOT NULL,
  is_listed boolean NOT NULL DEFAULT true,
  claim_from timestamptz,
  claim_until timestamptz,
  -- How it was stopped: issued coupons and promised ones stay; nothing more is issued; or unused ones end as well.
  ended_how text CHECK (ended_how IN ('keep', 'unclaimed', 'unused')),
  revoked_at timestamptz,
  sort integer NOT NULL DEFAULT 0,
  maker_id uuid NOT NULL,
  checker_id uuid,
  reason text,
  created_at timestamptz NOT NULL,
  decided_at timestamptz,
  CONSTRAINT coupon_template_two_persons CHECK (maker_id <> checker_id),
  CONSTRAINT coupon_template_percent_needs_cap CHECK (rules->>'type' <> 'percent' OR rules ? 'capFen')
);
CREATE INDEX coupon_template_list ON coupon_template (sort, template_id) WHERE is_listed;

-- A campaign's counts. Without a total there is no end to it.
CREATE TABLE campaign_stock (
  template_id text NOT NULL REFERENCES coupon_template (template_id),
  bucket smallint NOT NULL CHECK (bucket BETWEEN 0 AND 15),
  total integer CHECK (total >= 0),
  claimed integer NOT NULL DEFAULT 0,
  used integer NOT NULL DEFAULT 0,
  PRIMARY KEY (template_id, bucket),
  CONSTRAINT campaign_stock_claimed CHECK (claimed <= total),
  CONSTRAINT campaign_stock_used CHECK (used BETWEEN 0 AND claimed)
);

-- A campaign's money: what orders hold while they wait for their payment, and what was spent.
CREATE TABLE campaign_spend (
  template_id text NOT NULL REFERENCES coupon_template (template_id),
  bucket smallint NOT NULL CHECK (bucket BETWEEN 0 AND 15),
  budget_fen bigint CHECK (budget_fen >= 0),
  held_fen bigint NOT NULL DEFAULT 0 CHECK (held_fen >= 0),
  spent_fen bigint NOT NULL DEFAULT 0 CHECK (spent_fen >= 0),
  PRIMARY KEY (template_id, bucket),
  CONSTRAINT campaign_spend_budget CHECK (held_fen + spent_fen <= budget_fen)
);
CREATE TABLE campaign_hold (
  template_id text NOT NULL,
  bucket smallint NOT NULL,
  order_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  owner_id uuid NOT NULL,
  amount_fen integer NOT NULL CHECK (amount_fen > 0),
  state text NOT NULL CHECK (state IN ('held', 'spent', 'void')),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (template_id, order_id, coupon_id)
);
CREATE INDEX campaign_hold_over ON campaign_hold (template_id, bucket, expires_at) WHERE state = 'held';

-- A member's coupon. Start, end, and the end of a lock are decided by time where it is read, never by a job.
CREATE TABLE member_coupon (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  template_id text NOT NULL REFERENCES coupon_template (template_id),
  source text NOT NULL CHECK (source IN
    ('claim', 'grant', 'register', 'invite', 'code', 'purchase', 'level', 'compensation')),
  source_ref text NOT NULL,
  bucket smallint NOT NULL,
  snapshot jsonb NOT NULL,
  state text NOT NULL CHECK (state IN ('AVAILABLE', 'LOCKED', 'USED', 'VOID')),
  valid_from timestamptz NOT NULL,
  valid_until timestamptz NOT NULL,
  -- One row, one lock: two orders can never hold the same coupon.
  locked_order uuid,
  lock_until timestamptz,
  used_order uuid,
  used_at timestamptz,
  returned_count integer NOT NULL DEFAULT 0 CHECK (returned_count >= 0),
  void_reason text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, id),
  CONSTRAINT member_coupon_once UNIQUE (member_id, template_id, source, source_ref),
  CONSTRAINT member_coupon_lock CHECK ((state = 'LOCKED') = (locked_order IS NOT NULL AND lock_until IS NOT NULL)),
  CONSTRAINT member_coupon_used CHECK ((state = 'USED') = (used_order IS NOT NULL AND used_at IS NOT NULL))
);
CREATE INDEX member_coupon_list ON member_coupon (member_id, valid_until, id);

-- What an order took of which coupon, and what became of it.
CREATE TABLE coupon_use (
  member_id uuid NOT NULL,
  order_id uuid NOT NULL,
  coupon_id uuid NOT NULL,
  off_fen integer NOT NULL CHECK (off_fen > 0),
  state text NOT NULL CHECK (state IN ('held', 'used', 'void', 'returned')),
  expires_at timestamptz NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, order_id, coupon_id),
  FOREIGN KEY (member_id, coupon_id) REFERENCES member_coupon (member_id, id)
);

-- How many a member has claimed of a template, in all and on the last day.
CREATE TABLE coupon_tally (
  member_id uuid NOT NULL,
  template_id text NOT NULL REFERENCES coupon_template (template_id),
  claimed integer NOT NULL CHECK (claimed >= 1),
  day date NOT NULL,
  claimed_on_day integer NOT NULL CHECK (claimed_on_day BETWEEN 1 AND claimed),
  PRIMARY KEY (member_id, template_id)
);

-- Third-party cards. What opens them is sealed; a list carries the mask alone.
CREATE TABLE card (
  member_id uuid NOT NULL,
  id uuid NOT NULL,
  order_id uuid NOT NULL,
  item_id uuid NOT NULL,
  seq smallint NOT NULL CHECK (seq BETWEEN 1 AND 400),
  seq_of smallint NOT NULL,
  title text NOT NULL,
  brand text,
  artwork text NOT NULL,
  tint text NOT NULL,
  form text NOT NULL CHECK (form IN ('code', 'pair', 'qr', 'link')),
  mask text NOT NULL,
  code_sealed bytea NOT NULL,
  secret_sealed bytea,
  qr_sealed bytea,
  state text NOT NULL CHECK (state IN ('READY', 'REVEALED', 'MARKED_USED', 'VOID')),
  valid_until timestamptz,
  reveal_count integer NOT NULL DEFAULT 0 CHECK (reveal_count >= 0),
  first_reveal_at timestamptz,
  used_at timestamptz,
  void_reason text,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (member_id, id),
  CONSTRAINT card_once UNIQUE (member_id, item_id, seq),
  CONSTRAINT card_seq_of CHECK (seq <= seq_of),
  CONSTRAINT card_revealed CHECK ((reveal_count > 0) = (first_reveal_at IS NOT NULL))
);

GRANT SELECT, INSERT ON coupon_template, campaign_stock, campaign_spend, campaign_hold, member_coupon, coupon_use,
  coupon_tally, card TO yunjing_app;
GRANT UPDATE (status, title, looks, rules, validity, audience, limits, is_listed, claim_from, claim_until, ended_how,
  revoked_at, checker_id, reason, decided_at) ON coupon_template TO yunjing_app;
GRANT UPDATE (claimed, used) ON campaign_stock TO yunjing_app;
GRANT UPDATE (held_fen, spent_fen) ON campaign_spend TO yunjing_app;
GRANT UPDATE (bucket, amount_fen, state, expires_at) ON campaign_hold TO yunjing_app;
GRANT UPDATE (state, valid_until, locked_order, lock_until, used_order, used_at, returned_count, void_reason)
  ON member_coupon TO yunjing_app;
GRANT UPDATE (off_fen, state, expires_at) ON coupon_use TO yunjing_app;
GRANT UPDATE (claimed, day, claimed_on_day) ON coupon_tally TO yunjing_app;
GRANT UPDATE (state, reveal_count, first_reveal_at, used_at, void_reason) ON card TO yunjing_app;
