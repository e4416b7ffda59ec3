-- Benefits, their brands and categories, and the blocks of the home page: definitions without counters.

CREATE TABLE brand (
  code text PRIMARY KEY,
  name text NOT NULL,
  artwork text NOT NULL,
  tint text NOT NULL,
  sort integer NOT NULL DEFAULT 0
);
CREATE TABLE category (
  code text PRIMARY KEY,
  name text NOT NULL,
  artwork text NOT NULL,
  tint text NOT NULL,
  sort integer NOT NULL DEFAULT 0
);
CREATE TABLE benefit (
  benefit_id text PRIMARY KEY,
  kind text NOT NULL,
  title text NOT NULL,
  subtitle text NOT NULL DEFAULT '',
  brand_code text NOT NULL REFERENCES brand (code),
  category_code text NOT NULL REFERENCES category (code),
  artwork text NOT NULL,
  tint text NOT NULL,
  tags text[] NOT NULL DEFAULT '{}',
  price_fen integer NOT NULL CHECK (price_fen >= 0),
  member_price_fen integer CHECK (member_price_fen >= 0),
  points_price integer CHECK (points_price >= 0),
  market_price_fen integer NOT NULL CHECK (market_price_fen >= 0),
  region_codes text[] NOT NULL DEFAULT '{}',
  rules jsonb NOT NULL DEFAULT '[]',
  status text NOT NULL CHECK (status IN ('draft', 'review', 'on', 'off', 'archived')),
  sold_out boolean NOT NULL DEFAULT false,
  shown_exchanged integer NOT NULL DEFAULT 0 CHECK (shown_exchanged >= 0),
  sort integer NOT NULL DEFAULT 0
);
CREATE INDEX benefit_list ON benefit (status, sort, benefit_id);
CREATE TABLE home_block (
  block_id text PRIMARY KEY,
  kind text NOT NULL CHECK (kind IN ('banner', 'grid', 'notice', 'zone', 'brands')),
  title text NOT NULL DEFAULT '',
  body jsonb NOT NULL,
  starts_at timestamptz,
  ends_at timestamptz,
  sort integer NOT NULL DEFAULT 0
);

GRANT SELECT, INSERT, UPDATE ON brand, category, benefit, home_block TO yunjing_app;
