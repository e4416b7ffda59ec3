-- What is sold: SKUs, versions of their prices, the contract that says how they are delivered, and their stock.
-- Definitions hold no counters: stock lies in buckets of its own, and what a member bought in the member's book.

ALTER TABLE brand ADD COLUMN aliases text[] NOT NULL DEFAULT '{}';

-- Never changed once written: another contract is another row, so that the rules once shown can be shown again.
CREATE TABLE fulfilment_contract (
  contract_id text PRIMARY KEY,
  delivery text NOT NULL CHECK (delivery IN ('topup', 'card', 'movie', 'coupons', 'meal')),
  -- Where it is used: in the member's account elsewhere, in a store, online, in a cinema, or with an order here.
  used_in text NOT NULL CHECK (used_in IN ('account', 'store', 'online', 'cinema', 'order')),
  form jsonb NOT NULL DEFAULT '[]',
  sla_seconds integer NOT NULL CHECK (sla_seconds >= 0),
  refund_rule text NOT NULL CHECK (refund_rule IN ('unused_auto', 'before_code', 'manual', 'never')),
  refund_days integer CHECK (refund_days > 0),
  valid_days integer CHECK (valid_days > 0)
);
INSERT INTO fulfilment_contract (contract_id, delivery, used_in, sla_seconds, refund_rule)
VALUES ('plain-card', 'card', 'store', 60, 'before_code');

ALTER TABLE benefit
  ADD COLUMN contract_id text NOT NULL DEFAULT 'plain-card' REFERENCES fulfilment_contract (contract_id),
  ADD COLUMN also_artwork text,
  ADD COLUMN search_words text[] NOT NULL DEFAULT '{}',
  ADD COLUMN coupon_template_ids text[] NOT NULL DEFAULT '{}',
  ADD COLUMN per_order integer CHECK (per_order > 0),
  ADD COLUMN per_day integer CHECK (per_day > 0),
  ADD COLUMN per_month integer CHECK (per_month > 0),
  ADD COLUMN per_life integer CHECK (per_life > 0),
  ADD COLUMN sale_from timestamptz,
  ADD COLUMN sale_to timestamptz,
  ADD COLUMN listed_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN loss_approved_by text,
  -- Prices are of SKUs, and rules are generated from the contract.
  DROP COLUMN price_fen,
  DROP COLUMN member_price_fen,
  DROP COLUMN points_price,
  DROP COLUMN market_price_fen,
  DROP COLUMN sold_out,
  DROP COLUMN rules;

CREATE TABLE sku (
  sku_id text PRIMARY KEY,
  benefit_id text NOT NULL REFERENCES benefit (benefit_id),
  spec text NOT NULL DEFAULT '',
  artwork text,
  face_fen integer CHECK (face_fen > 0),
  stock_mode text NOT NULL CHECK (stock_mode IN ('own', 'supplier', 'unlimited')),
  low_alert integer NOT NULL DEFAULT 0 CHECK (low_alert >= 0),
  quantity_min integer NOT NULL DEFAULT 1 CHECK (quantity_min > 0),
  quantity_max integer NOT NULL DEFAULT 10 CHECK (quantity_max >= quantity_min),
  is_on boolean NOT NULL DEFAULT true,
  -- Set by the supplier's word, when the stock is the supplier's.
  is_supplier_out boolean NOT NULL DEFAULT false,
  sort integer NOT NULL DEFAULT 0
);
CREATE INDEX sku_benefit ON sku (benefit_id, sort, sku_id);

