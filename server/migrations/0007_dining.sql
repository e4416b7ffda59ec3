-- Stores and menus as the supplier last published them; a menu of the hour is computed from these.

CREATE TABLE store (
  store_id text PRIMARY KEY,
  brand_code text NOT NULL REFERENCES brand (code),
  supplier_id text NOT NULL REFERENCES supplier (supplier_id),
  supplier_code text NOT NULL,
  name text NOT NULL,
  city_code text NOT NULL,
  district_code text NOT NULL,
  address text NOT NULL,
  lat double precision NOT NULL CHECK (lat BETWEEN -90 AND 90),
  lng double precision NOT NULL CHECK (lng BETWEEN -180 AND 180),
  phone text NOT NULL DEFAULT '',
  hours jsonb NOT NULL,
  services text[] NOT NULL,
  lead_minutes smallint NOT NULL CHECK (lead_minutes BETWEEN 0 AND 1440),
  sold_out text[] NOT NULL DEFAULT '{}',
  is_on boolean NOT NULL DEFAULT true,
  synced_at timestamptz NOT NULL
);
CREATE INDEX store_city ON store (city_code, brand_code) WHERE is_on;

CREATE TABLE menu (
  brand_code text PRIMARY KEY REFERENCES brand (code),
  version text NOT NULL,
  body jsonb NOT NULL,
  synced_at timestamptz NOT NULL
);

-- What members were shown, by the hash they send back: without it a difference could not be told side by side.
CREATE TABLE menu_shown (
  hash text PRIMARY KEY,
  classes jsonb NOT NULL,
  shown_at timestamptz NOT NULL
);
CREATE INDEX menu_shown_age ON menu_shown (shown_at);

GRANT SELECT, INSERT, UPDATE ON store, menu TO yunjing_app;
GRANT SELECT, INSERT, DELETE, UPDATE (shown_at) ON menu_shown TO yunjing_app;
