-- Supplier routes are made and changed in the console. Every product and cost of a route stays
-- readable; a route that was changed after a draft was saved is not changed by its publication.
ALTER TABLE sku_route ADD COLUMN changed_at timestamptz NOT NULL DEFAULT '2020-01-01';
GRANT UPDATE (changed_at) ON sku_route TO yunjing_app;

CREATE TABLE sku_route_cost (
  sku_id text NOT NULL,
  supplier_id text NOT NULL,
  at timestamptz NOT NULL,
  product text NOT NULL,
  cost_fen integer NOT NULL CHECK (cost_fen >= 0),
  made_by text NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (sku_id, supplier_id, at),
  FOREIGN KEY (sku_id, supplier_id) REFERENCES sku_route (sku_id, supplier_id)
);
GRANT SELECT, INSERT ON sku_route_cost TO yunjing_app;