-- A change of price is another row; an order keeps the version it was made at. Of the versions whose time it is, the
-- highest holds, so one with an end lapses by itself into the one before it.
CREATE TABLE sku_price (
  sku_id text NOT NULL REFERENCES sku (sku_id),
  version integer NOT NULL CHECK (version > 0),
  market_fen integer NOT NULL CHECK (market_fen >= 0),
  price_fen integer NOT NULL CHECK (price_fen >= 0),
  -- {"1": 890, "3": 850}: what a member of at least this grade pays.
  level_fen jsonb NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(level_fen) = 'object'),
  points_price integer CHECK (points_price > 0),
  points_cash_fen integer CHECK (points_cash_fen >= 0),
  cost_fen integer NOT NULL CHECK (cost_fen >= 0),
  starts_at timestamptz NOT NULL,
  ends_at timestamptz CHECK (ends_at > starts_at),
  made_by text NOT NULL,
  made_at timestamptz NOT NULL,
  PRIMARY KEY (sku_id, version),
  CONSTRAINT sku_price_points CHECK (points_price IS NOT NULL OR points_cash_fen IS NULL)
);

CREATE TABLE sku_route (
  sku_id text NOT NULL REFERENCES sku (sku_id),
  supplier_id text NOT NULL,
  product text NOT NULL,
  cost_fen integer NOT NULL CHECK (cost_fen >= 0),
  priority integer NOT NULL DEFAULT 0,
  is_on boolean NOT NULL DEFAULT true,
  PRIMARY KEY (sku_id, supplier_id)
);

-- Our own stock, spread over eight rows so that buyers of one thing do not queue for one row.
CREATE TABLE sku_stock (
  sku_id text NOT NULL REFERENCES sku (sku_id),
  bucket smallint NOT NULL CHECK (bucket BETWEEN 0 AND 7),
  total integer NOT NULL CHECK (total >= 0),
  held integer NOT NULL DEFAULT 0 CHECK (held >= 0),
  sold integer NOT NULL DEFAULT 0 CHECK (sold >= 0),
  PRIMARY KEY (sku_id, bucket),
  CONSTRAINT sku_stock_not_oversold CHECK (held + sold <= total)
);

-- Beside the bucket it holds from. `lapsed`: its time was up and somebody else needed the pieces.
CREATE TABLE stock_hold (
  sku_id text NOT NULL,
  hold_id uuid NOT NULL,
  bucket smallint NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  state text NOT NULL CHECK (state IN ('held', 'sold', 'void', 'lapsed')),
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (sku_id, hold_id, bucket)
);
CREATE INDEX stock_hold_overdue ON stock_hold (sku_id, expires_at) WHERE state = 'held';
CREATE INDEX stock_hold_order ON stock_hold (hold_id);

-- What a member bought of a benefit with an order: counted by limits while held and not overdue, and once made.
CREATE TABLE purchase (
  member_id uuid NOT NULL,
  order_id uuid NOT NULL,
  benefit_id text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  state text NOT NULL CHECK (state IN ('held', 'made', 'void')),
  expires_at timestamptz NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (member_id, order_id, benefit_id)
);
CREATE INDEX purchase_counted ON purchase (member_id, benefit_id, at);

CREATE TABLE favourite (
  member_id uuid NOT NULL,
  benefit_id text NOT NULL,
  is_on boolean NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (member_id, benefit_id)
);

CREATE TABLE hot_word (
  word text PRIMARY KEY,
  is_new boolean NOT NULL DEFAULT false,
  starts_at timestamptz,
  ends_at timestamptz,
  sort integer NOT NULL DEFAULT 0
);

-- Whom a block is for: everybody, who has bought nothing yet, or a grade and above; everywhere or in some cities.
ALTER TABLE home_block
  ADD COLUMN audience text NOT NULL DEFAULT 'all' CHECK (audience IN ('all', 'new', 'level')),
  ADD COLUMN grade_min integer CHECK (grade_min > 0),
  ADD COLUMN region_codes text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT home_block_level CHECK (audience <> 'level' OR grade_min IS NOT NULL);

GRANT SELECT, INSERT ON fulfilment_contract, sku_price TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (cost_fen, priority, is_on) ON sku_route TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (spec, artwork, low_alert, quantity_min, quantity_max, is_on, is_supplier_out, sort)
  ON sku TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (total, held, sold) ON sku_stock TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (quantity, state, expires_at) ON stock_hold TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (quantity, state, expires_at, at) ON purchase TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (is_on, at) ON favourite TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (is_new, starts_at, ends_at, sort) ON hot_word TO yunjing_app;
