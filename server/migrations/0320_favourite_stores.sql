-- The stores that a member has marked as favourites: they are listed first on every device.
CREATE TABLE favourite_store (
  member_id uuid NOT NULL,
  store_id text NOT NULL,
  is_on boolean NOT NULL,
  at timestamptz NOT NULL,
  PRIMARY KEY (member_id, store_id)
);
GRANT SELECT, INSERT, DELETE, UPDATE (is_on, at) ON favourite_store TO yunjing_app;
