-- What operators change beside the supplier's lists: a store that takes no orders, and a product's
-- name, picture or absence. A sync replaces the lists and leaves these rows as they are.
CREATE TABLE store_override (
  store_id text PRIMARY KEY REFERENCES store (store_id),
  version integer NOT NULL CHECK (version > 0),
  is_off boolean NOT NULL,
  off_until timestamptz,
  reason text NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  CONSTRAINT store_override_end CHECK (is_off OR off_until IS NULL)
);
CREATE TABLE product_override (
  brand_code text NOT NULL REFERENCES brand (code),
  product_id text NOT NULL,
  version integer NOT NULL CHECK (version > 0),
  is_hidden boolean NOT NULL,
  name text CHECK (name <> ''),
  picture_id uuid REFERENCES picture (picture_id),
  reason text NOT NULL,
  changed_by uuid NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (brand_code, product_id)
);
-- Every reading of the supplier's lists. `problem` is set when nothing was changed.
CREATE TABLE dining_sync_run (
  run_id uuid PRIMARY KEY,
  started_at timestamptz NOT NULL,
  ended_at timestamptz NOT NULL,
  stores integer NOT NULL,
  added integer NOT NULL,
  removed integer NOT NULL,
  menus integer NOT NULL,
  problem text,
  started_by uuid
);
CREATE INDEX dining_sync_run_newest ON dining_sync_run (started_at DESC, run_id DESC);

GRANT SELECT, INSERT, UPDATE (version, is_off, off_until, reason, changed_by, changed_at)
  ON store_override TO yunjing_app;
GRANT SELECT, INSERT, UPDATE (version, is_hidden, name, picture_id, reason, changed_by, changed_at)
  ON product_override TO yunjing_app;
GRANT SELECT, INSERT, DELETE ON dining_sync_run TO yunjing_app;
